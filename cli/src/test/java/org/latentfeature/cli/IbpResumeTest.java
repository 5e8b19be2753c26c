package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.ibp.ChainState;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.io.NpyWriter;

/** Chains that are killed, interrupted or at their end, and resumed. */
@Tag("whole")
class IbpResumeTest {

  /** So many that none waits for their end. */
  private static final int ENDLESS = 1_000_000;

  @TempDir static Path folder;

  private static Path x = Path.of("unset");

  /** Rows whose chains take seconds. */
  private static Path large = Path.of("unset");

  @BeforeAll
  static void draw() throws IOException {
    x = folder.resolve("X.npy");
    NpyWriter.write(SyntheticProblem.dense(300, 20, 4, .3, 7).x(), x);
    large = folder.resolve("large.npy");
    NpyWriter.write(SyntheticProblem.dense(4200, 20, 4, .5, 7).x(), large);
  }

  private static Object[] fit(Path data, Path model, Object... more) {
    Object[] words = {"ibp", "fit", data, "-o", model, "--backend", "java", "--save-every", .001};
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
  }

  private static IndianBuffetModel load(Path model) {
    return ModelFile.load(model, IndianBuffetModel.KIND);
  }

  private static int sweeps(Path model) {
    return load(model).posterior().states().stream().mapToInt(ChainState::sweep).min().orElse(-1);
  }

  /** Everything in the file is equal, but for the manifest's seconds and time limit. */
  private static void assertSame(Path expected, Path actual) throws IOException {
    Map<String, byte[]> one = arrays(expected);
    Map<String, byte[]> other = arrays(actual);
    assertEquals(one.keySet(), other.keySet());
    assertTrue(one.size() > 15, one.keySet()::toString);
    for (String name : one.keySet()) {
      assertArrayEquals(one.get(name), other.get(name), name);
    }
    IndianBuffetModel first = load(expected);
    IndianBuffetModel second = load(actual);
    assertEquals(first.manifest().figures(), second.manifest().figures());
    assertEquals(first.manifest().trace(), second.manifest().trace());
    assertEquals(first.manifest().options(), second.manifest().options());
    assertEquals(first.manifest().ended(), second.manifest().ended());
    assertEquals(first.manifest().rmse(), second.manifest().rmse());
  }

