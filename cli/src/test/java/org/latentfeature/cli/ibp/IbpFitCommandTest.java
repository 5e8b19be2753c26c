package org.latentfeature.cli.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyReader;
import org.latentfeature.io.NpyWriter;

/** What a person asks of a posterior, and what is said to wrong questions. */
class IbpFitCommandTest {

  @TempDir static Path folder;

  private static Path x = Path.of("unset");
  private static Path model = Path.of("unset");
  private static JsonObject answer = new JsonObject();

  @BeforeAll
  static void fit() {
    Run.lfm("generate", "syn0", "-o", folder.resolve("syn0")).succeeds();
    x = folder.resolve("syn0/X.npy");
    model = folder.resolve("post.lfm");
    Object[] fit = {"ibp", "fit", x, "-o", model, "--sweeps", 100, "--json", "--backend", "java"};
    answer = Run.lfm(fit).succeeds().json();
  }

  @Test
  void theNumberOfFeaturesIsLearned() {
    assertEquals(4, answer.get("features").getAsInt());
    assertTrue(answer.get("probability-of-4-features").getAsDouble() > .9, answer::toString);
  }

  /** The model is one like any other. */
  @Test
  void commandsForModelsTakeIt() throws IOException {
    Run.lfm("info", model).succeeds();
    Run.lfm("transform", model, x, "-o", folder.resolve("z.npy"), "--backend", "java").succeeds();
    Path page = folder.resolve("r.html");
    Run.lfm("report", model, x, "-o", page, "--backend", "java").succeeds();
    String report = Files.readString(page);
    for (String said : List.of("The 4 chains agree", "split-R̂", "Trace of sigma", "chain 4")) {
      assertTrue(report.contains(said), said);
    }
    Run.lfm("generate", "syn0", "--seed", 2, "-o", folder.resolve("new")).succeeds();
    Path rows = folder.resolve("new/X.npy");
    Object[] ask = {"score", model, rows, "--json", "--backend", "java"};
    JsonObject score = Run.lfm(ask).succeeds().json();
    assertTrue(score.has("log_likelihood") && score.has("rmse_noisy"), score::toString);
    assertEquals(0, score.get("log_likelihood_is_lower_bound").getAsInt());
  }

  @Test
  void aModelIsAStartAndAnotherShapeIsNone() {
    Path more = folder.resolve("more.lfm");
    Run again =
        Run.lfm("ibp", "fit", x, "-o", more, "--start", model, "--sweeps", 20, "--backend", "java");
    assertTrue(again.succeeds().err().contains("agree"), again::toString);
    Run.lfm("generate", "syn2", "-o", folder.resolve("syn2")).succeeds();
    Path other = folder.resolve("syn2/X.npy");
    Run.lfm("ibp", "fit", other, "-o", more, "--start", model, "--backend", "java")
        .fails("the start is a model of");
  }

  /** Noise that is far too large makes the chains drop features, and it is told what that costs. */
  @Test
  void chainsThatLeaveABetterStartAreToldOf() {
    Path out = folder.resolve("worse.lfm");
    Object[] ask = {
      "ibp", "fit", x, "-o", out, "--start", model, "--sweeps", 20, "--backend", "java"
    };
    assertFalse(Run.lfm(ask).succeeds().err().contains("no chain reaches"));
    List<Object> noisy = new ArrayList<>(List.of(ask));
    noisy.addAll(List.of("--sigma", 100));
    Run run = Run.lfm(noisy.toArray()).succeeds();
    assertTrue(run.err().contains("no chain reaches the error"), run::toString);
  }

  /** Entries are left out; new rows may miss some, too. */
  @Test
  void missingEntriesAreLeftOut() throws IOException {
    Matrix whole = NpyReader.read(x, 1);
    Matrix some = Matrix.allocate(whole.rows(), whole.cols());
    for (int i = 0; i < some.rows(); i++) {
      for (int j = 0; j < some.cols(); j++) {
        some.set(i, j, CounterRandom.uniform(3, i, j) < .2 ? Float.NaN : whole.get(i, j));
      }
    }
    Path gaps = folder.resolve("gaps.npy");
    NpyWriter.write(some, gaps);
    Path out = folder.resolve("gaps.lfm");
    brief(gaps, out).fails("--missing nan");
    JsonObject found = brief(gaps, out, "--missing", "nan").succeeds().json();
    assertEquals(4, found.get("features").getAsInt());
    JsonObject score = Run.lfm("score", out, x, "--json", "--backend", "java").succeeds().json();
    assertTrue(score.has("log_likelihood"), score::toString);
    brief(gaps, out, "--missing", "nan", "--sampler", "collapsed")
        .fails("are missing", "uncollapsed");
  }

  /** Two chains of few sweeps. */
  private static Run brief(Path data, Path out, Object... more) {
    List<Object> words = new ArrayList<>(List.of("ibp", "fit", data, "-o", out, "--chains", 2));
    words.addAll(List.of("--sweeps", 40, "--json", "--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  @Test
  void wrongOptionsAreNamed() {
    Path out = folder.resolve("never.lfm");
    Run.lfm("ibp", "fit", x, "-o", out, "--start", "lasoo").isWrongUse("lasoo", "cumulants");
    Run.lfm("ibp", "fit", x, "-o", out, "--alpha", 0).isWrongUse("alpha", "above 0");
    Run.lfm("ibp", "fit", x, "-o", out, "--sigma", -1).isWrongUse("sigma", "above 0");
    Run.lfm("ibp", "fit", x, "-o", out, "--max-k", 0).fails("--max-k", "at least 1");
    Run.lfm("ibp", "fit", x, "-o", out, "-k", 100_000).fails("rows");
    Run.lfm("ibp", "fit", x, "-o", out, "--time-limit", 1e-6).fails("raise --time-limit");
    assertFalse(Files.exists(out));
  }
}
