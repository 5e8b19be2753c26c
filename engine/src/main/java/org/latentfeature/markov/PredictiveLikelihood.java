package org.latentfeature.markov;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.coding.PathPosterior;

/**
 * The predictive log-likelihood of new rows, ln p(x) ≈ ln 1/S Σ_s N(x; 0, s² I + W_{A_s}ᵀW_{A_s}/λ)
 * (docs/markov.md, section 8). A_s is the set of features visited by a walk from the null state
 * back to it, with transition probabilities drawn from their posterior; the weights are integrated
 * exactly. Equal sets are evaluated once.
 */
public final class PredictiveLikelihood {

  /** A walk that is not home by then is taken as it is: its set hardly grows any more. */
  private static final int LONGEST_WALK = 1000;

  private final PathPosterior posterior;
  private final List<int[]> sets = new ArrayList<>();
  private final List<Double> logShares = new ArrayList<>();

  /**
   * Draws the sets.
   *
   * @param samples S, at least 1
   * @param seed of the walks
   */
  public PredictiveLikelihood(MarkovParameters model, Algebra algebra, int samples, long seed) {
    this(
        model.posterior(algebra.multiplyTransposed(model.w(), model.w())),
        new DirichletWalk(model, new RandomStream(seed, "markov predictive walks"), LONGEST_WALK)
            ::next,
        samples);
  }

  /**
   * Draws the sets of another model of rows with Gaussian weights.
   *
   * @param posterior of the weights of a row given its set; not to be used elsewhere
   * @param prior draws a set of features, each once, ascending
   * @param samples S, at least 1
   */
  public PredictiveLikelihood(PathPosterior posterior, Supplier<int[]> prior, int samples) {
    if (samples < 1) {
      throw new IllegalArgumentException("samples is " + samples + "; it must be at least 1");
    }
    this.posterior = posterior;
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, int[]> distinct = new TreeMap<>();
    for (int s = 0; s < samples; s++) {
      int[] set = prior.get();
      String key = Arrays.toString(set);
      counts.merge(key, 1, Integer::sum);
      distinct.putIfAbsent(key, set);
    }
    distinct.forEach(
        (key, set) -> {
          sets.add(set);
          logShares.add(Math.log((double) counts.getOrDefault(key, 0) / samples));
        });
  }

  /** Number of distinct sets. */
  public int sets() {
    return sets.size();
  }

  /**
   * ln p(x) of each row of {@code x}, of its known entries (NaN is missing).
   *
   * @throws org.latentfeature.data.DataException if a row has no known entry
   */
  public double[] of(Matrix x) {
    return of(x, WorkListener.SILENT);
  }

  /**
   * Computes ln p(x) of each row of {@code x}, of its known entries; {@code listener} receives
   * every row.
   */
  public double[] of(Matrix x, WorkListener listener) {
    MissingEntries.of(x);
    double[] result = new double[x.rows()];
    float[] row = new float[x.cols()];
    double[] terms = new double[sets.size()];
    for (int i = 0; i < result.length; i++) {
      x.getRow(i, row);
      for (int s = 0; s < terms.length; s++) {
        posterior.take(row, sets.get(s));
        terms[s] = posterior.logLikelihood() + logShares.get(s);
      }
      result[i] = logSumExp(terms);
      listener.onWork("scoring rows", i + 1L, result.length);
    }
    return result;
  }

  /**
   * ln N(x; 0, v I) of each row, v the mean square of the training data: the baseline.
   *
   * @param variance v
   */
  public static double[] ofNoise(Matrix x, double variance) {
    double[] result = new double[x.rows()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < result.length; i++) {
      x.getRow(i, row);
      for (float value : row) {
        if (!Float.isNaN(value)) {
          result[i] -= 0.5 * (Math.log(2 * Math.PI * variance) + (double) value * value / variance);
        }
      }
    }
    return result;
  }

  private static double logSumExp(double[] terms) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double term : terms) {
      largest = Math.max(largest, term);
    }
    double sum = 0;
    for (double term : terms) {
      sum += Math.exp(term - largest);
    }
    return largest + Math.log(sum);
  }
}
