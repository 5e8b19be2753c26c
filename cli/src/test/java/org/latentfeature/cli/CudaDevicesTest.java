package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.software.AnyDevice;
import org.latentfeature.io.NpyWriter;

/** What there is, what is chosen and what is refused on machines with none, one and two cards. */
@Tag("whole")
@ExtendWith(AnyDevice.class)
class CudaDevicesTest {

  private static CudaMachine cuda = new CudaMachine(Path.of("unset"), Map.of());

  @TempDir static Path shared;
  @TempDir Path folder;
  private Path x = Path.of("unset");
  private Path model = Path.of("unset");

  @BeforeAll
  static void start() {
    cuda = CudaMachine.in(shared);
  }

  @BeforeEach
  void data() throws IOException {
    x = Files.writeString(folder.resolve("x.csv"), "1,2\n2,1\n3,3\n1,2\n");
    model = folder.resolve("model.lfm");
  }

  private Object[] fit(Object... more) {
    Object[] first = {"fit", x, "-k", 2, "-o", model, "--backend", "cuda"};
    Object[] all = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return all;
  }

  /** What the doctor says of the backend cuda. */
  private static JsonObject doctor(CudaMachine machine) throws Exception {
    for (JsonElement found :
        machine.lfm("backends", "--json").succeeds().json().getAsJsonArray("backends")) {
      if (found.getAsJsonObject().get("name").getAsString().equals("cuda")) {
        return found.getAsJsonObject();
      }
    }
    throw new AssertionError("the doctor does not know cuda");
  }

  static JsonArray devices(CudaMachine machine) throws Exception {
    JsonObject cuda = doctor(machine);
    assertTrue(cuda.get("available").getAsBoolean(), cuda::toString);
    return cuda.getAsJsonArray("devices");
  }

  @Test
  void theDoctorListsTheCard() throws Exception {
    String text = cuda.lfm("backends").succeeds().out();
    assertTrue(text.startsWith("cuda: available (selected by auto)"), text);
    String line =
        text.lines().filter(l -> l.startsWith("  --device 0  ")).findFirst().orElse("none");
    assertTrue(
        line.matches(".*, [\\d,]+ MiB, compute capability \\d+\\.\\d, driver for CUDA \\d+\\.\\d"),
        text);
  }

  /** A variable that another program's user set once may not pass unseen. */
  @Test
  void productsThatCublasRoundsUnaskedAreTold() throws Exception {
    String said = "NVIDIA_TF32_OVERRIDE is 1, so that cuBLAS rounds all products to TF32; unset it";
    CudaMachine rounding = cuda.withRoundedProducts();
    Run fit = rounding.lfm("fit", x, "-k", 2, "-o", model, "--backend", "cuda").succeeds();
    assertTrue(fit.err().contains(said), fit::toString);
    assertTrue(rounding.lfm("backends").succeeds().out().contains(said));
    assertFalse(cuda.lfm("backends").succeeds().out().contains("NVIDIA_TF32_OVERRIDE"));
  }

  /** Before a card is ready the CPU has done it. */
  @Test
  void littleWorkIsLeftToTheCpu() throws Exception {
    Run auto = cuda.lfm("fit", x, "-k", 2, "-o", model).succeeds();
    String why = "skipped cuda (done in about 1.0 s, with openblas in 0.1 s)";
    assertTrue(auto.err().contains("backend openblas: "), auto::toString);
    assertTrue(auto.err().contains(why), auto::toString);
    Run coded = cuda.lfm("transform", model, x, "-o", folder.resolve("z.npy")).succeeds();
    assertTrue(coded.err().contains(why), coded::toString);
    Path list = Files.writeString(folder.resolve("list.tsv"), "data\nx.csv\n");
    Path models = folder.resolve("models");
    Run many = cuda.lfm("fit-many", list, "-k", "1..2", "-o", models).succeeds();
    assertTrue(many.err().contains(why), many::toString);
    Run insisting = cuda.lfm("fit-many", list, "-k", 3, "-o", models, "--backend", "cuda");
    assertTrue(insisting.succeeds().err().contains("backend cuda: device 0"), insisting::toString);
  }

  @Test
  void oneOfTwoCardsIsChosenByItsNumber() throws Exception {
    CudaMachine two = cuda.withDevices(2);
    JsonArray devices = devices(two);
    assertEquals(2, devices.size());
    JsonObject second = devices.get(1).getAsJsonObject();
    assertEquals(1, second.get("number").getAsInt());
    assertTrue(second.get("memory_bytes").getAsLong() > 0);
    JsonObject properties = second.getAsJsonObject("properties");
    assertTrue(properties.has("compute capability") && properties.has("driver for CUDA"));

    Run run = two.lfm(fit("--device", 1)).succeeds();
    assertTrue(run.err().contains("backend cuda: device 1, "), run::toString);
    assertTrue(Files.exists(model));
  }

  @Test
  void aCardThatIsNotThereIsWrongUse() throws Exception {
    cuda.lfm(fit("--device", 7)).isWrongUse("cuda", "no device 7", "0 (");
    assertFalse(Files.exists(model));
  }

