package org.latentfeature.cli.markov;

import org.latentfeature.cli.model.InfoCommand;
import org.latentfeature.cli.model.ScoreCommand;
import org.latentfeature.cli.model.TransformCommand;
import org.latentfeature.cli.option.CommandGroup;
import picocli.CommandLine.Command;

/** {@code lfm markov}: correlated features. */
@Command(
    name = "markov",
    description = {
      "Fit and inspect Markov latent feature models: correlated features with real weights.",
      "The features of a row are the states that a Markov chain visits between two visits "
          + "to a null state; each has a real weight, and the row is their weighted sum plus "
          + "noise (Zhang & Paisley, ICML 2016). The commands for models, from 'lfm transform' "
          + "to 'lfm report', accept these models too."
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
public final class MarkovCommand extends CommandGroup {}
