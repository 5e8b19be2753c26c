package org.latentfeature.admixture;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.AlleleCounts;

/**
 * Block relaxation (Alexander, Novembre &amp; Lange 2009): a round raises the sum over all known
 * genotypes first by the frequencies of each locus, then by the shares of each individual. Each of
 * these blocks takes the Newton step within its bounds, halved until the sum is no lower, so that
 * no round lowers it; of squares, the step is the least-squares solution itself.
 */
final class AlternatingRounds {

  /** Shares and frequencies stay so far from 0 and 1, as those of ADMIXTURE. */
  static final double LEAST = 1e-5;

  /** Times that a step is halved before its block is left as it is. */
  private static final int MOST_HALVINGS = 12;

  /** A sum that is lower by no more than this share of it is rounded otherwise, not lower. */
  private static final double ROUNDING = 1e-13;

  /** Loci, or individuals, that are worth a thread. */
  private static final int PART = 16;

  private final AlleleCounts counts;
  private final AlleleLoss loss;
  private final int threads;
  private final StopSignal stop;
  private final int k;
  private final int n;

  /**
   * Rounds of one fit.
   *
   * @param k K, number of populations
   */
  AlternatingRounds(AlleleCounts counts, int k, AlleleLoss loss, int threads, StopSignal stop) {
    this.counts = counts;
    this.k = k;
    this.loss = loss;
    this.threads = threads;
    this.stop = stop;
    n = counts.individuals();
  }

  /**
   * One round from {@code at}.
   *
   * @return the estimates after it, with the sum at them
   */
  Ancestry round(Ancestry at) {
    Dense frequencies = at.frequencies().copy();
    Curvature curvature = raiseFrequencies(frequencies, at.shares(), true);
    Dense shares = at.shares().copy();
    double value = raiseShares(frequencies, shares, curvature);
    return new Ancestry(frequencies, shares, value);
  }

  /** Frequencies, M×K, raised once from ½: of squares the best for these shares. */
  Dense frequencies(Dense shares) {
    Dense frequencies = new Dense(counts.loci(), k);
    Arrays.fill(frequencies.values(), .5);
    raiseFrequencies(frequencies, shares, false);
    return frequencies;
  }

  /** The sum over all known genotypes. */
  double value(Ancestry at) {
    double sum = 0;
    for (double each : values(at.frequencies(), at.shares())) {
      sum += each;
    }
    return sum;
  }

  /**
   * Sums over loci of what the shares of each individual meet: slope, −second derivative, value.
   */
  private record Curvature(Dense slopes, Dense pairs, Values values) {}

  /** The sum of each individual. */
  private static final class Values {
    private final double[] each;

    Values(double[] each) {
      this.each = each;
    }
  }

  /** Row of {@code pairs} for populations a ≤ b. */
  private static int pair(int a, int b) {
    return b * (b + 1) / 2 + a;
  }

  private Curvature raiseFrequencies(Dense frequencies, Dense shares, boolean sums) {
    List<Curvature> parts =
        Workers.parts(
            threads,
            counts.loci(),
            PART,
            stop,
            (from, to) -> {
              LocusTerms terms = new LocusTerms(counts, loss);
              FrequencyStep step = new FrequencyStep(terms, shares);
              Dense slopes = new Dense(sums ? k : 0, n);
              Dense pairs = new Dense(sums ? k * (k + 1) / 2 : 0, n);
              for (int j = from; j < to && !stop.isSet(); j++) {
                terms.load(j);
                double[] z = Arrays.copyOfRange(frequencies.values(), j * k, (j + 1) * k);
                step.raise(z);
                System.arraycopy(z, 0, frequencies.values(), j * k, k);
                if (sums) {
                  add(terms, z, slopes, pairs);
                }
              }
              return new Curvature(slopes, pairs, new Values(terms.values()));
            });
    Curvature all = parts.get(0);
    for (Curvature part : parts.subList(1, parts.size())) {
      addAll(all.slopes().values(), part.slopes().values());
      addAll(all.pairs().values(), part.pairs().values());
      addAll(all.values().each, part.values().each);
    }
    return all;
  }

