package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;

/** {@code lfm reproduce spectral-figure2} and {@code admixture}: errors of dictionaries. */
final class ReproduceSpectralCommandsTest {

  @TempDir Path folder;

  private Run run(String experiment, Object... more) {
    List<Object> words = new ArrayList<>(List.of("reproduce", experiment, "--backend", "java"));
    words.addAll(List.of("-o", folder.resolve("page")));
    words.addAll(Arrays.asList(more));
    return Run.lfm(words.toArray());
  }

  private Run figure(Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "--rows", "400,1000", "--columns", 8, "-k", 2, "--sigma", "0.1,0.4", "--seeds", 1));
    words.addAll(Arrays.asList(more));
    return run("spectral-figure2", words.toArray());
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve("page").resolve(name));
  }

  @Test
  void everyMethodHasALineAndTheOracleIsNotBeaten() throws IOException {
    figure().succeeds();
    List<String> lines = read("errors.tsv").lines().skip(1).toList();
    // Two sizes at one noise, another noise at one size; six methods.
    assertEquals(18, lines.size());
    for (String problem : List.of("1000\t8\t2\t0.1\t2.0\t1", "1000\t8\t2\t0.4\t2.0\t1")) {
      double ours = error(lines, problem, "ours");
      double oracle = error(lines, problem, "oracle");
      assertTrue(oracle <= ours * 1.5 && ours < 1e-2, problem + ": " + ours + ", " + oracle);
    }
    String page = read("index.html");
    assertTrue(page.contains("<svg") && page.contains("MF-Binary (SHL)"));
    assertTrue(page.contains("lfm reproduce spectral-figure2"));
  }

  private static double error(List<String> lines, String problem, String method) {
    return lines.stream()
        .filter(line -> line.startsWith(problem + "\trounded\t" + method + "\t"))
        .mapToDouble(line -> Double.parseDouble(line.split("\t", -1)[9]))
        .findAny()
        .orElseThrow();
  }

  @Test
  void whatIsThereIsNotMadeAgain() throws IOException {
    figure("--methods", "oracle,als").succeeds();
    String first = read("errors.tsv");
    figure("--methods", "oracle,als").succeeds();
    assertEquals(first, read("errors.tsv"));
  }

  @Test
  void wrongUseIsNamed() {
    figure("--methods", "pca").isWrongUse("--methods is pca", "oracle");
    run("spectral-figure2", "-k", 9, "--rows", 4).isWrongUse("--features is 9");
    figure("--rbm", "--exclusive").isWrongUse("--rbm and --exclusive exclude each other");
    figure("--rbm", "--sigma", 0).isWrongUse("--sigma is 0");
    run("admixture", "-k", 1).isWrongUse("--features is 1");
    run("admixture", "--alpha", 0).isWrongUse("--alpha is 0.0");
    run("admixture", "--drift", 1).isWrongUse("--drift is 1.0");
    assertFalse(Files.exists(folder.resolve("page")));
  }

  @Test
  void anotherTableIsLeftAsItIs() throws IOException {
    Files.createDirectories(folder.resolve("page"));
    Files.writeString(folder.resolve("page").resolve("errors.tsv"), "mine");
    figure().fails("is not a table of this command");
    assertEquals("mine", read("errors.tsv"));
  }

  @Test
  void sharesHaveErrorsOfEachMethod() throws IOException {
    Object[] small = {"--rows", 500, "--columns", 10, "-k", 2, "--alpha", 0.2, "--seeds", 2};
    run("admixture", small).succeeds();
    String table = read("errors.tsv");
    assertEquals(6, table.lines().skip(1).count());
    assertTrue(read("index.html").contains("eigenpairs+als"));
    run("admixture", small).succeeds();
    assertEquals(table, read("errors.tsv"));
  }
}
