package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Failure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * {@code lfm bench}, as far as it is known here: the launcher takes it to the benchmarks' own jar,
 * which is none of those that this one is run with.
 */
@Command(
    name = "bench",
    description = {
      "Time each step of a fit on this machine.",
      "Takes five minutes and prints a table to paste into an issue report. Needs a clone "
          + "of the sources, where './lfm bench --help' lists the options: --full, --json FILE, "
          + "--compare FILE and others."
    },
    footer = {"", "Example:", "  lfm bench --json before.json"})
final class BenchCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** Whatever follows; the benchmarks know what it may be. */
  @Unmatched List<String> rest = new ArrayList<>();

  @Override
  public Integer call() {
    throw new Failure(
        "the benchmarks are not in this jar; run './lfm bench' in a clone of the sources");
  }
}
