package org.latentfeature.evidence.genomes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.evidence.rivals.BetaProcess;
import org.latentfeature.evidence.rivals.NestedTree;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.PredictiveLikelihood;
import org.latentfeature.step.coding.PathPosterior;

/**
 * A model of rows that is fitted to some people and predicts others.
 *
 * @param word its name in tables
 * @param features most features, K
 * @param fitting fits it
 */
public record GenomeModel(String word, int features, Fitting fitting) {

  /** More than this share of the fitted people have a significant feature. */
  private static final double SIGNIFICANT = 0.01;

  /** Fits a model. */
  @FunctionalInterface
  public interface Fitting {
    /**
     * The model of the rows of {@code x}.
     *
     * @param samples sets of features to draw for a likelihood
     * @param seed of the fit and of the sets
     * @param listener receives every step of a Markov model's fit, and may stop any
     * @return nothing if the fit was stopped
     */
    Optional<Fitted> of(Backend backend, Matrix x, int samples, long seed, FitListener listener);
  }

  /**
   * A fitted model.
   *
   * @param predictive the likelihood of other rows
   * @param variance s² of the noise
   * @param uses number of fitted rows that have each feature
   * @param rows that were fitted
   * @param objectives of the steps, for a row
   */
  public record Fitted(
      PredictiveLikelihood predictive,
      double variance,
      List<Double> uses,
      int rows,
      List<Double> objectives) {

    /** Keeps unmodifiable copies. */
    public Fitted {
      uses = List.copyOf(uses);
      objectives = List.copyOf(objectives);
    }

    /** Number of features that some row has. */
    public int used() {
      return moreThan(0.5);
    }

    /** Number of features that more than 1 % of the rows have. */
    public int significant() {
      return moreThan(SIGNIFICANT * rows);
    }

    private int moreThan(double least) {
      return (int) uses.stream().filter(count -> count > least).count();
    }

    /** The least rise of the objective from one step to the next; NaN for fewer than two steps. */
    public double smallestRise() {
      return IntStream.range(1, objectives.size())
          .mapToDouble(t -> objectives.get(t) - objectives.get(t - 1))
          .min()
          .orElse(Double.NaN);
    }
  }

  /** A Markov latent feature model. */
  public static GenomeModel markov(MarkovOptions options) {
    return new GenomeModel(
        options.transitions().infinite() ? "infinite" : "finite",
        options.k(),
        (backend, x, samples, seed, listener) -> {
          MarkovResult result =
              new MarkovLatentFeatures(backend, options.withSeed(seed)).fit(x, listener);
          return result.ended().isGivenUp()
              ? Optional.empty()
              : Optional.of(
                  new Fitted(
                      new PredictiveLikelihood(
                          result.parameters(), backend.algebra(), samples, seed),
                      result.parameters().variance(),
                      Arrays.stream(result.parameters().uses()).boxed().toList(),
                      x.rows(),
                      result.trace().stream().map(FitEvent::objective).toList()));
        });
  }

  /** Beta process factor analysis of {@code k} features, with noise of variance s². */
  public static GenomeModel betaProcess(int k, double variance) {
    BetaProcess settings = BetaProcess.ofRows(k, 0);
    return new GenomeModel(
        "bpfa",
        k,
        (backend, x, samples, seed, listener) -> {
          StopSignal stop = listener::isStopRequested;
          try (LoadedData data = new LoadedData(backend, x)) {
            BetaProcess.Model model = settings.withSeed(seed).fit(backend, data, variance, stop);
            return fitted(
                model.posterior(backend.algebra()),
                model.prior(seed),
                variance,
                model.uses(),
                x.rows(),
                model.objectives().stream().map(sum -> sum / x.rows()).toList(),
                samples,
                stop);
          }
        });
  }

  /** A nested tree of features, with noise of variance s². */
  public static GenomeModel nestedTree(double variance) {
    return new GenomeModel(
        "ncrp",
        NestedTree.of(0).nodes(),
        (backend, x, samples, seed, listener) -> {
          StopSignal stop = listener::isStopRequested;
          NestedTree.Model model = NestedTree.of(seed).fit(backend.algebra(), x, variance, stop);
          return fitted(
              model.posterior(backend.algebra()),
              model.prior(seed),
              variance,
              model.uses().stream().map(count -> (double) count).toList(),
              x.rows(),
              List.of(),
              samples,
              stop);
        });
  }

  private static Optional<Fitted> fitted(
      PathPosterior posterior,
      Supplier<int[]> prior,
      double variance,
      List<Double> uses,
      int rows,
      List<Double> objectives,
      int samples,
      StopSignal stop) {
    return stop.isSet()
        ? Optional.empty()
        : Optional.of(
            new Fitted(
                new PredictiveLikelihood(posterior, prior, samples),
                variance,
                uses,
                rows,
                objectives));
  }
}
