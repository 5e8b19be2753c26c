package org.latentfeature.markov;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.model.FeatureOrder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathPosterior;

/**
 * The parameters of a Markov latent feature model: everything needed to code new rows. Treat as
 * immutable: the matrices are not copied.
 *
 * @param w dictionary W, K×D
 * @param counts (K+1)×(K+1), expected numbers of transitions between states over the training rows;
 *     state 0 is null, state j + 1 is feature j; sets of features alone do not distinguish them
 *     from their transpose, the reversed chain
 * @param prior 1×(K+1), the Dirichlet prior α β of every state's transitions
 * @param variance s², the variance of the noise
 * @param precision λ, the inverse variance of the coefficients
 */
public record MarkovParameters(
    Dense w, Dense counts, Dense prior, double variance, double precision) {

  /**
   * Checks shapes and ranges.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public MarkovParameters {
    int states = w.rows() + 1;
    if (counts.rows() != states || counts.cols() != states) {
      throw new IllegalArgumentException(
          "transition counts of %d×%d do not fit %d features"
              .formatted(counts.rows(), counts.cols(), w.rows()));
    }
    if (prior.rows() != 1 || prior.cols() != states) {
      throw new IllegalArgumentException(
          "a prior of %d×%d does not fit %d features"
              .formatted(prior.rows(), prior.cols(), w.rows()));
    }
    if (!(variance > 0 && precision > 0)) {
      throw new IllegalArgumentException(
          "variance %s and precision %s must be above 0".formatted(variance, precision));
    }
  }

  /** Number of features, K. */
  public int features() {
    return w.rows();
  }

  /** Number of columns of the data, D. */
  public int cols() {
    return w.cols();
  }

  /** (K+1)×(K+1): the posterior means of the transition probabilities; rows sum to 1. */
  public Dense probabilities() {
    return Transitions.means(counts, prior);
  }

  /**
   * The stationary distribution Δ of the chain with these {@link #probabilities}, K + 1 entries,
   * the null state first.
   */
  public double[] stationary() {
    return Transitions.stationary(probabilities());
  }

  /**
   * Expected number of features of a row that the chain draws, with returns to a feature counted
   * again: 1/Δ₀ − 1, since 1/Δ₀ is the mean number of steps between two visits to the null state
   * (Zhang and Paisley 2016, proposition 1).
   */
  public double expectedFeatures() {
    return 1 / stationary()[0] - 1;
  }

  /** The parameters of the reversed chain: sets of features have the same probabilities. */
  public MarkovParameters reversed() {
    Dense transposed = new Dense(counts.cols(), counts.rows());
    for (int l = 0; l < counts.rows(); l++) {
      for (int m = 0; m < counts.cols(); m++) {
        transposed.set(m, l, counts.get(l, m));
      }
    }
    return with(w, transposed);
  }

  /**
   * Expected number of rows that have each of the K features: visits, since a row visits a feature
   * at most once.
   */
  public double[] uses() {
    double[] uses = new double[w.rows()];
    for (int k = 0; k < uses.length; k++) {
      for (int l = 0; l < counts.rows(); l++) {
        uses[k] += counts.get(l, k + 1);
      }
    }
    return uses;
  }

  /** These parameters with the features in their {@link FeatureOrder}. */
  MarkovParameters inOrder() {
    int[] features = FeatureOrder.of(w, uses());
    // The null state stays the first.
    int[] states =
        IntStream.concat(IntStream.of(0), Arrays.stream(features).map(k -> k + 1)).toArray();
    return new MarkovParameters(
        w.selectRows(features),
        counts.selectBlock(states),
        prior.transpose().selectRows(states).transpose(),
        variance,
        precision);
  }

  /** These parameters with another dictionary, K×D, and other transition counts. */
  MarkovParameters with(Dense dictionary, Dense transitions) {
    return new MarkovParameters(dictionary, transitions, prior, variance, precision);
  }

  /** λs², what is added to the diagonal of a Gram matrix of features. */
  public double ridge() {
    return precision * variance;
  }

  /**
   * The coefficients of a row, for one thread.
   *
   * @param gram W Wᵀ, K×K
   */
  public PathPosterior posterior(Dense gram) {
    return new PathPosterior(w, gram, variance, ridge());
  }

  /**
   * The objective for coding rows.
   *
   * @param coding options
   */
  public PathObjective objective(Coding coding) {
    return objective(logExpectations(), coding);
  }

  /** {@link #objective(Coding)} with known E_q ln θ. */
  PathObjective objective(Dense expectations, Coding coding) {
    return new PathObjective(
        w,
        Transitions.gains(expectations),
        variance,
        ridge(),
        coding.gain(),
        coding.longest(),
        coding.shortest());
  }

  /** The model that scores rows and their paths, with known E_q ln θ. */
  PathModel pathModel(Dense expectations, Orders orders) {
    return new PathModel(w, expectations, variance, ridge(), orders);
  }

  /** E_q ln θ, see {@link Transitions#logExpectations}. */
  Dense logExpectations() {
    return Transitions.logExpectations(counts, prior);
  }
}
