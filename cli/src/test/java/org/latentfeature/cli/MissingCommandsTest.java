package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;

/** {@code --missing} and {@code --hold-out}. */
class MissingCommandsTest {

  @TempDir static Path folder;

  private static Path problem;
  private static Path masked;

  @BeforeAll
  static void generate() throws IOException {
    problem = folder.resolve("problem");
    Run.lfm(
            "generate",
            "dense",
            "--rows=120",
            "--columns=40",
            "-k=3",
            "--sigma=.2",
            "--seed=5",
            "-o",
            problem)
        .succeeds();
    Matrix x = MatrixReader.read(problem.resolve("X.npy")).x();
    Matrix some = x.selectRows(IntStream.range(0, x.rows()).toArray());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (CounterRandom.uniform(3, i, j) < .3) {
          some.set(i, j, Float.NaN);
        }
      }
    }
    masked = folder.resolve("masked.npy");
    NpyWriter.write(some, masked);
  }

  private static Run fit(Path x, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", x, "-o", folder.resolve("m.lfm"), "--backend", "java"));
    words.addAll(List.of(more).contains("-k") ? List.of() : List.of("-k", 3));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  private static Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  @Tag("whole")
  @Test
  void theTruthIsFoundAndRemembered() {
    fit(masked, "--missing", "nan").succeeds();
    Path model = folder.resolve("m.lfm");
    JsonObject score =
        Run.lfm("score", model, masked, "--truth-z", problem.resolve("Z.npy"), "--json")
            .succeeds()
            .json();
    assertEquals(0, score.get("hamming").getAsDouble());
    Path z = folder.resolve("Z.npy");
    JsonObject coded =
        Run.lfm("transform", model, masked, "-o", z, "--backend", "java", "--json")
            .succeeds()
            .json();
    assertEquals(
        score.get("rmse_noisy").getAsDouble(), coded.get("rmse_noisy").getAsDouble(), 1e-6);
    Run.lfm("report", model, masked, "-o", folder.resolve("r.html"), "--backend", "java")
        .succeeds();
  }

  @Test
  void whereNothingIsMissingTheFitIsTheSame() {
    Path x = problem.resolve("X.npy");
    fit(x).succeeds();
    Model without = Estimators.load(folder.resolve("m.lfm"));
    fit(x, "--missing", "-9").succeeds();
    Model with = Estimators.load(folder.resolve("m.lfm"));
    assertEquals(
        Objects.requireNonNull(without.codes()).z(), Objects.requireNonNull(with.codes()).z());
    assertArrayEquals(without.w().values(), with.w().values(), "W");
  }

  @Test
  void aTextMarksMissingEntriesAndTheModelRemembersIt() throws IOException {
    String rows =
        IntStream.range(0, 24)
            .mapToObj(i -> "%d,%d,NA\n%d,NA,%d\n".formatted(i % 2, i % 2, i % 3 / 2, i % 3 / 2))
            .collect(Collectors.joining("", "a,b,c\n", ""));
    Path usual = text("usual.csv", rows);
    Path marked = text("marked.csv", rows.replace("NA", "k.A."));
    Path z = folder.resolve("z.csv");
    Path model = folder.resolve("m.lfm");
    fit(marked, "-k", 2).fails("\"k.A.\", not a number", "pass --missing \"k.A.\"");
    fit(usual, "-k", 2, "--missing", "nan").succeeds();
    Run.lfm("transform", model, marked, "-o", z, "--backend", "java").fails("not a number");
    Model expected = Estimators.load(model);
    Run run = fit(marked, "-k", 2, "--missing", "k.A.").succeeds();
    assertFalse(run.err().contains("text of missing entries"), run.err());
    assertArrayEquals(expected.w().values(), Estimators.load(model).w().values());
    Run.lfm("transform", model, marked, "-o", z, "--backend", "java").succeeds();
    assertEquals(
        Objects.requireNonNull(expected.codes()).z(),
        BinaryMatrixReader.read(z, ReadOptions.DEFAULT));
    run = fit(usual, "-k", 2, "--missing", "k.A.").succeeds();
    assertTrue(run.err().contains("no value of " + usual + " is \"k.A.\", the text of"), run.err());
  }

  @Test
  void hiddenEntriesArePredicted() {
    JsonObject json = fit(problem.resolve("X.npy"), "--hold-out", ".2", "--json").succeeds().json();
    assertEquals(.2 * 120 * 40, json.get("held_out").getAsInt(), 120);
    assertEquals(.2, json.get("held_out_rmse").getAsDouble(), .02);
    assertTrue(json.get("held_out_rmse_means").getAsDouble() > .5);
  }

  @Test
  void aPathAndManyFitsTakeMissingEntries() throws IOException {
    Path table = folder.resolve("path.tsv");
    Run.lfm("path", masked, "--max-k=3", "--table", table, "--missing=nan", "--backend=java")
        .succeeds();
    assertEquals(4, Files.readAllLines(table).size());
    Path list = text("list.txt", masked + "\n");
    Run.lfm(
            "fit-many",
            list,
            "-k=3",
            "-o",
            folder.resolve("many"),
            "--missing=nan",
            "--backend=java")
        .succeeds();
  }

  @Test
  void withoutTheOptionTheWayOutIsNamed() {
    fit(masked).fails("NaN", "entries are missing, ", " %", "--missing nan");
  }

  @Test
  void whatNeedsAllEntriesSaysSo() {
    fit(masked, "--missing", "nan", "--method", "cumulants").fails("cumulants", "missing");
    fit(masked, "--missing", "nan", "--sample", 50).fails("drop --sample");
    fit(masked, "--missing", "nan", "--reduce", 5).fails("drop --reduce");
    fit(masked, "--missing", "-9,-8").isWrongUse("--missing", "-9,-8");
    fit(masked, "--hold-out", "1").isWrongUse("--hold-out", "less than 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b,c;1,,2;,,;3,1,2;1,2,3 | row 2",
        "price,size,age;1,,2;2,,1;3,,2;1,,3 | column 2 (\"size\")",
        "a,b,c,d;1,2,,;2,1,,;,,2,3;,,1,2 | share no column",
        "a,b,c;1,inf,2;2,1,;3,1,2;1,2,3 | inf"
      })
  void whatNothingCanBeLearnedOfIsNamed(String lines, String named) throws IOException {
    Path x = text("bad.csv", lines.replace(';', '\n') + "\n");
    Run.lfm("fit", x, "-k", 2, "-o", folder.resolve("n.lfm"), "--missing=nan", "--backend=java")
        .fails(named.strip());
    assertTrue(Files.notExists(folder.resolve("n.lfm")));
  }
}
