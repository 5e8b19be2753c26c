package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.latentfeature.cli.HelpTest;
import org.latentfeature.cli.QuietContract;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** The experiments are quiet when asked. */
@Tag("whole")
class QuietExperimentsTest extends QuietContract {

  @Override
  protected Stream<String> commands() {
    return HelpTest.commands().filter(command -> command.startsWith("reproduce "));
  }

  @Override
  protected boolean mayFail(String command) {
    return command.matches("reproduce (figure[23]|table-times)");
  }

  @Override
  protected void plan() throws IOException {
    Path people = file("people.csv");
    Files.writeString(people, "a,a,b,b\n1,2,3,4\n2,2,3,5\n1,1,4,4\n2,1,5,3\n1,2,4,5\n");
    Object[] steps = {"--iterations", 3, "--backend", "java"};
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
    run("reproduce all", "--only", "genomes", "--genomes", people, "-o", file("all"));
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
    run(
        "reproduce risk",
        with(
            new Object[] {"--rows", 60, "--steps", 2, "-k", 2, "--columns", 5, "--seeds", 1},
            "-o",
            file("risk"),
            "--backend",
            "java"));
    for (String experiment : List.of("figure2", "figure3", "table-times")) {
      // Without data there is nothing to run; the pages have tests of their own.
      run("reproduce " + experiment, "--data", file("none"), "-o", file(experiment));
    }
  }
}
