package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cuda.software.AnyDevice;

/** Machines whose driver answers and whose device cannot be opened. */
@Tag("whole")
@ExtendWith(AnyDevice.class)
class CudaOpeningTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "cuDevicePrimaryCtxRetain=46, CUDA_ERROR_DEVICE_UNAVAILABLE",
    "cublasCreate=1, CUBLAS_STATUS_NOT_INITIALIZED",
    "cuModuleLoadDataEx=221, CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
    "cuMemAllocHost=2, CUDA_ERROR_OUT_OF_MEMORY"
  })
  void autoTakesTheNextBackendAndSaysWhy(String failure, String reason) throws Exception {
    CudaMachine broken = CudaMachine.in(folder).withFailures(failure);
    Path x = Files.writeString(folder.resolve("x.csv"), "1,2\n2,1\n3,3\n1,2\n");
    Path model = folder.resolve("model.lfm");

    // Of a path it is not known how long it takes.
    Run auto =
        broken
            .lfm("path", x, "--max-k", 2, "--table", folder.resolve("path.tsv"), "-o", model)
            .succeeds();
    String line = auto.err().lines().filter(l -> l.startsWith("backend ")).findFirst().orElse("");
    assertTrue(line.startsWith("backend openblas: "), auto::toString);
    assertTrue(line.contains("skipped cuda (" + failure.split("=", -1)[0]), auto::toString);
    assertTrue(line.contains(reason), auto::toString);
    Files.delete(model);

    broken
        .lfm("fit", x, "-k", 2, "-o", model, "--backend", "cuda")
        .fails("backend cuda cannot run on this machine", reason);
    assertFalse(Files.exists(model));

    JsonObject doctor = broken.lfm("backends", "--json").succeeds().json();
    assertEquals("openblas", doctor.get("auto").getAsString());
    JsonArray all = doctor.getAsJsonArray("backends");
    assertTrue(all.size() >= 3, doctor::toString);
    JsonObject cuda = all.get(0).getAsJsonObject();
    assertFalse(cuda.get("available").getAsBoolean());
    assertTrue(cuda.getAsJsonArray("reasons").get(0).getAsString().contains(reason));
    assertTrue(cuda.has("devices"));
  }
}
