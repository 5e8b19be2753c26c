package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Failure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * A command as far as it is known here: the launcher of a clone runs it from another jar, and this
 * one stands for it where that jar is not on the class path.
 */
abstract class ElsewhereCommand implements Callable<Integer> {

  private final String what;
  private final String name;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** The words after the command, which only the other jar understands. */
  @Unmatched List<String> rest = new ArrayList<>();

  private ElsewhereCommand(String what, String name) {
    this.what = what;
    this.name = name;
  }

  @Override
  public Integer call() {
    throw new Failure(
        "%s are not in this jar; run './lfm %s' in a clone of the sources".formatted(what, name));
  }

  /** {@code lfm bench}. */
  @Command(
      name = "bench",
      description = {
        "Time each step of a fit on this machine.",
        "Takes five minutes and prints a table to paste into an issue report. Needs a clone "
            + "of the sources, where './lfm bench --help' lists the options: --full, --json FILE, "
            + "--compare FILE and others."
      },
      footer = {"", "Example:", "  lfm bench --json before.json"})
  static final class Bench extends ElsewhereCommand {
    Bench() {
      super("the benchmarks", "bench");
    }
  }

  /** {@code lfm reproduce}, where the class path has no {@link CommandProvider} of it. */
  @Command(
      name = "reproduce",
      description = {
        "Reproduce an experiment of a paper.",
        "Needs a clone of the sources, where './lfm reproduce --help' lists the experiments. Each "
            + "has a help of its own, and --json."
      },
      footer = {"", "Example:", "  lfm reproduce figure2 --data data -o report --json"})
  static final class Reproduce extends ElsewhereCommand {
    Reproduce() {
      super("the experiments", "reproduce");
    }
  }
}
