package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.cli.fuzz.Fixtures;
import org.latentfeature.cli.fuzz.Format;
import org.latentfeature.cli.fuzz.NpyFiles;

/**
 * Two thousand harmed files and command lines: each is used or refused in a sentence, and nothing
 * else happens. A failure names its case; {@code -Dfuzz.case=TEXT-17} runs that one alone.
 */
class FuzzTest {

  private static final int CASES = 205;
  private static final long SEED = 20_260_101;

  @TempDir static Path folder;
  private static Fixtures good = new Fixtures(Path.of(""), Path.of(""), Path.of(""), Path.of(""));
  private static List<byte[]> before = List.of();
  private static int counted;

  @BeforeAll
  static void makeGoodFiles() throws IOException {
    Choice choice = new Choice(SEED);
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
    assertTrue(one() != null || counted >= 2000, counted + " cases");
  }

  private static @Nullable String one() {
    return System.getProperty("fuzz.case");
  }

  /** Writes a case's files and makes its command line. */
  private interface Maker {
    List<String> next(Choice choice, Path home) throws IOException;
  }

  private static void run(String format, int cases, Maker maker) throws IOException {
    FuzzFailures failures = new FuzzFailures();
    for (int number = 0; number < cases; number++) {
      String name = format + "-" + number;
      if (one() != null && !one().equals(name)) {
        continue;
      }
      Path home = Files.createDirectory(folder.resolve(name));
      Choice choice = new Choice(SEED + 1_000_003L * number + format.hashCode());
      List<String> words = maker.next(choice, home);
      new FuzzCase(name, home, words, choice.isRefused()).run(failures);
      counted++;
    }
    failures.requireNone();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void files(Format format) throws IOException {
    run(format.name(), CASES, (choice, home) -> format.next(choice, home, good));
  }

  @Test
  void options() throws IOException {
    FuzzOptions options = new FuzzOptions(good);
    run("OPTIONS", 400, options::next);
  }
}
