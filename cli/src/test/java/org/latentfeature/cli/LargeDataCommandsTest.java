package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Fits of samples, and files that are not loaded, through the command line. */
@Tag("whole")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeDataCommandsTest {

  private Path folder = Path.of("");
  private Path x = Path.of("");

  @BeforeAll
  void generate(@TempDir Path temporary) {
    folder = temporary;
    x = folder.resolve("X.npy");
    Run.lfm(
            "generate",
            "dense",
            "--rows",
            6000,
            "--columns",
            20,
            "-k",
            5,
            "--sigma",
            .3,
            "-o",
            folder)
        .succeeds();
  }

  private Run fit(String name, Object... more) {
    Object[] arguments = new Object[8 + more.length];
    Object[] first = {"fit", x, "-k", 5, "-o", folder.resolve(name), "--backend", "java"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments);
  }

  private double hamming(String model) {
    return Run.lfm(
            "score", folder.resolve(model), x, "--truth-z", folder.resolve("Z.npy"), "--json")
        .succeeds()
        .json()
        .get("hamming")
        .getAsDouble();
  }

  @Test
  void aSampleIsFittedAndExtended() {
    Run run = fit("s.lfm", "--sample", "auto", "--json").succeeds();
    assertTrue(run.err().contains("fits a sample of 2,000 of 6,000 rows"), run.err());
    assertEquals(2000, run.json().get("sample_rows").getAsInt());
    assertEquals(5, run.json().get("features_in_second_sample").getAsInt());
    assertTrue(hamming("s.lfm") < 1e-3);
    Run info = Run.lfm("info", folder.resolve("s.lfm")).succeeds();
    assertTrue(info.out().contains("sample"), info.out());
  }

  @Test
  void aFileLargerThanTheMemoryIsReadBlockByBlock() throws IOException {
    Run run = fit("f.lfm", "--memory", "100k", "--json").succeeds();
    assertTrue(run.err().contains("read block by block"), run.err());
    assertTrue(run.json().get("passes").getAsInt() <= 6, run.out());
    assertTrue(run.json().get("bytes_read").getAsLong() >= 3L * 6000 * 20 * 4, run.out());
    assertTrue(hamming("f.lfm") < 1e-3);
    // The same sample of the same rows, wherever they are.
    fit("s2.lfm", "--sample", "auto").succeeds();
    Path blocks = folder.resolve("z1.npy");
    Path whole = folder.resolve("z2.npy");
    Run.lfm(
            "transform",
            folder.resolve("f.lfm"),
            x,
            "-o",
            blocks,
            "--memory",
            "100k",
            "--backend",
            "java")
        .succeeds();
    Run.lfm("transform", folder.resolve("s2.lfm"), x, "-o", whole, "--backend", "java").succeeds();
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(blocks));
    Run fromFile =
        Run.lfm("score", folder.resolve("f.lfm"), x, "--memory", "100k", "--json").succeeds();
    Run loaded = Run.lfm("score", folder.resolve("f.lfm"), x, "--json").succeeds();
    assertEquals(
        loaded.json().get("rmse_noisy").getAsDouble(),
        fromFile.json().get("rmse_noisy").getAsDouble(),
        1e-9);
    assertFalse(fromFile.json().get("coded").getAsBoolean(), "the fingerprint is the model's");
  }

  @Test
  void whatASampleCannotDoIsRefused() {
    fit("no.lfm", "--sample", "3").fails("3 rows", "5 features");
    fit("no.lfm", "--sample", "0").isWrongUse("--sample", "at least 1");
    fit("no.lfm", "--sample", "some").isWrongUse("'some'", "auto, all or a number");
    fit("no.lfm", "--sample", "all", "--memory", "100k", "--method", "cumulants").succeeds();
    fit("no2.lfm", "--memory", "0").isWrongUse("--memory");
    fit("no2.lfm", "--sample", "500", "--estimator", "indian-buffet")
        .isWrongUse("--sample does not apply to the estimator indian-buffet");
    assertFalse(Files.exists(folder.resolve("no2.lfm")));
  }

  /** Atoms, certificate and path of rows that are read block by block. */
  @Test
  void allRowsOfAFileAreFitted() {
    Run run =
        Run.lfm(
                "fit",
                x,
                "-k",
                5,
                "-o",
                folder.resolve("a.lfm"),
                "--sample",
                "all",
                "--memory",
                "100k",
                "--method",
                "lasso",
                "--json")
            .succeeds();
    assertTrue(hamming("a.lfm") < 1e-3);
    assertFalse(run.json().has("sample_rows"), run.out());
    assertTrue(run.json().get("passes").getAsInt() > 20, run.out());
  }

  /** Of fewer rows: every K of a path reads all of them many times. */
  @Test
  void aPathOfAllRowsOfAFileIsFitted() {
    Path few = folder.resolve("few");
    Run.lfm("generate", "dense", "--rows", 1500, "--columns", 20, "-k", 3, "--sigma", .3, "-o", few)
        .succeeds();
    Path model = folder.resolve("p.lfm");
    Run path =
        Run.lfm(
                "path",
                few.resolve("X.npy"),
                "--max-k",
                3,
                "--table",
                folder.resolve("path.tsv"),
                "--memory",
                "100k",
                "-o",
                model,
                "--json")
            .succeeds();
    assertTrue(path.json().get("passes").getAsInt() > 5, path.out());
    Object[] score = {
      "score", model, few.resolve("X.npy"), "--truth-z", few.resolve("Z.npy"), "--json"
    };
    assertTrue(Run.lfm(score).succeeds().json().get("hamming").getAsDouble() < 1e-3);
  }

  @Test
  void stochasticInferenceReadsBatches() {
    Run run =
        Run.lfm(
                "markov",
                "fit",
                x,
                "-k",
                5,
                "-o",
                folder.resolve("m.lfm"),
                "--stochastic",
                "--batch",
                500,
                "--iterations",
                10,
                "--memory",
                "100k",
                "--json")
            .succeeds();
    assertEquals(1, run.json().get("passes").getAsInt());
    Run other =
        fit(
                "m2.lfm",
                "--estimator",
                "markov",
                "--set",
                "inference=stochastic",
                "--set",
                "batch=500",
                "--set",
                "iterations=10",
                "--memory",
                "100k",
                "--json")
            .succeeds();
    assertTrue(other.err().contains("read block by block"), other.err());
  }

  @Test
  void markovModelsOfASampleReadTheFileOnceARound() {
    Run run =
        Run.lfm(
                "markov",
                "fit",
                x,
                "-k",
                5,
                "-o",
                folder.resolve("m3.lfm"),
                "--sample",
                400,
                "--memory",
                "100k",
                "--json")
            .succeeds();
    assertTrue(run.err().contains("fits a sample of 400 of 6,000 rows"), run.err());
    assertEquals(400, run.json().get("sample_rows").getAsInt());
    assertTrue(run.json().get("passes").getAsInt() >= 3, run.out());
    Run loaded = fit("m4.lfm", "--estimator", "markov", "--sample", "400", "--json").succeeds();
    assertEquals(
        loaded.json().get("rmse").getAsDouble(), run.json().get("rmse").getAsDouble(), 1e-6);
    Run.lfm("markov", "fit", x, "-k", 5, "-o", "m.lfm", "--sample", 400, "--stochastic")
        .isWrongUse("--sample applies to batch inference");
  }

  @Test
  void whatASampleFoundIsCertified() {
    Run loaded = fit("c1.lfm", "--sample", "500", "--certify", "--json").succeeds();
    Run fromFile =
        fit("c2.lfm", "--sample", "500", "--certify", "--memory", "100k", "--json").succeeds();
    double objective = certificate(loaded, "objective");
    assertEquals(objective, certificate(fromFile, "objective"), 1e-6 * objective);
    double bound = certificate(loaded, "lowerBound");
    assertTrue(bound < objective && bound > .8 * objective, loaded.out());
    double other = certificate(fromFile, "lowerBound");
    assertTrue(other < objective && other > .97 * bound, fromFile.out());
    assertTrue(fromFile.json().get("passes").getAsInt() > 15, fromFile.out());
  }

  private static double certificate(Run run, String figure) {
    return run.json().get("certificate").getAsJsonObject().get(figure).getAsDouble();
  }

  @Test
  void aSampleOfAllRowsIsAllRows() {
    Run run = fit("all.lfm", "--sample", "6000", "--json").succeeds();
    assertFalse(run.json().has("sample_rows"), run.out());
  }
}
