package org.latentfeature.markov;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.ValueType;
import org.latentfeature.markov.Inference.Batch;
import org.latentfeature.markov.Inference.Stochastic;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.step.coding.PathObjective.Gain;

/** The options of Markov latent feature models, by the names that users know them by. */
final class MarkovOptionTable {

  /** Names of the two inferences. */
  private enum Rows {
    BATCH,
    STOCHASTIC
  }

  static final ValueType<Gain> GAINS = ValueType.of(Gain.class);

  private static final FitOption<MarkovOptions, Rows> INFERENCE =
      FitOption.of(
          "inference",
          "ROWS",
          ValueType.of(Rows.class),
          "Inference: batch (steps over all rows, which raise the evidence lower bound until "
              + "it converges) or stochastic (random batches of rows, for large N)",
          o -> o.inference() instanceof Batch ? Rows.BATCH : Rows.STOCHASTIC,
          (o, rows) -> o.withInference(rows == Rows.BATCH ? Batch.DEFAULT : Stochastic.DEFAULT));

  private static final FitOption<MarkovOptions, Boolean> INFINITE =
      FitOption.<MarkovOptions, Boolean>of(
              "infinite",
              "BOOL",
              ValueType.FLAG,
              "Learn how many of the K features the data need: the prior of the transitions is a "
                  + "hierarchical Dirichlet process",
              o -> o.transitions().infinite(),
              (o, infinite) ->
                  sticks(o, infinite ? TransitionPrior.INFINITE.gamma() : (Double) null))
          .tag(infinite -> infinite ? "infinite" : "finite");

  static final OptionTable<MarkovOptions> ALL =
      new OptionTable<>(
          MarkovOptions.of(1),
          List.of(
              INFERENCE,
              FitOption.<MarkovOptions, Integer>of(
                      "iterations",
                      "T",
                      ValueType.WHOLE,
                      "Maximum number of steps, and again of those that exchange features or transitions",
                      o -> o.inference().iterations(),
                      MarkovOptions::withIterations)
                  .in(Inference.COUNTS),
              FitOption.<MarkovOptions, Boolean>of(
                      "exchange",
                      "BOOL",
                      ValueType.FLAG,
                      "Exchange features and transitions for others on trial, which takes time and escapes "
                          + "poor local optima",
                      o -> o.inference() instanceof Batch batch ? batch.exchange() : null,
                      MarkovOptionTable::exchange)
                  .only("batch inference")
                  .tag(exchange -> exchange ? "exchange" : "no-exchange"),
              stochastic(
                      "batch",
                      "B",
                      ValueType.WHOLE,
                      "Number of rows per batch",
                      Stochastic::batch,
                      (s, v) -> new Stochastic(s.iterations(), v, s.update(), s.delay(), s.kappa()))
                  .in(Inference.COUNTS),
              stochastic(
                  "update",
                  "RULE",
                  ValueType.of(Update.class),
                  "Update rule: running (the features are the best for running sums over the batches) "
                      + "or paper (the paper's equation 14, a step towards the best for this batch "
                      + "alone)",
                  Stochastic::update,
                  (s, v) -> new Stochastic(s.iterations(), s.batch(), v, s.delay(), s.kappa())),
              stochastic(
                      "delay",
                      "T0",
                      ValueType.NUMBER,
                      "t0, in steps, of the step sizes (t + t0)^-κ",
                      Stochastic::delay,
                      (s, v) -> new Stochastic(s.iterations(), s.batch(), s.update(), v, s.kappa()))
                  .in(Stochastic.DELAYS),
              stochastic(
                      "kappa",
                      "KAPPA",
                      ValueType.NUMBER,
                      "κ of the step sizes",
                      Stochastic::kappa,
                      (s, v) -> new Stochastic(s.iterations(), s.batch(), s.update(), s.delay(), v))
                  .in(Stochastic.KAPPAS),
              INFINITE,
              number(
                  "alpha",
                  "A",
                  "α, the number of transitions that a state's prior counts for (the paper uses 1)",
                  "K + 1",
                  o -> o.transitions().concentration(o.k()),
                  (o, v) -> o.withTransitions(new TransitionPrior(v, o.transitions().gamma()))),
              number(
                      "gamma",
                      "G",
                      "γ; larger values lead to more features",
                      "1",
                      o -> o.transitions().gamma(),
                      MarkovOptionTable::gamma)
                  .only("infinite model"),
              number(
                  "lambda",
                  "L",
                  "λ, the inverse variance of the weights; the norms of the features adapt to it",
                  "1",
                  MarkovOptions::lambda,
                  (o, v) -> scales(o, v, o.eta())),
              number(
                      "eta",
                      "E",
                      "η, the inverse variance of the entries of W, in the units of X; of little effect "
                          + "unless far off",
                      "the inverse variance of the entries of X",
                      MarkovOptions::eta,
                      (o, v) -> scales(o, o.lambda(), v))
                  .unset("that of the data"),
              number(
                      "sigma",
                      "S",
                      "Standard deviation of the noise, in the units of the fit",
                      "learned from the data",
                      MarkovOptions::sigma,
                      MarkovOptions::withSigma)
                  .unset("learned"),
              FitOption.of(
                  Coding.GAIN,
                  "GAIN",
                  GAINS,
                  "Criterion for a row's next feature: marginal (the gain in the row's likelihood) or "
                      + "paper (the paper's section 4.1)",
                  o -> o.coding().gain(),
                  (o, v) -> coding(o, v, o.coding().longest(), o.coding().shortest())),
              FitOption.<MarkovOptions, Integer>of(
                      Coding.LONGEST,
                      "N",
                      ValueType.WHOLE,
                      "Maximum number of features per row",
                      o -> o.coding().longest(),
                      (o, v) -> coding(o, o.coding().gain(), v, o.coding().shortest()))
                  .in(Coding.LENGTHS),
              FitOption.<MarkovOptions, Integer>of(
                      Coding.SHORTEST,
                      "N",
                      ValueType.WHOLE,
                      "Minimum number of features that the greedy search gives a row, 0 or 1",
                      o -> o.coding().shortest(),
                      (o, v) -> coding(o, o.coding().gain(), o.coding().longest(), v))
                  .in(Coding.LEAST)));

