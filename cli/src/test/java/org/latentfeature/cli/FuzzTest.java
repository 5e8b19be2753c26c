package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.cli.fuzz.Commands;
import org.latentfeature.cli.fuzz.Fixtures;
import org.latentfeature.cli.fuzz.Format;
import org.latentfeature.cli.fuzz.NpyFiles;

/**
 * Two thousand harmed files and command lines: each is used or refused in a sentence, and nothing
 * else happens. A failure names its case; {@code -Dfuzz.case=TEXT-17} runs that one alone.
 */
@Tag("whole")
class FuzzTest {

  private static final int EACH = 205;

  @TempDir static Path folder;
  private static Fixtures good = new Fixtures(Path.of(""), Path.of(""), Path.of(""), Path.of(""));
  private static List<byte[]> before = List.of();
  private static final FuzzCases CASES = new FuzzCases(() -> folder);

  @BeforeAll
  static void makeGoodFiles() throws IOException {
    Choice choice = new Choice(FuzzCases.SEED);
    good =
        new Fixtures(
            Files.write(folder.resolve("x.npy"), NpyFiles.valid(choice, 8, 3, false)),
            Files.write(folder.resolve("z.npy"), NpyFiles.valid(choice, 8, 2, true)),
            folder.resolve("lasso.lfm"),
            folder.resolve("markov.lfm"));
    Run.lfm("fit", good.x(), "-k", 2, "-o", good.lasso(), "--backend", "java").succeeds();
    Run.lfm(
            "markov",
            "fit",
            good.x(),
            "-k",
            2,
            "-o",
            good.markov(),
            "--iterations",
            5,
            "--backend",
            "java")
        .succeeds();
    before = contents();
  }

  private static List<byte[]> contents() throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (Path file : List.of(good.x(), good.z(), good.lasso(), good.markov())) {
      contents.add(Files.readAllBytes(file));
    }
    return contents;
  }

  @AfterAll
  static void theGoodFilesAreAsBefore() throws IOException {
    List<byte[]> after = contents();
    for (int i = 0; i < after.size(); i++) {
      assertArrayEquals(before.get(i), after.get(i));
    }
    assertTrue(FuzzCases.one() != null || CASES.count() >= 2000, CASES.count() + " cases");
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void files(Format format) throws IOException {
    CASES.run(format.name(), EACH, (choice, home) -> format.next(choice, home, good));
  }

  @Test
  void options() throws IOException {
    CASES.run("OPTIONS", 400, new FuzzOptions(good.x(), FuzzTest::base)::next);
  }

  private static List<String> base(Choice choice, Path x, Path home) {
    Path lasso = good.lasso();
    Path markov = good.markov();
    Path out = home.resolve("out.npy");
    Path model = home.resolve("out.lfm");
    return switch (choice.below(15)) {
      case 0 -> Commands.fit(x, model);
      case 1 -> Commands.path(x, home.resolve("t.tsv"));
      case 2 -> Commands.transform(lasso, x, out);
      case 3 -> Commands.score(lasso, x);
      case 4 -> Commands.words("info", lasso);
      case 5 -> Commands.export(lasso, out);
      case 6 -> Commands.plot(lasso, home.resolve("out.png"));
      case 7 -> Commands.words("identifiable", lasso);
      case 8 -> Commands.markovFit(x, model);
      case 9 -> Commands.markovScore(markov, x);
      case 10 -> Commands.markovGraph(markov, home.resolve("out.svg"));
      case 11 -> Commands.words("reproduce", "figure1", "--trials", 2, "-k", 2, "-p", 0.5);
      case 12 -> Commands.onJava("fit-many", x, "-k", 1, "-o", home.resolve("out"));
      case 13 -> dense(home);
      default -> Commands.words("generate", "syn0", "-o", home.resolve("out"));
    };
  }

  private static List<String> dense(Path home) {
    return Commands.words(
        "generate", "dense", "--rows", 9, "--columns", 4, "-k", 3, "-o", home.resolve("out"));
  }
}
