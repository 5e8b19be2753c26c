package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.LongCommandsTest;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** Every experiment that may take long says how far it is. */
class LongExperimentsTest {

  @TempDir Path folder;

  @Test
  void reproductionsSayWhatIsLeft() throws IOException {
    LongCommandsTest.says(
        ".*run 2 of 2: N 20, K 3, p 0.2, trials: 5 of 10; about .* left",
        "reproduce",
        "figure1",
        "--rows",
        20,
        "-k",
        "2..3",
        "-p",
        0.2,
        "--trials",
        10);
    LongCommandsTest.says(
        ".*run 2 of 2: seed 2, batch step 1; .*",
        "reproduce",
        "recovery",
        "-k",
        2,
        "--rows",
        40,
        "--columns",
        6,
        "--seeds",
        2,
        "--iterations",
        3,
        "--backend",
        "java");
    LongCommandsTest.says(
        ".*run 2 of 2: K 2, N 20, sigma 0.1, prevalence 0.5, dependence none, seed 1, .*step 1; .*",
        "reproduce",
        "frontier",
        "-k",
        2,
        "--ratio",
        "5,10",
        "--columns",
        6,
        "--sigma",
        .1,
        "--prevalence",
        .5,
        "--dependence",
        "none",
        "--seeds",
        1,
        "--time-limit",
        3e9,
        "--backend",
        "java");
    Path data = Files.createDirectory(folder.resolve("data"));
    NpyWriter.write(SyntheticProblem.dense(30, 9, 2, .1, 1).x(), data.resolve("Own.npy"));
    LongCommandsTest.says(
        ".*run 1 of 1: Own, path .*, seed 0, path step 1; .*",
        "reproduce",
        "figure3",
        "--data",
        data,
        "-o",
        folder.resolve("out"),
        "--methods",
        "path",
        "-k",
        "1..3",
        "--seeds",
        1,
        "--backend",
        "java");
  }
}