  @Test
  void aMachineWithoutACardSaysSo() throws Exception {
    CudaMachine none = cuda.withDevices(0);
    JsonObject told = doctor(none);
    assertFalse(told.get("available").getAsBoolean());
    String reason = told.getAsJsonArray("reasons").get(0).getAsString();
    assertTrue(reason.startsWith("no CUDA device"), reason);
    none.lfm(fit()).fails("backend cuda cannot run on this machine", reason);
    assertFalse(Files.exists(model));
  }

  @Test
  void dataTooLargeForTheCardAreToldBeforeTheFitWithBothNumbers() throws Exception {
    Dense data = new Dense(1000, 1000);
    data.set(0, 0, 1);
    x = folder.resolve("x.npy");
    NpyWriter.write(data, x);
    Run run = cuda.withMemory(32 << 20).lfm(fit());
    run.fails("not enough memory", "1,000 × 1,000 on backend cuda", "10 MiB available");
    assertTrue(
        run.err().matches("(?s).* (1[6-9]|[2-9]\\d|[12]\\d\\d) MiB needed, 10 MiB available.*"),
        run::toString);
    assertFalse(run.err().contains(" step "), run::toString);
    assertFalse(Files.exists(model));
  }

  @Test
  void aFitThatTheCardCutsOffLeavesTheBestSoFar() throws Exception {
    Dense data = new Dense(60, 8);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 8; j++) {
        data.set(i, j, (i >> j % 4 & 1) * (j + 1) + .01 * ((i * 7 + j * 5) % 11));
      }
    }
    x = folder.resolve("x.npy");
    NpyWriter.write(data, x);
    cuda.withFailures("cuLaunchKernel=2@500")
        .lfm("fit", x, "-k", 4, "-o", model, "--backend", "cuda", "--method", "lasso")
        .fails(
            "cuLaunchKernel of ", "CUDA_ERROR_OUT_OF_MEMORY", "the best model so far", "model.lfm");
    JsonObject told = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals("failed", told.get("ended").getAsString());
    assertTrue(told.get("features").getAsInt() >= 1, told::toString);
  }

  /** With versions of its symbols, as NVIDIA's libraries have them, and without. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMachineWithCuda13AloneDoesAsOneWithCuda12(boolean versioned) throws Exception {
    CudaMachine newer = cuda.withCuda13(versioned);
    JsonObject told = doctor(newer);
    assertTrue(told.get("available").getAsBoolean(), told::toString);
    assertEquals("13.0.0", told.getAsJsonObject("versions").get("cuBLAS").getAsString());
    String rmse = newer.lfm(fit("--json")).succeeds().json().get("rmse").toString();
    assertEquals(rmse, cuda.lfm(fit("--json")).succeeds().json().get("rmse").toString());
  }

  /** Its products are the backend's own, and both libraries that there might be are named. */
  @Test
  void aMachineWithoutCublasDoesAsOneWithIt() throws Exception {
    CudaMachine alone = cuda.withoutCublas();
    JsonObject told = doctor(alone);
    assertTrue(told.get("available").getAsBoolean(), told::toString);
    String summary = told.get("device").getAsString();
    assertTrue(summary.contains("no cuBLAS, libcublas.so.12: cannot open"), summary);
    assertTrue(summary.contains("; libcublas.so.13: cannot open"), summary);
    assertEquals(
        "none, own products", told.getAsJsonObject("versions").get("cuBLAS").getAsString());
    double rmse = alone.lfm(fit("--json")).succeeds().json().get("rmse").getAsDouble();
    double expected = cuda.lfm(fit("--json")).succeeds().json().get("rmse").getAsDouble();
    assertEquals(expected, rmse, 1e-6);
  }

  /** Sweeps are then a launch for each phase. */
  @Test
  void aDeviceWithoutCooperativeLaunchesFits() throws Exception {
    Object[] lasso = fit("--json", "--method", "lasso");
    double rmse = cuda.withoutCooperation().lfm(lasso).succeeds().json().get("rmse").getAsDouble();
    assertEquals(cuda.lfm(lasso).succeeds().json().get("rmse").getAsDouble(), rmse, 1e-6);
  }

  /** A device that is given is taken, the first one too. */
  @Test
  void aDeviceThatIsGivenIsTakenForLittleWork() throws Exception {
    Run run = cuda.lfm("fit", x, "-k", 2, "-o", model, "--device", 0).succeeds();
    assertTrue(run.err().contains("backend cuda: device 0"), run::toString);
  }

  /** It takes the backend's own products. */
  @Test
  void blackwellIsNotMultipliedOnByAnOlderCublas() throws Exception {
    JsonObject told = doctor(cuda.withCapability(120));
    assertTrue(told.get("available").getAsBoolean(), told::toString);
    String summary = told.get("device").getAsString();
    assertTrue(summary.contains("needs cuBLAS 12.8"), summary);
    assertEquals(
        "none, own products", told.getAsJsonObject("versions").get("cuBLAS").getAsString());
    JsonObject newer = doctor(cuda.withCuda13(true).withCapability(120));
    assertEquals("13.0.0", newer.getAsJsonObject("versions").get("cuBLAS").getAsString());
  }
}
