package org.latentfeature.cli.ibp;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm ibp}: how sure features are. */
@Command(
    name = "ibp",
    description = {
      "Sample the posterior of features: how sure a bit is, how many features there are.",
      "Chains of collapsed Gibbs sampling under the Indian buffet process, or with a fixed number "
          + "of features; or variational inference, or the likeliest features alone. The commands for models, from 'lfm transform' to 'lfm export', accept "
          + "these models too."
    },
    subcommands = IbpFitCommand.class,
    footer = {"", "Example:", "  lfm ibp fit X.npy -o post.lfm --json && lfm info post.lfm"})
public final class IbpCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Spec CommandSpec command;

  /** Without a command there is nothing to do. */
  @Override
  public Integer call() {
    throw new ParameterException(
        command.commandLine(),
        "a command is missing; choose one of " + String.join(", ", command.subcommands().keySet()));
  }
}
