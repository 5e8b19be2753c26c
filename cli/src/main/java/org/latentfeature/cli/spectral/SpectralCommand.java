package org.latentfeature.cli.spectral;

import org.latentfeature.cli.option.CommandGroup;
import picocli.CommandLine.Command;

/** {@code lfm spectral}: features from moments of the data. */
@Command(
    name = "spectral",
    description = {
      "Fit features by tensor eigenpairs: eigenpairs of the whitened third moment.",
      "For large N and up to 16 features; the number of features and the noise level are "
          + "estimated from the data (Jaffe, Weiss, Carmi, Kluger & Nadler, ICML 2018). The "
          + "commands for models, from 'lfm transform' to 'lfm report', accept these models too."
    },
    subcommands = SpectralFitCommand.class,
    footer = {
      "",
      "Example:",
      "  lfm spectral fit X.npy -o model.lfm --json && lfm report model.lfm X.npy -o report.html"
    })
public final class SpectralCommand extends CommandGroup {}