  private void add(LocusTerms terms, double[] z, Dense slopes, Dense pairs) {
    terms.addValues();
    terms.differentiate();
    for (int b = 0; b < k; b++) {
      Dense.addScaled(slopes.values(), b * n, terms.slope, 0, n, z[b]);
      for (int a = 0; a <= b; a++) {
        Dense.addScaled(pairs.values(), pair(a, b) * n, terms.weight, 0, n, z[a] * z[b]);
      }
    }
  }

  private static void addAll(double[] into, double[] from) {
    Dense.addScaled(into, 0, from, 0, from.length, 1);
  }

  /** Newton's step for the frequencies of a locus, by one thread. */
  private final class FrequencyStep {

    private final LocusTerms terms;
    private final Dense shares;
    private final QuadraticStep quadratic = new QuadraticStep(k, LEAST);
    private final double[] slope = new double[k];
    private final double[] h = new double[k * k];
    private final double[] weighted = new double[n];

    FrequencyStep(LocusTerms terms, Dense shares) {
      this.terms = terms;
      this.shares = shares;
    }

    /** Raises the sum of the locus that is loaded, and leaves the terms at f of the new z. */
    void raise(double[] z) {
      terms.mix(shares, z);
      double before = terms.value();
      terms.differentiate();
      double[] w = shares.values();
      for (int a = 0; a < k; a++) {
        slope[a] = Dense.dot(w, a * n, terms.slope, 0, n);
        for (int i = 0; i < n; i++) {
          weighted[i] = w[a * n + i] * terms.weight[i];
        }
        for (int b = a; b < k; b++) {
          h[a * k + b] = Dense.dot(w, b * n, weighted, 0, n);
          h[b * k + a] = h[a * k + b];
        }
      }
      double[] from = z.clone();
      quadratic.withinBox(z, slope, h);
      terms.mix(shares, z);
      for (int halving = 0; isLower(terms.value(), before); halving++) {
        for (int a = 0; a < k; a++) {
          z[a] = halving < MOST_HALVINGS ? (from[a] + z[a]) / 2 : from[a];
        }
        terms.mix(shares, z);
        if (halving == MOST_HALVINGS) {
          return;
        }
      }
    }
  }

  private static boolean isLower(double after, double before) {
    return after < before - ROUNDING * Math.abs(before);
  }

  /** Returns the sum at the new shares. */
  private double raiseShares(Dense frequencies, Dense shares, Curvature curvature) {
    Dense from = shares.copy();
    Workers.parts(
        threads,
        n,
        PART,
        stop,
        (first, last) -> {
          QuadraticStep quadratic = new QuadraticStep(k, LEAST);
          double[] point = new double[k];
          double[] slope = new double[k];
          double[] h = new double[k * k];
          for (int i = first; i < last; i++) {
            for (int b = 0; b < k; b++) {
              point[b] = from.get(b, i);
              slope[b] = curvature.slopes().get(b, i);
              for (int a = 0; a <= b; a++) {
                h[a * k + b] = curvature.pairs().get(pair(a, b), i);
                h[b * k + a] = h[a * k + b];
              }
            }
            quadratic.withinSimplex(point, slope, h);
            for (int a = 0; a < k; a++) {
              shares.set(a, i, point[a]);
            }
          }
          return last;
        });
    double[] before = curvature.values().each;
    for (int halving = 0; ; halving++) {
      double[] after = values(frequencies, shares);
      boolean again = false;
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += Math.max(before[i], after[i]);
        if (isLower(after[i], before[i])) {
          again = true;
          for (int a = 0; a < k; a++) {
            double old = from.get(a, i);
            shares.set(a, i, halving < MOST_HALVINGS ? (old + shares.get(a, i)) / 2 : old);
          }
        }
      }
      if (!again || halving == MOST_HALVINGS) {
        return sum;
      }
    }
  }

  private double[] values(Dense frequencies, Dense shares) {
    List<Values> parts =
        Workers.parts(
            threads,
            counts.loci(),
            PART,
            stop,
            (from, to) -> {
              LocusTerms terms = new LocusTerms(counts, loss);
              for (int j = from; j < to && !stop.isSet(); j++) {
                terms.load(j);
                terms.mix(shares, Arrays.copyOfRange(frequencies.values(), j * k, (j + 1) * k));
                terms.addValues();
              }
              return new Values(terms.values());
            });
    double[] all = parts.get(0).each;
    for (Values part : parts.subList(1, parts.size())) {
      addAll(all, part.each);
    }
    return all;
  }
}
