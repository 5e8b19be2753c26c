package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.DidYouMean;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm generate}: a problem whose answer is known. */
@Command(
    name = "generate",
    description = {
      "Write a synthetic problem with its answer.",
      "The data are in X.npy, the truth behind them in Z.npy and W.npy.",
      "syn0: four disjoint squares, no noise, 100 × 196, K = 4. syn1: dense features, 1000 × 1000,"
          + " K = 35. syn2 and syn3: patches on 30 × 30 pictures, 1000 × 900, K = 14 and 35."
    },
    footer = {
      "",
      "Example:",
      "  lfm generate syn3 -o problem --seed 1 && lfm fit problem/X.npy -k 35 -o model.lfm"
    })
final class GenerateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PROBLEM", description = "syn0, syn1, syn2 or syn3.")
  String name;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Directory for the files; made if it is not there.")
  @Writes(inDirectory = {"X.npy", "Z.npy", "W.npy"})
  Path directory;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (!SyntheticProblem.KINDS.contains(name)) {
      throw new ParameterException(
          command.commandLine(),
          "there is no problem '%s'; there are: %s%s"
              .formatted(
                  name,
                  String.join(", ", SyntheticProblem.KINDS),
                  DidYouMean.of(name, SyntheticProblem.KINDS)));
    }
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new Failure(directory + " is a file, and not a directory to write into");
    }
    Files.createDirectories(directory);
    Path x = directory.resolve("X.npy");
    Path z = directory.resolve("Z.npy");
    Path w = directory.resolve("W.npy");
    List.of(x, z, w).forEach(OutputCheck::writable);
    SyntheticProblem problem = SyntheticProblem.generate(name, seed.seed);
    NpyWriter.write(problem.x(), x);
    NpyWriter.write(problem.z(), z);
    NpyWriter.write(problem.w(), w);
    reporting.answer(
        new Answer()
            .with("x", x.toString())
            .with("z", z.toString())
            .with("w", w.toString())
            .with("rows", problem.x().rows())
            .with("columns", problem.x().cols())
            .with("features", problem.z().cols()));
    return CommandLine.ExitCode.OK;
  }
}
