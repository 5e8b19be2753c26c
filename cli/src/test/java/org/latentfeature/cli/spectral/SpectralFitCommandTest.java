package org.latentfeature.cli.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.cli.Run;

class SpectralFitCommandTest {

  private static final double[][] W = {
    {2, 0, -1, 1, 0, 2, 1, 0, 0, -2, 1, 1},
    {0, 2, 1, 0, -2, 0, 1, 1, 0, 1, -1, 2},
    {1, -1, 0, 2, 1, 0, 0, -1, 2, 0, 1, 0}
  };

  @TempDir Path folder;

  /** Says which of the three features a row has. */
  private interface Codes {
    boolean has(int row, int feature, RandomStream random);
  }

  private Path data(String name, int rows, double sigma, Codes codes) throws IOException {
    RandomStream random = new RandomStream(1, "spectral");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      double[] x = new double[W[0].length];
      for (int f = 0; f < W.length; f++) {
        boolean has = codes.has(i, f, random);
        for (int j = 0; j < x.length; j++) {
          x[j] += has ? W[f][j] : 0;
        }
      }
      for (int j = 0; j < x.length; j++) {
        text.append(x[j] + sigma * random.nextGaussian()).append(j + 1 < x.length ? "," : "\n");
      }
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private Path good() throws IOException {
    return data("good.csv", 400, .1, (i, f, random) -> random.nextDouble() < .3);
  }

  private Run fit(Path data, Object... more) {
    Object[] first = {"spectral", "fit", data, "-o", folder.resolve("m.lfm"), "--backend", "java"};
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private void refuses(Path data, String option, String value, String... words) {
    (option.isEmpty() ? fit(data) : fit(data, option, value)).fails(words);
    assertFalse(Files.exists(folder.resolve("m.lfm")));
  }

  @Test
  void featuresAreCountedAndTheWayIsTold() throws IOException {
    JsonObject answer = fit(good(), "--json").succeeds().json();
    assertEquals(3, answer.get("features").getAsInt());
    assertEquals("eigenpairs", answer.get("method").getAsString());
    assertEquals(.1, answer.get("sigma").getAsDouble(), .01);
    assertEquals(3, answer.get("eigenpairs").getAsInt());
    assertTrue(answer.get("isolation").getAsDouble() > .01);
  }

  /** The restarts, which come last, are tried all the same. */
  @Test
  void aSearchThatDoesNotApplySaysWhy() throws IOException {
    Path problem = folder.resolve("problem");
    Run.lfm(
            "generate",
            "dense",
            "-o",
            problem,
            "--rows",
            300,
            "--columns",
            6,
            "-k",
            4,
            "--sigma",
            1.5,
            "--seed",
            3)
        .succeeds();
    Path noisy = problem.resolve("X.npy");
    String why =
        "verified columns: not tried, since the singular values of X have no gap after K = 4";
    Run verbose = fit(noisy, "-k", 4, "-v").succeeds();
    assertTrue(verbose.err().contains(why) && verbose.err().contains("restarts"), verbose.err());
    assertFalse(fit(noisy, "-k", 4).succeeds().err().contains(why));
  }

  /** The commands for any model take it, and its page tells of its eigenpairs. */
  @Test
  void modelsAreTakenEverywhere() throws IOException {
    Path data = good();
    fit(data, "-k", 3, "--sigma", .1, "--paper", "--wls").succeeds();
    Path model = folder.resolve("m.lfm");
    assertTrue(Run.lfm("info", model).succeeds().out().contains("eigenpairs as published"));
    Run.lfm("transform", model, data, "-o", folder.resolve("z.npy"), "--backend", "java")
        .succeeds();
    Run.lfm("reconstruct", model, folder.resolve("z.npy"), "-o", folder.resolve("y.npy"))
        .succeeds();
    Run.lfm("score", model, data).succeeds();
    Path page = folder.resolve("r.html");
    Run.lfm("report", model, data, "-o", page, "--backend", "java").succeeds();
    String html = Files.readString(page);
    assertTrue(html.contains("Eigenpairs") && html.contains("Kolmogorov"), "the page's section");
    Path other = folder.resolve("other.lfm");
    Run.lfm("fit", data, "-k", 3, "-o", other, "--estimator", "spectral", "--backend", "java")
        .succeeds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-k | 12 | K is 12, but X has 12 columns",
        "-k | 17 | K is 17, but at most 16 features",
        "-k | 7 | K is 7, but X has 400 rows; third moments of so many features need at least 10·K² = 490",
        "--sigma | 50 | eigenvalue 1 of the second moment of X minus σ² is -2.49e+03"
      })
  void whatCannotBeFittedIsRefused(String option, String value, String words) throws IOException {
    refuses(good(), option, value, words);
  }

  @ParameterizedTest
  @CsvSource({"-k, 0", "-k, two", "--sigma, -1", "--sigma, NaN", "--restarts, -1"})
  void wrongNumbersAreWrongUse(String option, String value) throws IOException {
    fit(good(), option, value).isWrongUse(value);
  }

  @Test
  void noCommandIsWrongUse() {
    Run.lfm("spectral").isWrongUse("fit");
  }

  /** The rank of X is 3: the fourth eigenvalue is named. */
  @Test
  void momentsOfTooLowRank() throws IOException {
    Path exact = data("exact.csv", 400, 0, (i, f, random) -> random.nextDouble() < .3);
    refuses(exact, "-k", "4", "eigenvalue 4 of the second moment");
    assertEquals(3, fit(exact, "--json").succeeds().json().get("features").getAsInt());
  }

  /** What is counted is said to be. */
  @Test
  void fewRowsForWhatIsCounted() throws IOException {
    Path few = data("few.csv", 80, .1, (i, f, random) -> random.nextDouble() < .3);
    refuses(few, "", "", "K is estimated as 3, but X has 80 rows");
    Path fewer = data("fewer.csv", 8, .1, (i, f, random) -> random.nextDouble() < .3);
    refuses(fewer, "", "", "fewer.csv has only 8 rows; estimating the number");
  }

  /** They span three dimensions and vary in two. */
  @Test
  void exclusiveFeatures() throws IOException {
    Path exclusive = data("exclusive.csv", 400, .1, (i, f, random) -> i % 3 == f);
    JsonObject answer = fit(exclusive, "--json").succeeds().json();
    assertEquals(3, answer.get("features").getAsInt());
    assertEquals(.1, answer.get("rmse").getAsDouble(), .01);
  }

  @Test
  void dataWithoutFeatures() throws IOException {
    refuses(data("same.csv", 400, 0, (i, f, random) -> f == 0), "", "", "all rows of X are equal");
    refuses(
        data("noise.csv", 400, 1, (i, f, random) -> false),
        "",
        "",
        "no eigenvalue of the covariance");
  }

  /** As many features as one. */
  @Test
  void oneFeature() throws IOException {
    Path one = data("one.csv", 400, .1, (i, f, random) -> f == 0 && i % 5 < 2);
    assertEquals(1, fit(one, "--json").succeeds().json().get("features").getAsInt());
    assertEquals(1, fit(one, "-k", 1, "--json").succeeds().json().get("features").getAsInt());
  }
}
