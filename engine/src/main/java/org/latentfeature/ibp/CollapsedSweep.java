package org.latentfeature.ibp;

import java.util.Arrays;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;

/**
 * Sweeps of collapsed Gibbs sampling: each row's bits given all other rows, A integrated out, in
 * O(K²) a row (docs/indian-buffet.md, section 2). With row n taken out, it is N(z Ā, σx²(1 + a) I),
 * a = z M zᵀ, so a bit costs O(1) and a turned bit O(K). Taking a row out and putting it back as it
 * was changes nothing, so M and G are touched only where a bit has turned.
 */
final class CollapsedSweep {

  /** After so many changed rows, M and G are computed afresh. */
  private static final int CHANGES = 500;

  /** Beyond these log-odds a uniform number of 53 bits decides nothing. */
  private static final double CERTAIN = 40;

  private final SumProducts sums;
  private final LiveColumns z;
  private final double dimensions;
  private final int most;
  private final DictionaryPosterior posterior = new DictionaryPosterior();

  private Scales scales;
  private FeaturePrior prior;
  private double temper;
  private double[] logOdds = new double[0];
  private int changed;
  private boolean full;

  private double[] s = new double[0];
  private double[] t = new double[0];
  private double[] u = new double[0];
  private double[] v = new double[0];
  private double[] gain = new double[0];
  private double[] h = new double[0];
  private double[] out = new double[0];
  private boolean[] bits = new boolean[0];
  private boolean[] before = new boolean[0];

  private double a;
  private double squaredDistance;

  /**
   * Sweeps over {@code z}, which they change.
   *
   * @param sums of X, started with {@code z}
   * @param dimensions D, of X as given, whatever its reduction
   * @param most features at once
   */
  CollapsedSweep(
      SumProducts sums,
      LiveColumns z,
      int dimensions,
      int most,
      Scales scales,
      FeaturePrior prior) {
    this.sums = sums;
    this.z = z;
    this.dimensions = dimensions;
    this.most = most;
    this.scales = scales;
    this.prior = prior;
  }

  /** Returns whether a feature was not born because K had reached its limit. */
  boolean isFull() {
    return full;
  }

  /**
   * One sweep over all rows.
   *
   * @param temper β: the likelihood is raised to it
   * @param seed of the sweep's random numbers
   */
  void run(Scales scales, FeaturePrior prior, double temper, long seed, StopSignal stop) {
    this.scales = scales;
    this.temper = temper;
    if (logOdds.length == 0 || !prior.equals(this.prior)) {
      tabulate(prior);
    }
    this.prior = prior;
    refresh();
    long bitSeed = CounterRandom.stream(seed, 1);
    long birthSeed = CounterRandom.stream(seed, 2);
    for (int row : sums.beginSweep(CounterRandom.stream(seed, 0))) {
      stop.check(row);
      if (changed >= CHANGES) {
        refresh();
      }
      row(row, bitSeed, birthSeed);
    }
  }

  /** The largest error of M and G, in units of their largest entries. */
  double drift() {
    DictionaryPosterior fresh = new DictionaryPosterior();
    fresh.set(z.gram(), sums.inner(z), scales.ratio());
    return posterior.distance(fresh);
  }

  private void tabulate(FeaturePrior next) {
    logOdds = new double[z.rows()];
    for (int m = 0; m < logOdds.length; m++) {
      logOdds[m] = next.logOdds(m, z.rows());
    }
  }

  private void refresh() {
    posterior.set(z.gram(), sums.inner(z), scales.ratio());
    changed = 0;
    reserve();
  }

  private void reserve() {
    int k = z.features();
    if (s.length < k) {
      int room = 2 * k;
      s = Arrays.copyOf(s, room);
      t = Arrays.copyOf(t, room);
      u = Arrays.copyOf(u, room);
      v = Arrays.copyOf(v, room);
      gain = Arrays.copyOf(gain, room);
      h = Arrays.copyOf(h, room);
      out = Arrays.copyOf(out, room);
      bits = Arrays.copyOf(bits, room);
      before = Arrays.copyOf(before, room);
    }
  }

  private void row(int row, long bitSeed, long birthSeed) {
    int k = z.features();
    for (int f = 0; f < k; f++) {
      bits[f] = z.get(row, f);
      before[f] = bits[f];
    }
    sums.products(row, s);
    posterior.multiply(s, bits, t, u, v);
    double norm = sums.squaredNorm(row);
    double inside = over(u, k);
    double explained = over(t, k);
    double length = over(v, k);
    double grown = 1 / (1 - inside);
    double error = norm - 2 * explained + length;
    double residual = norm - explained;
    for (int f = 0; f < k; f++) {
      out[f] = u[f];
      gain[f] = u[f] * grown;
      h[f] = t[f] - v[f];
    }
    double hz = over(h, k);
    double gz = over(gain, k);
    for (int f = 0; f < k; f++) {
      u[f] = gain[f];
      v[f] += error * gz * gain[f] - gain[f] * hz - h[f] * gz;
      t[f] -= gain[f] * residual;
    }
    a = inside * grown;
    squaredDistance = norm - 2 * over(t, k) + over(v, k);
    drawBits(row, bitSeed, grown, error);
    int births = prior.isInfinite() ? births(row, birthSeed) : 0;
    if (births != 0 || !Arrays.equals(bits, 0, k, before, 0, k)) {
      posterior.addInverse(out, grown);
      posterior.addInner(gain, h, -1, error);
      if (births != 0) {
        change(births);
      }
      putIn(row, norm);
      changed++;
    }
  }

