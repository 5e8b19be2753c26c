package org.latentfeature.cli.markov;

import java.util.concurrent.Callable;
import org.latentfeature.cli.model.InfoCommand;
import org.latentfeature.cli.model.ScoreCommand;
import org.latentfeature.cli.model.TransformCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm markov}: correlated features. */
@Command(
    name = "markov",
    description = {
      "Markov latent feature models (Zhang & Paisley, ICML 2016): which features a row has is a walk"
          + " of a Markov chain from a null state back to it, and each has a real weight.",
      "A row is what its features add up to, times their weights, and noise. The commands"
          + " for models, from 'lfm transform' to 'lfm report', take such models too."
    },
    subcommands = {
      MarkovFitCommand.class,
      TransformCommand.class,
      ScoreCommand.class,
      MarkovGraphCommand.class,
      MarkovMapCommand.class,
      InfoCommand.class
    },
    footer = {
      "",
      "Example:",
      "  lfm markov fit X.npy -k 20 -o model.lfm && lfm markov score model.lfm new.npy --json"
    })
public final class MarkovCommand implements Callable<Integer> {

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
        "name a command: " + String.join(", ", command.subcommands().keySet()));
  }
}