  private static Map<String, byte[]> arrays(Path model) throws IOException {
    Map<String, byte[]> arrays = new TreeMap<>();
    try (ZipFile zip = new ZipFile(model.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith(".npy")) {
          arrays.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
        }
      }
    }
    return arrays;
  }

  /** Runs until so many sweeps are saved. */
  private static Process running(Path data, Path model, int least, Object... more)
      throws IOException {
    Process process = ProcessTest.start(List.of("-Xmx512m"), fit(data, model, more));
    while (!Files.exists(model) || sweeps(model) < least) {
      assertTrue(process.isAlive(), "ended too early");
      Thread.onSpinWait();
    }
    return process;
  }

  @Test
  void aFitKilledAgainAndAgainResumesBitForBit() throws Exception {
    Path model = folder.resolve("killed.lfm");
    running(large, model, 3, "--sweeps", 60, "--seed", 5).destroyForcibly().waitFor();
    int first = sweeps(model);
    assertTrue(first >= 3 && first < 30, "in burn-in, but " + first);
    assertEquals(Ending.STOPPED, load(model).manifest().ended());
    running(large, model, 31, "--resume").destroyForcibly().waitFor();
    int second = sweeps(model);
    assertTrue(second > 30 && second < 60, "after burn-in, but " + second);
    Run.lfm(fit(large, model, "--resume")).succeeds();
    Path whole = folder.resolve("in-one-go.lfm");
    Run.lfm(fit(large, whole, "--sweeps", 60, "--seed", 5)).succeeds();
    assertSame(whole, model);
  }

  @Test
  void aFitKilledAtItsFirstSavesLeavesAModel() throws Exception {
    Path model = folder.resolve("endless.lfm");
    running(x, model, 1, "--sweeps", ENDLESS, "--seed", 5).destroyForcibly().waitFor();
    Run.lfm("info", model).succeeds();
    assertEquals(4, load(model).posterior().traces().size());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedFitResumesBitForBit() throws Exception {
    Path model = folder.resolve("interrupted.lfm");
    Object[] sweeps = {"--sweeps", 120, "--start", "cumulants", "-k", 4, "--chains", 2};
    Process process = running(large, model, 3, sweeps);
    process.toHandle().destroy();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(128 + 15, ProcessTest.end(process), err);
    assertTrue(err.contains("--resume continues the chains of " + model), err);
    assertTrue(err.contains("during burn-in, after "), err);
    int stopped = sweeps(model);
    assertTrue(stopped >= 3 && stopped < 60, "" + stopped);
    // What was stopped in burn-in is a model like any.
    Path page = folder.resolve("page.html");
    Run.lfm("report", model, large, "-o", page, "--backend", "java").succeeds();
    assertTrue(Files.readString(page).contains("of its 60 sweeps: Z is their likeliest"));
    assertTrue(
        Run.lfm("score", model, large, "--backend", "java").succeeds().out().contains("rmse"));
    Run rest = Run.lfm(fit(large, model, "--resume", "-k", 4, "--chains", 2)).succeeds();
    assertTrue(rest.err().contains("after " + String.format("%,d", stopped)), rest::toString);
    Path whole = folder.resolve("whole.lfm");
    Run.lfm(fit(large, whole, sweeps)).succeeds();
    assertSame(whole, model);
  }

  @Test
  void aFinishedFitTakesMoreSweeps() throws IOException {
    Path model = folder.resolve("finished.lfm");
    Path whole = folder.resolve("more.lfm");
    Run.lfm(fit(x, model, "--sweeps", 20)).succeeds();
    Run done = Run.lfm(fit(x, model, "--resume")).succeeds();
    assertTrue(done.err().contains("has all of its 20 sweeps"), done::toString);
    Run.lfm(fit(x, model, "--resume", "--sweeps", 40)).succeeds();
    Run.lfm(fit(x, whole, "--sweeps", 40)).succeeds();
    assertSame(whole, model);
  }

  @Test
  void aStartIsRememberedAndOtherRowsAreNoticed() throws IOException {
    Path start = folder.resolve("start.lfm");
    Path model = folder.resolve("started.lfm");
    Run.lfm("fit", x, "-k", 4, "-o", start, "--backend", "java").succeeds();
    Run own = Run.lfm(fit(x, model, "--sweeps", 8, "--start", start)).succeeds();
    assertFalse(own.err().contains("other values"), own::toString);
    String said = load(model).manifest().option("start");
    assertTrue(said.startsWith("latent-feature-lasso, K = 4, of 300 × 20"), said);
    Run.lfm(fit(x, model, "--resume", "--sweeps", 12)).succeeds();
    assertEquals(said, load(model).manifest().option("start"));
    Path other = folder.resolve("other.npy");
    NpyWriter.write(SyntheticProblem.dense(300, 20, 4, .3, 8).x(), other);
    Path of = folder.resolve("of-other.lfm");
    Run strange = Run.lfm(fit(other, of, "--sweeps", 4, "--start", start)).succeeds();
    assertTrue(strange.err().contains("fitted to other values than those of"), strange::toString);
  }

  /** The file stays as it was, too. */
  @Test
  void wrongResumesNameWhatDiffers() throws IOException {
    Path model = folder.resolve("mine.lfm");
    Run.lfm(fit(x, folder.resolve("none.lfm"), "--resume")).fails("none.lfm", "drop --resume");
    Run.lfm(fit(x, model, "--sweeps", 20, "--seed", 3, "--sigma", .3)).succeeds();
    byte[] before = Files.readAllBytes(model);
    Run.lfm(fit(x, model, "--resume", "--seed", 4)).isWrongUse("--seed is 4", "have 3");
    Run.lfm(fit(x, model, "--resume", "--sigma", .2)).isWrongUse("--sigma is 0.2", "have 0.3");
    Run.lfm(fit(x, model, "--resume", "--alpha", 2)).isWrongUse("--alpha is 2", "have learned");
    Run.lfm(fit(x, model, "--resume", "--chains", 2)).isWrongUse("--chains is 2", "have 4");
    Run.lfm(fit(x, model, "--resume", "--sweeps", 10)).isWrongUse("--sweeps is 10", "have 20");
    Run.lfm(fit(x, model, "--resume", "-k", 4)).isWrongUse("-k is 4", "learn K, up to 200");
    Run.lfm(fit(x, model, "--resume", "--max-k", 9)).isWrongUse("--max-k is 9", "up to 200");
    Run.lfm(fit(x, model, "--resume", "--start", "lasso")).isWrongUse("drop --start");
    Run.lfm(fit(x, model, "--save-every", 0)).isWrongUse("--save-every");
    Run.lfm(fit(x, model, "--resume", "--scale-by", 2)).fails("pass --scale-by 1.0");
    Path other = folder.resolve("others.npy");
    NpyWriter.write(SyntheticProblem.dense(300, 20, 4, .3, 9).x(), other);
    Run.lfm(fit(other, model, "--resume")).fails("others.npy", "SHA-256");
    NpyWriter.write(SyntheticProblem.dense(200, 20, 4, .3, 9).x(), other);
    Run.lfm(fit(other, model, "--resume")).fails("200 × 20", "300 × 20");
    assertArrayEquals(before, Files.readAllBytes(model));
    Run.lfm(fit(x, model, "--resume", "--seed", 3, "--sigma", .3, "--max-k", 200)).succeeds();
    Path lasso = folder.resolve("lasso.lfm");
    Run.lfm("fit", x, "-k", 4, "-o", lasso, "--backend", "java").succeeds();
    byte[] kept = Files.readAllBytes(lasso);
    Run.lfm(fit(x, lasso, "--resume")).fails("lasso.lfm", "of kind");
    assertArrayEquals(kept, Files.readAllBytes(lasso));
  }
}