  private double over(double[] of, int k) {
    double sum = 0;
    for (int f = 0; f < k; f++) {
      if (bits[f]) {
        sum += of[f];
      }
    }
    return sum;
  }

  /** ℓ(z) up to a constant. */
  private double likelihood(double a, double q) {
    return -0.5 * dimensions * Math.log(1 + a)
        - q / (2 * scales.noise() * scales.noise() * (1 + a));
  }

  private void drawBits(int row, long seed, double grown, double error) {
    int k = z.features();
    double now = likelihood(a, squaredDistance);
    for (int f = 0; f < k; f++) {
      int others = z.count(f) - (before[f] ? 1 : 0);
      if (others == 0 && prior.isInfinite()) {
        continue;
      }
      double sign = bits[f] ? -1 : 1;
      double inverse = posterior.inverse(f, f) + out[f] * gain[f];
      double inner = posterior.inner(f, f) - 2 * gain[f] * h[f] + error * gain[f] * gain[f];
      double nextA = a + 2 * sign * u[f] + inverse;
      double nextQ = squaredDistance - 2 * sign * t[f] + 2 * sign * v[f] + inner;
      double next = likelihood(nextA, nextQ);
      double odds = temper * (next - now) + sign * logOdds[others];
      if (odds > -CERTAIN
          && (odds > CERTAIN || CounterRandom.uniform(seed, row, f) * (1 + Math.exp(-odds)) < 1)) {
        bits[f] = !bits[f];
        a = nextA;
        squaredDistance = nextQ;
        now = next;
        posterior.addRow(f, sign, u, v);
        double byU = sign * out[f] * grown;
        double byGain = sign * (error * gain[f] - h[f]);
        double byH = -sign * gain[f];
        for (int l = 0; l < k; l++) {
          u[l] += byU * out[l];
          v[l] += byGain * gain[l] + byH * h[l];
        }
      }
    }
  }

  /** How many features of its own the row gains; below 0 if it loses some. */
  private int births(int row, long seed) {
    int own = 0;
    for (int f = 0; f < z.features(); f++) {
      own += before[f] && z.count(f) == 1 ? 1 : 0;
    }
    int proposed = Poisson.quantile(prior.mass() / z.rows(), CounterRandom.uniform(seed, row, 0));
    int more = proposed - own;
    if (more == 0) {
      return 0;
    }
    if (z.features() + more > most) {
      full = true;
      return 0;
    }
    double next = likelihood(a + more / scales.ratio(), squaredDistance);
    double log = temper * (next - likelihood(a, squaredDistance));
    return Math.log(1 - CounterRandom.uniform(seed, row, 1)) < log ? more : 0;
  }

  /** Gives the row so many features, or takes so many of its own. The row is out. */
  private void change(int more) {
    for (int b = 0; b < more; b++) {
      z.add();
      sums.add();
      posterior.add(scales.ratio());
      reserve();
      int f = z.features() - 1;
      bits[f] = true;
      before[f] = false;
      t[f] = 0;
    }
    int fewer = -more;
    for (int f = z.features() - 1; f >= 0 && fewer > 0; f--) {
      if (before[f] && z.count(f) == 1) {
        int last = z.features() - 1;
        z.remove(f);
        sums.remove(f);
        posterior.remove(f);
        bits[f] = bits[last];
        before[f] = before[last];
        t[f] = t[last];
        fewer--;
      }
    }
  }

  /** Puts the row with its bits in, after it was taken out of M and G. */
  private void putIn(int row, double norm) {
    int k = z.features();
    Arrays.fill(s, 0, k, 0);
    posterior.multiply(s, bits, h, u, v); // h is overwritten below.
    double shrunk = 1 / (1 + over(u, k));
    double error = norm - 2 * over(t, k) + over(v, k);
    for (int f = 0; f < k; f++) {
      gain[f] = u[f] * shrunk;
      h[f] = t[f] - v[f];
    }
    posterior.addInverse(u, -shrunk);
    posterior.addInner(gain, h, 1, error);
    for (int f = 0; f < k; f++) {
      if (bits[f] != before[f]) {
        z.turn(row, f);
        sums.turn(row, f, bits[f]);
      }
    }
  }
}
