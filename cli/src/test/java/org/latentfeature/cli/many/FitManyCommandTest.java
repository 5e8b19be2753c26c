package org.latentfeature.cli.many;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cli.Run;
import org.latentfeature.cli.TinyBackendProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** Many fits, and what is refused. */
class FitManyCommandTest {

  @TempDir Path folder;
  private Path models = Path.of("unset");

  @BeforeEach
  void makeTwoProblems() {
    models = folder.resolve("models");
    for (int i = 1; i <= 2; i++) {
      NpyWriter.write(
          SyntheticProblem.dense(40, 12, 3, .2, i).x(), folder.resolve("x" + i + ".npy"));
    }
  }

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Run many(Path list, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit-many", list, "-o", models, "--backend", "java"));
    arguments.addAll(Arrays.asList(more));
    return Run.lfm(arguments.toArray());
  }

  private List<String> saved() throws IOException {
    try (var files = Files.list(models)) {
      return files
          .map(f -> String.valueOf(f.getFileName()))
          .filter(f -> f.endsWith(".lfm"))
          .sorted()
          .toList();
    }
  }

  private static void assertCounts(JsonObject answer, int fitted, int kept, int failed) {
    assertEquals(
        List.of(fitted, kept, failed, 0),
        List.of(
            answer.get("fitted").getAsInt(),
            answer.get("kept").getAsInt(),
            answer.get("failed").getAsInt(),
            answer.get("waiting").getAsInt()));
  }

  @Test
  void aListAndThenMoreOfIt() throws IOException {
    Path list = text("list.txt", "x1.npy\nx2.npy\n");
    assertCounts(many(list, "-k", 2, "--json", "--jobs", 2).succeeds().json(), 2, 0, 0);
    Run again = many(list, "-k", "2,3", "--json", "--jobs", 1).succeeds();
    assertCounts(again.json(), 2, 2, 0);
    assertEquals(
        List.of("x1-k2-seed0.lfm", "x1-k3-seed0.lfm", "x2-k2-seed0.lfm", "x2-k3-seed0.lfm"),
        saved());
  }

  @Test
  void aGridOfOneMatrix() throws IOException {
    many(
            folder.resolve("x1.npy"),
            "-k",
            "2..3",
            "--seeds",
            "1..2",
            "--relative-penalty",
            "0.1,0.3",
            "--method",
            "lasso",
            "--bootstrap",
            1,
            "--scale-by",
            2)
        .succeeds();
    assertEquals(2 * 2 * 2 * 2, saved().size());
    var manifest =
        ModelFile.load(models.resolve("x1-k3-seed2-relative0.3-lasso-boot1.lfm"), LassoModel.KIND)
            .manifest();
    assertEquals("relative 0.3", manifest.options().get("penalty"));
    assertEquals("lasso", manifest.options().get("method"));
    assertEquals("2.0", manifest.options().get("scale-by"));
    List<String> stability = Files.readAllLines(models.resolve("stability.tsv"));
    assertEquals(1 + 2 + 3, stability.size(), stability::toString);
  }

  /** One method, one model, whichever command. */
  @Tag("whole")
  @Test
  void aMethodIsTheOneOfFit() throws IOException {
    Path x = folder.resolve("x1.npy");
    many(x, "-k", 2, "--method", "paper,lasso").succeeds();
    for (String method : List.of("paper", "lasso")) {
      Path alone = folder.resolve(method + ".lfm");
      Run.lfm("fit", x, "-k", 2, "--method", method, "-o", alone, "--backend", "java").succeeds();
      var one = ModelFile.load(alone, LassoModel.KIND);
      var many = ModelFile.load(models.resolve("x1-k2-seed0-" + method + ".lfm"), LassoModel.KIND);
      assertEquals(one.manifest().options(), many.manifest().options());
      assertEquals(one.z(), many.z());
      assertArrayEquals(one.w().values(), many.w().values(), 0);
    }
    many(x, "-k", 2, "--method", "paper", "--corrective", "bcd").succeeds();
    var other = ModelFile.load(models.resolve("x1-k2-seed0-paper.lfm"), LassoModel.KIND).manifest();
    assertEquals("bcd", other.options().get("corrective"));
    assertTrue(
        Run.lfm("fit-many", "--help", "method")
            .out()
            .replaceAll("\\s+", " ")
            .contains("as published"));
  }

  @Test
  void aChangedOptionIsFittedAgainAndSaidSo() throws IOException {
    Path list = text("list.csv", "data,name\nx1.npy,a\n");
    many(list, "-k", 2).succeeds();
    Run run = many(list, "-k", 3).succeeds();
    assertTrue(run.err().contains("a is fitted again: its k was 2 and is 3 now"), run::toString);
  }

