package org.latentfeature.cli.ibp;

import org.latentfeature.cli.option.CommandGroup;
import picocli.CommandLine.Command;

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
public final class IbpCommand extends CommandGroup {}
