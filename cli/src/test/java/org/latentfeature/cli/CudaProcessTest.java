package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cuda.software.AnyDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/** The work of the command line on the backend cuda, beside that on openblas. */
@Tag("whole")
@ExtendWith(AnyDevice.class)
class CudaProcessTest {

  /** What separates the two where the data are fitted exactly, and both are rounding errors. */
  private static final double ROUNDING = 1e-6;

  @TempDir static Path folder;
  private static CudaMachine cuda = new CudaMachine(Path.of("unset"), Map.of());

  /** One small problem, and its model, for all of these tests. */
  private static Path x = Path.of("unset");

  private static Path model = Path.of("unset");

  @BeforeAll
  static void fit() throws Exception {
    cuda = CudaMachine.in(folder);
    Run.lfm("generate", "syn0", "-o", folder.resolve("syn0")).succeeds();
    x = folder.resolve("syn0/X.npy");
    model = folder.resolve("model.lfm");
    cuda.lfm("fit", x, "-k", 4, "-o", model, "--backend", "cuda").succeeds();
  }

  /** Fits on the CPU what was fitted on the device, and compares both with the truth. */
  private static void assertRecovered(Path problem, int k, Path onDevice) {
    Path data = problem.resolve("X.npy");
    Path onCpu = folder.resolve("openblas.lfm");
    Run.lfm("fit", data, "-k", k, "-o", onCpu, "--backend", "openblas").succeeds();
    JsonObject expected = score(problem, onCpu);
    JsonObject found = score(problem, onDevice);
    assertEquals(0, found.get("hamming").getAsDouble());
    for (String measure : List.of("rmse", "rmse_noisy")) {
      double rmse = expected.get(measure).getAsDouble();
      assertEquals(rmse, found.get(measure).getAsDouble(), 1e-4 * rmse + ROUNDING, measure);
    }
  }

  private static JsonObject score(Path problem, Path fitted) {
    return Run.lfm(
            "score",
            fitted,
            problem.resolve("X.npy"),
            "--truth-z",
            problem.resolve("Z.npy"),
            "--truth-w",
            problem.resolve("W.npy"),
            "--json")
        .succeeds()
        .json();
  }

  @Test
  void syn0IsRecovered() {
    assertRecovered(folder.resolve("syn0"), 4, model);
  }

  @Test
  void syn2IsRecovered() throws Exception {
    Path problem = folder.resolve("syn2");
    Run.lfm("generate", "syn2", "-o", problem).succeeds();
    Path fitted = folder.resolve("syn2.lfm");
    cuda.lfm("fit", problem.resolve("X.npy"), "-k", 14, "-o", fitted, "--backend", "cuda")
        .succeeds();
    assertRecovered(problem, 14, fitted);
  }

  @Test
  void equalSeedsGiveEqualModels() throws Exception {
    Path again = folder.resolve("again.lfm");
    cuda.lfm("fit", x, "-k", 4, "-o", again, "--backend", "cuda").succeeds();
    for (String factor : List.of("--z", "--w")) {
      Path first = folder.resolve("first.npy");
      Path second = folder.resolve("second.npy");
      Run.lfm("export", model, factor, first).succeeds();
      Run.lfm("export", again, factor, second).succeeds();
      assertEquals(-1, Files.mismatch(first, second), factor);
    }
  }

  @Test
  void theModelNamesBackendAndDevice() throws Exception {
    JsonObject told = Run.lfm("info", model, "--json").succeeds().json().getAsJsonObject("backend");
    assertEquals("cuda", told.get("name").getAsString());
    assertEquals(
        CudaDevicesTest.devices(cuda).get(0).getAsJsonObject().get("name"), told.get("device"));
  }

  @Test
  void codesOfRowsAreTheCpus() throws Exception {
    Path onDevice = folder.resolve("Z-cuda.npy");
    Path onCpu = folder.resolve("Z-openblas.npy");
    cuda.lfm("transform", model, x, "-o", onDevice, "--backend", "cuda").succeeds();
    Run.lfm("transform", model, x, "-o", onCpu, "--backend", "openblas").succeeds();
    assertEquals(-1, Files.mismatch(onDevice, onCpu));

    Path product = folder.resolve("X-cuda.npy");
    Run.lfm("reconstruct", model, onDevice, "-o", product).succeeds();
    Matrix expected = MatrixReader.read(x, ReadOptions.DEFAULT).x();
    Matrix found = MatrixReader.read(product, ReadOptions.DEFAULT).x();
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        assertEquals(expected.get(i, j), found.get(i, j), ROUNDING);
      }
    }
  }

  @Test
  void thePathIsTheCpus() throws Exception {
    Path onDevice = folder.resolve("cuda.tsv");
    Path onCpu = folder.resolve("openblas.tsv");
    cuda.lfm("path", x, "--max-k", 4, "--table", onDevice, "--backend", "cuda").succeeds();
    Run.lfm("path", x, "--max-k", 4, "--table", onCpu, "--backend", "openblas").succeeds();
    double[] expected = rmse(onCpu);
    double[] found = rmse(onDevice);
    assertEquals(expected.length, found.length);
    for (int k = 0; k < expected.length; k++) {
      // Below the true K rounding may lead to another local minimum, on one CPU and not on another.
      double within = k == expected.length - 1 ? 1e-4 : 0.01;
      assertEquals(expected[k], found[k], within * expected[k] + ROUNDING);
    }
  }

  /** The column of that name of a path's table. */
  private static double[] rmse(Path table) throws IOException {
    List<String> lines = Files.readAllLines(table);
    int column = Arrays.asList(lines.get(0).split("\t", -1)).indexOf("rmse");
    return lines.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split("\t", -1)[column]))
        .toArray();
  }

  @Test
  void roundedProductsAreForCudaOnly() throws Exception {
    String model = folder.resolve("rounded.lfm").toString();
    for (String precision : List.of("tf32", "bf16")) {
      Object[] fit = {"fit", x, "-k", 4, "-o", model, "--precision", precision, "--backend", ""};
      fit[fit.length - 1] = "openblas";
      Run.lfm(fit).isWrongUse("support", "openblas");
      fit[fit.length - 1] = "cuda";
      cuda.lfm(fit).succeeds();
    }
  }
}
