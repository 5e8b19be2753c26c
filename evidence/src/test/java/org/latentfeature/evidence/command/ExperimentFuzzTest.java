package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.FuzzCases;
import org.latentfeature.cli.FuzzOptions;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.cli.fuzz.Commands;
import org.latentfeature.cli.fuzz.NpyFiles;

/** Experiments with options that may not do are run or refused in a sentence. */
class ExperimentFuzzTest {

  @TempDir Path folder;

  @Test
  void options() throws IOException {
    Path x = Files.write(folder.resolve("x.npy"), NpyFiles.valid(new Choice(1), 8, 3, false));
    FuzzOptions options = new FuzzOptions(x, (choice, data, home) -> figure1());
    new FuzzCases(() -> folder).run("EXPERIMENTS", 60, options::next);
  }

  private static List<String> figure1() {
    return Commands.words("reproduce", "figure1", "--trials", 2, "-k", 2, "-p", 0.5);
  }
}