  private MarkovOptionTable() {}

  private static FitOption<MarkovOptions, Double> number(
      String name,
      String label,
      String what,
      String otherwise,
      Function<MarkovOptions, @Nullable Double> get,
      BiFunction<MarkovOptions, Double, MarkovOptions> set) {
    return FitOption.positive(name, label, what, get, set).otherwise(otherwise);
  }

  /** One that batch inference does not have. */
  private static <V> FitOption<MarkovOptions, V> stochastic(
      String name,
      String label,
      ValueType<V> type,
      String what,
      Function<Stochastic, V> get,
      BiFunction<Stochastic, V, Stochastic> set) {
    return FitOption.<MarkovOptions, V>of(
            name,
            label,
            type,
            what,
            o -> o.inference() instanceof Stochastic batches ? get.apply(batches) : null,
            (o, value) -> {
              if (o.inference() instanceof Stochastic batches) {
                return o.withInference(set.apply(batches, value));
              }
              throw new OptionException(
                  name,
                  "applies to stochastic inference only; choose that (%s), or drop it"
                      .formatted(Phrase.STOCHASTIC));
            })
        .otherwise(type.word().apply(get.apply(Stochastic.DEFAULT)).replaceFirst("\\.0$", ""))
        .only("stochastic inference");
  }

  private static MarkovOptions exchange(MarkovOptions options, boolean exchange) {
    if (options.inference() instanceof Batch batch) {
      return options.withInference(new Batch(batch.iterations(), exchange));
    }
    throw new OptionException(
        "exchange", "applies to batch inference only; drop it, or " + Phrase.STOCHASTIC);
  }

  private static MarkovOptions gamma(MarkovOptions options, double gamma) {
    if (!options.transitions().infinite()) {
      throw new OptionException(
          "gamma",
          "applies to the infinite model only; choose that (%s), or drop it"
              .formatted(Phrase.INFINITE));
    }
    return sticks(options, gamma);
  }

  private static MarkovOptions sticks(MarkovOptions options, @Nullable Double gamma) {
    return options.withTransitions(new TransitionPrior(options.transitions().alpha(), gamma));
  }

  private static MarkovOptions coding(MarkovOptions o, Gain gain, int longest, int shortest) {
    return o.withCoding(new Coding(gain, longest, shortest));
  }

  private static MarkovOptions scales(MarkovOptions o, double lambda, @Nullable Double eta) {
    return new MarkovOptions(
        o.k(),
        o.transitions(),
        lambda,
        eta,
        o.sigma(),
        o.coding(),
        o.inference(),
        o.seed(),
        o.timeLimit());
  }
}
