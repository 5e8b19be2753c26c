package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cuda.software.AnyDevice;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** A device that dies in the middle of a command's fit costs what was under way, and no more. */
@Tag("whole")
@ExtendWith(AnyDevice.class)
class DyingDeviceTest {

  private static final String DEAD = "CUDA_ERROR_LAUNCH_FAILED";

  @TempDir Path folder;
  private Path x = Path.of("unset");
  private Path model = Path.of("unset");

  @BeforeEach
  void drawAProblem() {
    x = folder.resolve("X.npy");
    model = folder.resolve("model.lfm");
    NpyWriter.write(SyntheticProblem.dense(60, 20, 4, .3, 1).x(), x);
  }

  /** A machine whose kernels can be launched so many times. */
  private CudaMachine dyingAt(int launch) throws IOException {
    return CudaMachine.in(folder).withFailures("cuLaunchKernel=719@" + launch);
  }

  private JsonObject info() {
    JsonObject told = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals("failed", told.get("ended").getAsString());
    return told;
  }

  @Test
  void aFitSavesTheBestSoFar() throws Exception {
    dyingAt(400)
        .lfm("fit", x, "-k", 4, "-o", model, "--backend", "cuda", "--method", "lasso")
        .fails(DEAD, "the best model so far", "is saved in " + model);
    assertTrue(info().get("features").getAsInt() >= 1);
  }

  @Test
  void aMarkovFitSavesTheBestSoFar() throws Exception {
    dyingAt(60)
        .lfm("markov", "fit", x, "-k", 4, "-o", model, "--backend", "cuda")
        .fails(DEAD, "the best model so far", "is saved in " + model);
    assertEquals(4, info().get("features").getAsInt());
  }

  @Test
  void aPathKeepsTheFeaturesThatAreDone() throws Exception {
    Path table = folder.resolve("path.tsv");
    dyingAt(30_000)
        .lfm("path", x, "--max-k", 12, "--table", table, "-o", model, "--backend", "cuda")
        .fails(DEAD, "of 12", "is saved in " + table, "in " + model);
    List<String> lines = Files.readAllLines(table);
    assertTrue(lines.size() > 1 && lines.size() < 13, lines::toString);
    assertEquals(lines.size() - 1, info().get("features").getAsInt());
  }

  @Test
  void aPictureIsWholeOrNone() throws Exception {
    Path noisy = folder.resolve("noisy.npy");
    Path clean = folder.resolve("clean.npy");
    NpyWriter.write(SyntheticProblem.dense(24, 24, 3, 20, 1).x(), noisy);
    Object[] denoise = {
      "denoise", noisy, "-o", clean, "-k", 8, "--sigma", 20, "--backend", "cuda", "--model", model
    };
    dyingAt(60)
        .lfm(denoise)
        .fails(DEAD, "no image is written", "the model so far is saved in " + model);
    assertFalse(Files.exists(clean));
    info();
  }

  @Test
  void manyFitsKeepTheModelsThatAreDone() throws Exception {
    Path models = folder.resolve("models");
    Path small = folder.resolve("small.npy");
    NpyWriter.write(SyntheticProblem.dense(6, 3, 1, .1, 1).x(), small);
    Path list =
        Files.writeString(
            folder.resolve("list.tsv"),
            "name\tdata\tk\tmethod\nsmall\tsmall.npy\t1\tlasso\nlarge\tX.npy\t4\tlasso\n");
    Run run = dyingAt(400).lfm("fit-many", list, "-o", models, "--jobs", 1, "--backend", "cuda");
    run.fails("1 of 2 fits failed: large");
    assertTrue(run.err().contains(DEAD), run::toString);
    assertTrue(Files.exists(models.resolve("small.lfm")));
    assertFalse(Files.exists(models.resolve("large.lfm")));
  }
}