  @Test
  void failuresAreListedAndTheRestIsDone() throws IOException {
    text("tiny.csv", "1,2\n");
    Path list = text("list.txt", "missing.npy\nx1.npy\ntiny.csv\nx2.npy\n");
    Run run = many(list, "-k", 2, "--json");
    run.fails("2 of 4 fits failed", "missing-k2-seed0", "tiny-k2-seed0", "results.tsv");
    assertCounts(run.json(), 2, 0, 2);
    assertTrue(run.err().contains("tiny-k2-seed0 failed: K is 2"), run::toString);
    assertEquals(List.of("x1-k2-seed0.lfm", "x2-k2-seed0.lfm"), saved());
  }

  @Test
  void silenceKeepsTheListOfFailures() throws IOException {
    Path list = text("list.txt", "missing.npy\nx1.npy\n");
    Run run = many(list, "-k", 2, "-q");
    run.fails("1 of 2 fits failed: missing-k2-seed0");
    assertTrue(run.out().startsWith("models "), run::toString);
    assertEquals(1, run.err().lines().count(), run::toString);
  }

  @Test
  void tooLittleMemoryForOneIsItsFailure() throws IOException {
    NpyWriter.write(Matrix.allocate(2000, 1000), folder.resolve("large.npy"));
    Path list = text("list.txt", "large.npy\nx1.npy\n");
    Run run = many(list, "-k", 2, "--memory", "4m");
    run.fails("1 of 2 fits failed: large-k2-seed0");
    assertTrue(run.err().contains("not enough memory"), run::toString);
    assertTrue(run.err().contains("4 MiB"), run::toString);
    assertEquals(List.of("x1-k2-seed0.lfm"), saved());
  }

  @Test
  void aCardThatIsTooSmallFailsEachFit() throws IOException {
    NpyWriter.write(Matrix.allocate(2000, 1000), folder.resolve("large.npy"));
    Run run =
        Run.lfm(
            "fit-many",
            folder.resolve("large.npy"),
            "-k",
            2,
            "-o",
            models,
            "--backend",
            TinyBackendProvider.NAME);
    run.fails("1 of 1 fits failed");
    assertTrue(run.err().contains("16 MiB"), run::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "-k, 0",
    "-k, two",
    "-k, 5..2",
    "-k, '2,'",
    "-k, 1..9999999999",
    "--seeds, 1...2",
    "--penalty, -1",
    "--penalty, '1,x'",
    "--relative-penalty, NaN",
    "--method, magic",
    "--bootstrap, -1",
    "--bootstrap, 2147483647",
    "--bootstrap, 1000000",
    "--jobs, 0",
    "--jobs, x",
    "--memory, much",
    "--memory, 0",
    "--match, 2",
    "--time-limit, 0",
    "--scale-by, 0",
    "--backend, abacus"
  })
  void optionsOutOfRange(String option, String value) {
    Object[] more = option.equals("-k") ? new Object[] {} : new Object[] {"-k", 2};
    List<Object> arguments = new ArrayList<>(List.of("fit-many", folder.resolve("x1.npy")));
    arguments.addAll(Arrays.asList(more));
    arguments.addAll(List.of("-o", models, option, value));
    Run.lfm(arguments.toArray()).isWrongUse();
    assertFalse(Files.exists(models));
  }

  @Test
  void optionsThatContradict() {
    Path x = folder.resolve("x1.npy");
    many(x, "-k", 2, "--method", "path,lasso", "--penalty", 1).isWrongUse("--method path");
    many(x, "-k", 2, "--relative-penalty", 1, "--penalty", 1).isWrongUse("--penalty");
    Run.lfm("fit-many", x, "-k", 2).isWrongUse("--output");
    assertFalse(Files.exists(models));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a", "a/b", "..", ".x"})
  void namesThatAreNoFiles(String name) throws IOException {
    many(text("l.csv", "data,name\nx1.npy," + name + "\n"), "-k", 2).fails("line 2", name);
    assertFalse(Files.exists(models));
  }

  @Test
  void listsThatAreNone() throws IOException {
    many(folder.resolve("no.txt"), "-k", 2).fails("no.txt");
    many(text("empty.txt", ""), "-k", 2).fails("empty.txt", "no data");
    many(text("empty.tsv", ""), "-k", 2).fails("empty.tsv", "empty");
    many(text("l.csv", "file,k\nx1.npy,2\n")).fails("l.csv", "'data'");
    many(text("l.csv", "data,sede\nx1.npy,2\n"), "-k", 2).fails("l.csv", "\"sede\"");
    many(text("l.csv", "data,k\nx1.npy,4000000000\n")).fails("line 2", "4000000000");
    many(text("l.csv", "data\nx1.npy\n")).fails("line 2", "-k");
    many(text("l.csv", "data,name\nx1.npy,a\nx2.npy,a\n"), "-k", 2).fails("line 2", "line 3", "a");
    assertFalse(Files.exists(models));
  }

  @Test
  void anOutputThatIsNoDirectory() throws IOException {
    models = text("models", "a file");
    many(folder.resolve("x1.npy"), "-k", 2).fails("models", "name a directory");
    models = models.resolve("below");
    many(folder.resolve("x1.npy"), "-k", 2).fails("below");
  }
}
