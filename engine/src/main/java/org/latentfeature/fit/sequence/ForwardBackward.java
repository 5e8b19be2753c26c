package org.latentfeature.fit.sequence;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

/**
 * Forward–backward over all 2^K codes of a block of rows (docs/order.md, section 2). K independent
 * chains make one of 2^K states, whose transition is K passes over the states instead of a product
 * with 4^K entries (Ghahramani &amp; Jordan 1997).
 */
final class ForwardBackward {

  private final Dense w;
  private final double variance;
  private final SwitchRates rates;
  private final int k;
  private final double[] halves;
  private final float[] stationary;

  /**
   * For one dictionary.
   *
   * @param w K×D
   * @param variance σ² of the noise
   */
  ForwardBackward(Dense w, double variance, SwitchRates rates) {
    this.w = w;
    this.variance = variance;
    this.rates = rates;
    k = w.rows();
    halves = halves(w, variance);
    stationary = stationary(rates);
  }

  /** ½‖Wᵀs‖²/σ² of each state s, by the state without its highest feature. */
  private static double[] halves(Dense w, double variance) {
    int k = w.rows();
    Dense gram = w.timesTransposed(w);
    double[] squares = new double[1 << k];
    for (int s = 1; s < squares.length; s++) {
      int top = 31 - Integer.numberOfLeadingZeros(s);
      int rest = s & ~(1 << top);
      double cross = gram.get(top, top);
      for (int left = rest; left != 0; left &= left - 1) {
        cross += 2 * gram.get(top, Integer.numberOfTrailingZeros(left));
      }
      squares[s] = squares[rest] + cross;
    }
    for (int s = 0; s < squares.length; s++) {
      squares[s] /= 2 * variance;
    }
    return squares;
  }

  private static float[] stationary(SwitchRates rates) {
    float[] p = new float[1 << rates.features()];
    p[0] = 1;
    for (int j = 0; j < rates.features(); j++) {
      int half = 1 << j;
      for (int s = 0; s < half; s++) {
        p[s + half] = (float) (p[s] * rates.share(j));
        p[s] -= p[s + half];
      }
    }
    return p;
  }

  /** Sums of the posterior of some rows. */
  static final class Sums {
    /** Expected number of rows in each state, 2^K. */
    final double[] states;

    /** Σ_n E[z_n] x_nᵀ, K×D. */
    final Dense products;

    /** ln p of the rows, up to a constant of X and σ. */
    double likelihood;

    Sums(int k, int cols) {
      states = new double[1 << k];
      products = new Dense(k, cols);
    }

    void add(Sums other) {
      for (int s = 0; s < states.length; s++) {
        states[s] += other.states[s];
      }
      double[] into = products.values();
      for (int i = 0; i < into.length; i++) {
        into[i] += other.products.values()[i];
      }
      likelihood += other.likelihood;
    }
  }

  /**
   * Computes the posterior of the rows from {@code from} to {@code to} (without), given those and
   * up to {@code overlap} on either side.
   *
   * @param x N×D
   * @param on receives the K probabilities of each of these rows, at K times its number
   * @return what they sum to
   */
  Sums block(Matrix x, int from, int to, int overlap, float[] on, StopSignal stop) {
    int first = Math.max(0, from - overlap);
    int last = Math.min(x.rows(), to + overlap);
    int states = 1 << k;
    float[][] forward = new float[last - first][];
    float[] row = new float[x.cols()];
    float[] evidence = new float[states];
    double[] energies = new double[states];
    Sums sums = new Sums(k, x.cols());
    float[] before = stationary;
    for (int t = first; t < last; t++) {
      stop.check();
      x.getRow(t, row);
      double most = evidence(row, energies, evidence);
      float[] now = before.clone();
      if (t > first) {
        step(now, false);
      }
      double total = 0;
      for (int s = 0; s < states; s++) {
        now[s] *= evidence[s];
        total += now[s];
      }
      // If the rows before rule out what this row shows, in single precision, it stands alone.
      if (!(total > Float.MIN_NORMAL)) {
        total = copy(evidence, now);
      }
      scale(now, total);
      if (t >= from && t < to) {
        sums.likelihood += most + Math.log(total);
      }
      forward[t - first] = now;
      before = now;
    }
    float[] after = new float[states];
    Arrays.fill(after, 1);
    double[] posterior = new double[states];
    for (int t = last - 1; t >= from; t--) {
      stop.check();
      x.getRow(t, row);
      if (t < to) {
        posterior(forward[t - first], after, posterior);
        add(posterior, row, on, t, sums);
      }
      evidence(row, energies, evidence);
      double total = 0;
      for (int s = 0; s < states; s++) {
        after[s] *= evidence[s];
        total += after[s];
      }
      if (!(total > Float.MIN_NORMAL)) {
        total = copy(evidence, after);
      }
      scale(after, total / states);
      step(after, true);
    }
    return sums;
  }

