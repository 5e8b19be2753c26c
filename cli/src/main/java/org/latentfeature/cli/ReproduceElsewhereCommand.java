package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Failure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * {@code lfm reproduce}, where the class path has no {@link CommandProvider} of it: the launcher
 * runs the jar of the experiments, which contains the command itself.
 */
@Command(
    name = "reproduce",
    description = {
      "Reproduce an experiment of a paper.",
      "Needs a clone of the sources, where './lfm reproduce --help' lists the experiments. Each "
          + "has a help of its own, and --json."
    },
    footer = {"", "Example:", "  lfm reproduce figure2 --data data -o report --json"})
final class ReproduceElsewhereCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** The words after the command, which only the experiments understand. */
  @Unmatched List<String> rest = new ArrayList<>();

  @Override
  public Integer call() {
    throw new Failure(
        "the experiments are not in this jar; run './lfm reproduce' in a clone of the sources");
  }
}
