package org.latentfeature.cli.ibp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;

/** Posteriors without chains: what is said of them, and what is not. */
class InferenceTest {

  @TempDir static Path folder;

  private static Path x = Path.of("unset");
  private static Path model = Path.of("unset");
  private static Run fit = new Run(0, "", "");

  @BeforeAll
  static void fit() {
    Run.lfm("generate", "syn0", "-o", folder.resolve("syn0")).succeeds();
    x = folder.resolve("syn0/X.npy");
    model = folder.resolve("vb.lfm");
    fit = inferred("variational", model, "--max-k", 8, "--restarts", 3, "--json").succeeds();
  }

  private static Run inferred(String inference, Path to, Object... more) {
    Object[] all = new Object[8 + more.length];
    Object[] first = {"ibp", "fit", x, "--inference", inference, "-o", to, "--backend=java"};
    System.arraycopy(first, 0, all, 0, 8);
    System.arraycopy(more, 0, all, 8, more.length);
    return Run.lfm(all);
  }

  @Test
  void variationalInferenceClaimsNoChains() {
    JsonObject answer = fit.json();
    assertEquals(4, answer.get("features").getAsInt());
    assertTrue(answer.has("bound") && answer.has("sigma"), answer::toString);
    assertFalse(fit.out().contains("rhat") || fit.out().contains("probability-of"), fit::out);
    assertTrue(fit.err().contains("no chains"), fit::err);
    Run info = Run.lfm("info", model).succeeds();
    assertFalse(info.out().contains("rhat") || info.out().contains("ess-"), info::out);
    assertTrue(info.out().contains("lasso"), info::out);
  }

  @Test
  void commandsForModelsTakeIt() throws IOException {
    Path z = folder.resolve("z.npy");
    Run.lfm("transform", model, x, "-o", z, "--backend", "java").succeeds();
    Path page = folder.resolve("r.html");
    Run.lfm("report", model, x, "-o", page, "--backend", "java").succeeds();
    String report = Files.readString(page);
    for (String not : List.of("split-R̂", "Trace of", "chain 1", "Probability of each number")) {
      assertFalse(report.contains(not), not);
    }
    assertTrue(report.contains("no chains"));
    Run.lfm("generate", "syn0", "--seed", 2, "-o", folder.resolve("new")).succeeds();
    Path rows = folder.resolve("new/X.npy");
    JsonObject score =
        Run.lfm("score", model, rows, "--json", "--backend", "java").succeeds().json();
    assertTrue(score.has("log_likelihood") && score.has("rmse_noisy"), score::toString);
    Run.lfm("export", model, "--z", folder.resolve("bits.npy")).succeeds();
    Run.lfm("ibp", "fit", x, "-o", model, "--resume").fails("no chains to resume", "--resume");
  }

  @Test
  void softCodesAreProbabilities() throws IOException {
    Path soft = folder.resolve("p.csv");
    Run.lfm("transform", model, x, "--soft", soft, "--backend", "java").succeeds();
    List<String> lines = Files.readAllLines(soft);
    assertEquals(101, lines.size());
    for (String line : lines.subList(1, lines.size())) {
      for (String cell : line.split(",", -1)) {
        double p = Double.parseDouble(cell);
        assertTrue(p >= 0 && p <= 1, line);
      }
    }
  }

  /** The likeliest features are a model of BP-means; noise alone sets their price. */
  @Test
  void mapLearnsK() {
    Path map = folder.resolve("map.lfm");
    Run learned = inferred("map", map, "--json").succeeds();
    assertEquals(4, learned.json().get("features").getAsInt());
    assertTrue(learned.err().contains("lambda2 is"), learned::err);
    assertTrue(Run.lfm("info", map).succeeds().out().contains("bp-means"));
    Run fixed = inferred("map", map, "-k", 3, "--start", "random", "--restarts", 5, "--json");
    assertEquals(3, fixed.succeeds().json().get("features").getAsInt());
    Run priced = inferred("map", map, "--lambda2", 300, "--start", "subspace", "--json");
    assertTrue(priced.succeeds().json().get("features").getAsInt() < 4);
  }

  @Test
  void optionsOfAnotherInferenceAreNamed() {
    Path out = folder.resolve("never.lfm");
    for (Object[] more :
        new Object[][] {{"--chains", 2}, {"--sweeps", 9}, {"--resume"}, {"--save-every", 1}}) {
      String flag = more[0].toString();
      inferred("variational", out, more).isWrongUse(flag, "gibbs", "variational");
    }
    inferred("variational", out, "--lambda2", 3).isWrongUse("--lambda2", "--inference map");
    inferred("gibbs", out, "--rounds", 3).isWrongUse("--rounds", "--inference variational");
    inferred("map", out, "--sigma", 1).isWrongUse("--sigma", "gibbs and variational", "map");
    inferred("map", out, "--lambda2", 0).isWrongUse("lambda2", "above 0");
    inferred("bayes", out).isWrongUse("bayes", "gibbs");
    inferred("variational", out, "--start", "lasoo").isWrongUse("lasoo", "cumulants");
    assertFalse(Files.exists(out));
  }

  /** Nothing is fitted, and a model that is there stays. */
  @Test
  void badInputLosesNothing() throws IOException {
    Path kept = folder.resolve("kept.lfm");
    Files.copy(model, kept);
    byte[] before = Files.readAllBytes(kept);
    Path zero = Files.writeString(folder.resolve("zero.csv"), "0,0\n0,0\n0,0\n");
    Path tall = folder.resolve("tall.csv");
    Files.writeString(tall, "1,2\n".repeat(70_000));
    Run.lfm("generate", "syn2", "-o", folder.resolve("syn2")).succeeds();
    Path other = folder.resolve("syn2/X.npy");
    for (String inference : List.of("gibbs", "variational", "map")) {
      inferred(inference, kept, "-k", 101).fails("K", "101", "100");
      Object[] by = {"ibp", "fit", zero, "-o", kept, "--inference", inference, "--backend=java"};
      Run.lfm(by).fails("zero.csv", "nothing to explain");
      by[2] = other;
      Object[] started = Arrays.copyOf(by, by.length + 2);
      started[by.length] = "--start";
      started[by.length + 1] = model;
      Run.lfm(started).fails("the start is a model of 100 × 196", "1,000 × 900");
    }
    for (String how : List.of("--sampler=collapsed", "--sampler=auto", "--inference=variational")) {
      Object[] huge = {"ibp", "fit", tall, "-k", 70_000, "-o", kept, how, "--backend=java"};
      Run.lfm(huge).fails("smaller K");
    }
    inferred("variational", kept, "--alpha", 0).isWrongUse("alpha", "above 0");
    inferred("variational", kept, "--sigma", -1).isWrongUse("sigma", "above 0");
    assertArrayEquals(before, Files.readAllBytes(kept));
  }

  /** Features that the model cannot do without, and no room for them. */
  @Test
  void chainsThatAllMeetTheLimitSaySo() {
    Run run = inferred("gibbs", folder.resolve("full.lfm"), "--max-k", 2, "--sweeps", 40);
    assertTrue(run.succeeds().err().contains("K is not determined by this model"), run::err);
  }
}