  private static double copy(float[] from, float[] to) {
    double total = 0;
    for (int s = 0; s < to.length; s++) {
      to[s] = from[s];
      total += to[s];
    }
    return total;
  }

  /** The likelihood of a row in each state, at most 1; returns the logarithm of the factor. */
  private double evidence(float[] row, double[] energies, float[] evidence) {
    int cols = row.length;
    energies[0] = 0;
    for (int j = 0; j < k; j++) {
      double dot = 0;
      for (int d = 0; d < cols; d++) {
        dot += row[d] * w.values()[j * cols + d];
      }
      dot /= variance;
      int half = 1 << j;
      for (int s = 0; s < half; s++) {
        energies[s + half] = energies[s] + dot;
      }
    }
    double most = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < energies.length; s++) {
      energies[s] -= halves[s];
      most = Math.max(most, energies[s]);
    }
    for (int s = 0; s < energies.length; s++) {
      double below = energies[s] - most;
      evidence[s] = below < -80 ? 0 : (float) Math.exp(below);
    }
    return most;
  }

  /** Each chain's step: forward, or that of probabilities of what follows, back to a row before. */
  private void step(float[] p, boolean isBack) {
    for (int j = 0; j < k; j++) {
      float on = (float) rates.on(j);
      float off = (float) rates.off(j);
      float toOff = isBack ? on : off;
      float toOn = isBack ? off : on;
      int half = 1 << j;
      for (int base = 0; base < p.length; base += 2 * half) {
        for (int s = base; s < base + half; s++) {
          float low = p[s];
          float high = p[s + half];
          p[s] = low - low * on + high * toOff;
          p[s + half] = high - high * off + low * toOn;
        }
      }
    }
  }

  private static void scale(float[] p, double by) {
    float factor = (float) (1 / by);
    for (int s = 0; s < p.length; s++) {
      p[s] *= factor;
    }
  }

  private static void posterior(float[] forward, float[] after, double[] posterior) {
    double total = 0;
    for (int s = 0; s < posterior.length; s++) {
      posterior[s] = (double) forward[s] * after[s];
      total += posterior[s];
    }
    for (int s = 0; s < posterior.length; s++) {
      posterior[s] = total > 0 ? posterior[s] / total : forward[s];
    }
  }

  /** Adds a row's posterior, and writes its features' probabilities, by halves of the states. */
  private void add(double[] posterior, float[] row, float[] on, int t, Sums sums) {
    for (int s = 0; s < posterior.length; s++) {
      sums.states[s] += posterior[s];
    }
    for (int j = k - 1; j >= 0; j--) {
      int half = 1 << j;
      double with = 0;
      for (int s = 0; s < half; s++) {
        with += posterior[s + half];
        posterior[s] += posterior[s + half];
      }
      on[t * k + j] = (float) with;
      int at = j * row.length;
      double[] products = sums.products.values();
      for (int d = 0; d < row.length; d++) {
        products[at + d] += with * row[d];
      }
    }
  }
}
