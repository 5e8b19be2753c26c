package org.latentfeature.cli.markov;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.PathObjective.Gain;
import org.latentfeature.markov.Coding;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.Inference.Batch;
import org.latentfeature.markov.Inference.Stochastic;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.markov.MarkovOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a Markov latent feature model is inferred. */
final class MarkovInferenceOptions {

  @Option(
      names = "--iterations",
      paramLabel = "T",
      description =
          "End after so many steps (default: 500); as many may go to trials of other features, and"
              + " of other transitions.")
  @Nullable Integer iterations;

  @Option(
      names = "--stochastic",
      description =
          "Step by random batches of rows, for many rows (default: every step runs over all rows"
              + " and raises the lower bound of the evidence, until it rises no more).")
  boolean stochastic;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Rows of a batch (default: 2000). Only with --stochastic.")
  @Nullable Integer batch;

  @Option(
      names = "--update",
      paramLabel = "RULE",
      description =
          "running: the features are the best for sums that run over the batches; paper: the"
              + " paper's (14), a step towards the best for this batch alone (default: running)."
              + " Only with --stochastic.")
  @Nullable Update update;

  @Option(
      names = "--delay",
      paramLabel = "T0",
      description =
          "t0, in steps, of the step sizes (t + t0)^-κ (default: 10). Only with --stochastic.")
  @Nullable Double delay;

  @Option(
      names = "--kappa",
      paramLabel = "KAPPA",
      description =
          "κ of the step sizes, above 0.5 and at most 1 (default: 0.75). Only with --stochastic.")
  @Nullable Double kappa;

  @Option(
      names = "--gain",
      paramLabel = "GAIN",
      description =
          "What a row's next feature is chosen by: marginal, the change of the row's likelihood, or"
              + " paper, as in section 4.1 of Zhang & Paisley (default: marginal).")
  @Nullable Gain gain;

  @Option(
      names = "--longest",
      paramLabel = "N",
      description = "Most features of a row (default and most: 32).")
  @Nullable Integer longest;

  @Option(
      names = "--no-exchange",
      description =
          "Do not try other features and transitions in place of those that the steps come to."
              + " Faster, but ends in the nearest local optimum. Not with --stochastic, which tries"
              + " none.")
  boolean noExchange;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** {@code options} with what was given. */
  MarkovOptions applyTo(MarkovOptions options) {
    requireThatInference();
    Coding coding = options.coding();
    return options
        .withInference(inference())
        .withCoding(
            new Coding(
                gain == null ? coding.gain() : gain, longest == null ? coding.longest() : longest));
  }

  private Inference inference() {
    Stochastic batches = Stochastic.DEFAULT;
    Inference inference =
        stochastic
            ? new Stochastic(
                batches.iterations(),
                batch == null ? batches.batch() : batch,
                update == null ? batches.update() : update,
                delay == null ? batches.delay() : delay,
                kappa == null ? batches.kappa() : kappa)
            : new Batch(Batch.DEFAULT.iterations(), !noExchange);
    return iterations == null ? inference : inference.withIterations(iterations);
  }

  private void requireThatInference() {
    if (stochastic) {
      if (noExchange) {
        throw new ParameterException(
            command.commandLine(), "--no-exchange is of batch inference; leave out --stochastic");
      }
      return;
    }
    Map<String, @Nullable Object> only = new LinkedHashMap<>();
    only.put("--batch", batch);
    only.put("--update", update);
    only.put("--delay", delay);
    only.put("--kappa", kappa);
    only.forEach(
        (name, value) -> {
          if (value != null) {
            throw new ParameterException(
                command.commandLine(), name + " is of stochastic inference; give --stochastic too");
          }
        });
  }
}
