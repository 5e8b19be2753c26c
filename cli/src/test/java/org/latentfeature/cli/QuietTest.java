package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** {@code --quiet} means one thing: nothing on standard error, and the same answer. */
@Tag("whole")
class QuietTest {

  @TempDir Path folder;

  private final Map<String, List<Object>> runs = new LinkedHashMap<>();

  private void run(String command, Object... arguments) {
    runs.put(command, List.of(arguments));
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  /** In the order in which each has what those before it wrote. */
  private void plan() throws IOException {
    Path x = file("p/X.npy");
    Path people = file("people.csv");
    Files.writeString(people, "a,a,b,b\n1,2,3,4\n2,2,3,5\n1,1,4,4\n2,1,5,3\n1,2,4,5\n");
    run("demo");
    run("generate", "syn0", "-o", file("p"));
    run("fit", x, "-k", 2, "-o", file("m.lfm"), "--backend", "java");
    run("fit-many", x, "-k", 1, "-o", file("many"), "--backend", "java");
    run("path", x, "--max-k", 1, "--table", file("t.tsv"), "--backend", "java");
    run("transform", file("m.lfm"), x, "-o", file("Z.npy"), "--backend", "java");
    run("reconstruct", file("m.lfm"), file("Z.npy"), "-o", file("Xhat.npy"));
    run("impute", file("m.lfm"), x, "-o", file("filled.csv"), "--backend", "java");
    run("score", file("m.lfm"), x);
    run("info", file("m.lfm"));
    run("name", file("m.lfm"), "1=square");
    run("update", file("m.lfm"), x, "-o", file("u.lfm"), "--backend", "java");
    run("export", file("m.lfm"), "--w", file("W.npy"));
    run("plot", file("m.lfm"), "--image", "14x14", "-o", file("p.png"));
    run("report", file("m.lfm"), x, "-o", file("r.html"), "--path-to", 0, "--backend", "java");
    Object[] steps = {"--iterations", 3, "--backend", "java"};
    run("markov fit", with(steps, x, "-k", 2, "-o", file("w.lfm")));
    run("markov transform", file("w.lfm"), x, "-o", file("paths.csv"), "--backend", "java");
    run("markov score", file("w.lfm"), x, "--samples", 10);
    run("markov graph", file("w.lfm"), "-o", file("g.svg"));
    run("markov info", file("w.lfm"));
    run("ibp fit", x, "-k", 2, "-o", file("i.lfm"), "--sweeps", 10, "--backend", "java");
    run("spectral fit", x, "-k", 2, "-o", file("s.lfm"), "--backend", "java");
    run(
        "denoise",
        with(steps, x, "-o", file("c.npy"), "-k", 4, "--sigma", 1, "--model", file("d.lfm")));
    run(
        "markov map",
        file("d.lfm"),
        x,
        "--features",
        1,
        "-o",
        file("map.png"),
        "--backend",
        "java");
    run("add-noise", x, "--sigma", 1, "-o", file("n.npy"));
    run("identifiable", file("m.lfm"));
    run("reproduce figure1", "-k", 3, "-p", 0.5, "--trials", 2);
    run(
        "reproduce frontier",
        "-k",
        2,
        "--ratio",
        5,
        "--columns",
        4,
        "--sigma",
        0,
        "--prevalence",
        0.5,
        "--dependence",
        "none",
        "--seeds",
        1,
        "--backend",
        "java");
    run("reproduce calibration", "--problems", 1, "--backend", "java");
    run("reproduce counts", "--problems", "dense3", "--seeds", 1, "--backend", "java");
    run(
        "reproduce spectral-figure2",
        with(
            new Object[] {"--rows", 200, "--columns", 6, "-k", 2, "--sigma", 0.1, "--seeds", 1},
            "-o",
            file("spectral"),
            "--backend",
            "java"));
    run(
        "reproduce admixture",
        with(
            new Object[] {"--rows", 200, "--columns", 6, "-k", 2, "--alpha", 0.5, "--seeds", 1},
            "-o",
            file("admixture"),
            "--backend",
            "java"));
    Path pictures = Files.createDirectories(file("pictures"));
    NpyWriter.write(SyntheticProblem.dense(16, 16, 2, .1, 1).x(), pictures.resolve("x.npy"));
    run(
        "reproduce denoising",
        pictures,
        "--methods",
        "total-variation",
        "--sigma",
        1,
        "-o",
        file("denoising"),
        "--backend",
        "java");
    run("reproduce genomes", people, "-k", 1, "--most", 0, "--splits", 1, "--samples", 5);
    StringBuilder ratings = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      ratings.append("%d,%d,%d%n".formatted(i % 20, i / 20, 1 + i * i % 5));
    }
    run(
        "reproduce ratings",
        Files.writeString(file("ratings.csv"), ratings),
        "-k",
        1,
        "--fits",
        1,
        "--backend",
        "java");
    run("reproduce recovery", with(steps, "-k", 2, "--rows", 20, "--columns", 3, "--seeds", 1));
    run("backends");
    run("completion");
    for (String experiment : List.of("figure2", "figure3", "table-times")) {
      // Without data there is nothing to run; the pages have tests of their own.
      run("reproduce " + experiment, "--data", file("none"), "-o", file(experiment));
    }
  }

  private static Object[] with(Object[] last, Object... first) {
    List<Object> all = new ArrayList<>(Arrays.asList(first));
    all.addAll(Arrays.asList(last));
    return all.toArray();
  }

  private static Run lfm(String command, List<Object> arguments, Object... more) {
    List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    words.addAll(arguments);
    words.addAll(Arrays.asList(more));
    return Run.lfm(words.toArray());
  }

  /** Numbers apart, of which times differ from run to run. */
  private static List<String> shape(String answer) {
    return answer.lines().map(line -> line.replaceAll("[0-9][0-9.E-]*", "0")).toList();
  }

  @Test
  void everyCommandKeepsItsAnswerAndNothingElse() throws IOException {
    plan();
    Set<String> groups = Set.of("markov", "spectral", "ibp", "reproduce", "bench", "serve");
    Set<String> commands =
        HelpTest.commands().filter(c -> !groups.contains(c)).collect(Collectors.toSet());
    assertEquals(new TreeSet<>(commands), new TreeSet<>(runs.keySet()));
    runs.forEach(
        (command, arguments) -> {
          Run loud = lfm(command, arguments);
          Run quiet = lfm(command, arguments, "-q");
          assertEquals(loud.status(), quiet.status(), () -> loud + "\n" + quiet);
          if (loud.status() == 0) {
            assertEquals("", quiet.err(), command);
            assertFalse(quiet.out().isEmpty(), command);
            if (!command.equals("fit-many")) { // The second run keeps what the first one made.
              assertEquals(shape(loud.out()), shape(quiet.out()), command);
            }
          } else {
            assertTrue(command.matches("reproduce (figure[23]|table-times)"), loud::toString);
            assertEquals(1, quiet.err().lines().count(), quiet::toString);
          }
        });
  }

  @Test
  void helpSaysSoInOneWay() {
    HelpTest.commands()
        .filter(
            command ->
                !Set.of("markov", "spectral", "ibp", "reproduce", "bench", "serve")
                    .contains(command))
        .forEach(
            command -> {
              Run help = lfm(command, List.of(), "--help");
              assertTrue(help.out().contains("Print only results and errors"), help::toString);
            });
  }
}
