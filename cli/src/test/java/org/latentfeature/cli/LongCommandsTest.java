package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.CsvWriter;
import org.latentfeature.io.NpyWriter;

/**
 * Every command that may take long says how far it is: by a clock that is ten seconds later each
 * time it is looked at, whatever is told is shown.
 */
public class LongCommandsTest {

  @TempDir static Path folder;
  private static Path x;
  private static Path csv;

  @BeforeAll
  static void fit() throws IOException {
    x = folder.resolve("X.npy");
    csv = folder.resolve("X.csv");
    Matrix data = SyntheticProblem.dense(30, 9, 2, .1, 1).x();
    NpyWriter.write(data, x);
    CsvWriter.write(data, null, csv);
    Run.lfm("fit", x, "-k", 2, "-o", folder.resolve("f.lfm"), "--backend", "java").succeeds();
    Run.lfm("markov", "fit", x, "-k", 2, "-o", folder.resolve("m.lfm"), "--backend", "java")
        .succeeds();
  }

  /** Runs a command by a clock that is ten seconds later each time it is looked at. */
  private static Run slowly(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    AtomicLong clock = new AtomicLong();
    int status =
        Lfm.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            () -> clock.addAndGet(10),
            Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    return new Run(status, out.toString(), err.toString());
  }

  /** Runs a command by that clock and checks that it succeeds and prints a line of this pattern. */
  public static void says(String line, Object... arguments) {
    Run run = slowly(arguments);
    assertTrue(run.status() == 0, run::toString);
    assertTrue(run.err().lines().anyMatch(l -> l.matches(line)), () -> line + " is not in " + run);
  }

  @Test
  void markovScoreCountsRows() {
    says(
        " *\\d+\\.0 s  scoring rows: 7 of 30, about \\d+ (s|min) left",
        "markov",
        "score",
        folder.resolve("m.lfm"),
        x);
  }

  @Tag("whole")
  @Test
  void identifiableCountsItsSearch() throws IOException {
    Path z = folder.resolve("Z.csv");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      for (int k = 0; k < 20; k++) {
        rows.append(k == 0 ? "" : ",").append(k == i % 20 || k == (i + 1) % 20 ? 1 : 0);
      }
      rows.append('\n');
    }
    Files.writeString(z, rows);
    says(
        ".*partial columns tried \\(upper limit\\): [\\d,]+ of 500,000, about .* left",
        "identifiable",
        z,
        "--most",
        1_000_000,
        "--max-nodes",
        500_000);
  }

  @Test
  void readingTextCountsBytes() {
    says(
        ".*counting the rows of .*X\\.csv: [\\d,]+ of [\\d,]+.*",
        "transform",
        folder.resolve("f.lfm"),
        csv,
        "-o",
        folder.resolve("z.npy"),
        "--backend",
        "java");
    says(".* s  reading .*X\\.csv: [\\d,]+ of [\\d,]+.*", "score", folder.resolve("f.lfm"), csv);
  }

  /** Before its first step, which may take long, it no longer reads. */
  @Test
  void fittingSaysSo() {
    Path model = folder.resolve("g.lfm");
    says(".* s  fitting", "fit", x, "-k", 2, "-o", model, "--backend", "java");
  }

  @Test
  void codingSaysSo() {
    says(
        ".* coding rows",
        "transform",
        folder.resolve("f.lfm"),
        x,
        "-o",
        folder.resolve("z.npy"),
        "--backend",
        "java");
    says(
        ".*ordering the paths of rows: \\d+ of 30.*",
        "markov",
        "transform",
        folder.resolve("m.lfm"),
        x,
        "-o",
        folder.resolve("p.csv"),
        "--backend",
        "java");
    says(
        ".*writing the report",
        "report",
        folder.resolve("f.lfm"),
        x,
        "--path-to",
        0,
        "-o",
        folder.resolve("f.html"),
        "--backend",
        "java");
  }

  @Test
  void denoisingSaysWhatComesAfterLearning() {
    Path noisy = folder.resolve("noisy.npy");
    NpyWriter.write(SyntheticProblem.dense(24, 24, 2, 20, 1).x(), noisy);
    Path clean = folder.resolve("clean.npy");
    for (String line :
        new String[] {
          ".*estimating the noise", ".*coding patches: 289 of 289.*", ".*refining: .*: 1 of 1.*"
        }) {
      says(line, "denoise", noisy, "-k", 3, "--iterations", 3, "-o", clean, "--backend", "java");
    }
  }

  @Test
  void generatingCountsRows() {
    says(
        ".*writing rows of X: 31 of 40, about .* left",
        "generate",
        "dense",
        "--rows",
        40,
        "--columns",
        2,
        "-k",
        2,
        "-o",
        folder.resolve("dense"));
  }

  @Test
  void quietIsQuiet() {
    assertEquals("", slowly("markov", "score", folder.resolve("m.lfm"), x, "-q").succeeds().err());
  }
}
