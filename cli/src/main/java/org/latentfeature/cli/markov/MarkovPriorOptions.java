package org.latentfeature.cli.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.TransitionPrior;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a Markov latent feature model supposes before it sees data. */
final class MarkovPriorOptions {

  @Option(
      names = "--infinite",
      description =
          "The data say how many of the K features they need: the prior of the transitions is a"
              + " hierarchical Dirichlet process (default: finite, all K alike).")
  boolean infinite;

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description =
          "α, how many transitions a state's prior counts for (default: K + 1, one to each state; the"
              + " paper takes 1).")
  @Nullable Double alpha;

  @Option(
      names = "--gamma",
      paramLabel = "G",
      description =
          "γ, above 0, with --infinite; a larger one leads to more features (default: 1).")
  @Nullable Double gamma;

  @Option(
      names = "--lambda",
      paramLabel = "L",
      description =
          "λ, above 0, the inverse variance of the weights; the features' sizes adapt to it (default: 1).")
  @Nullable Double lambda;

  @Option(
      names = "--eta",
      paramLabel = "E",
      description =
          "η, above 0, the inverse variance of the features' entries, in the units of X; of little effect unless far from what"
              + " they are (default: that of the entries of X).")
  @Nullable Double eta;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      description =
          "Standard deviation of the noise, in the units of the fit (default: learned from the"
              + " data).")
  @Nullable Double sigma;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** {@code options} with what was given. */
  MarkovOptions applyTo(MarkovOptions options) {
    if (gamma != null && !infinite) {
      throw new ParameterException(
          command.commandLine(), "--gamma is of the infinite model; give --infinite too");
    }
    Double sticks = infinite && gamma == null ? TransitionPrior.INFINITE.gamma() : gamma;
    return new MarkovOptions(
        options.k(),
        new TransitionPrior(alpha, sticks),
        lambda == null ? options.lambda() : lambda,
        eta,
        sigma,
        options.coding(),
        options.inference(),
        options.seed(),
        options.timeLimit());
  }
}
