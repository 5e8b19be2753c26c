package org.latentfeature.data;

import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.NormalQuantile;
import org.latentfeature.base.random.RandomStream;

/** The bits of a random Z, each of them addressed by seed, row and feature. */
@FunctionalInterface
interface FeatureBits {

  /** Which features row {@code i} has, into the K entries of {@code z}. */
  void row(int i, boolean[] z);

  /** Independent bits of prevalence ½. */
  static FeatureBits fair(int rows, long seed) {
    RandomStream coins = new RandomStream(seed, "incidence");
    long words = BitVector.wordCount(rows);
    return (i, z) -> {
      for (int k = 0; k < z.length; k++) {
        z[k] = (coins.bitsAt(k * words + (i >> 6)) >>> (i & 63) & 1) != 0;
      }
    };
  }

  /** Features that depend on each other. */
  static FeatureBits dependent(FeatureDependence dependence, double[] prevalences, long seed) {
    long stream = new RandomStream(seed, "dependent incidence").nextLong();
    double r = dependence.strength();
    return switch (dependence.form()) {
      case NONE -> independent(prevalences, stream);
      case FACTOR -> factor(r, prevalences, stream);
      case PAIRS -> pairs(r, prevalences, stream);
      case CHAIN -> chain(r, prevalences, stream);
    };
  }

  private static FeatureBits independent(double[] p, long stream) {
    return (i, z) -> {
      for (int k = 0; k < z.length; k++) {
        z[k] = CounterRandom.uniform(stream, i, k) < p[k];
      }
    };
  }

  private static FeatureBits factor(double r, double[] p, long stream) {
    double[] thresholds = new double[p.length];
    for (int k = 0; k < p.length; k++) {
      thresholds[k] = -NormalQuantile.of(p[k]);
    }
    double common = Math.sqrt(r);
    double own = Math.sqrt(1 - r);
    return (i, z) -> {
      double shared = common * CounterRandom.normal(stream, i, z.length);
      for (int k = 0; k < z.length; k++) {
        z[k] = shared + own * CounterRandom.normal(stream, i, k) > thresholds[k];
      }
    };
  }

  private static FeatureBits pairs(double r, double[] p, long stream) {
    return (i, z) -> {
      for (int k = 0; k < z.length; k++) {
        double u = CounterRandom.uniform(stream, i, k);
        if (k % 2 == 0) {
          z[k] = u < p[k];
        } else {
          double first = p[k - 1];
          z[k] = u < r / 2 / (z[k - 1] ? first : 1 - first) != z[k - 1];
        }
      }
    };
  }

  private static FeatureBits chain(double r, double[] p, long stream) {
    return (i, z) -> {
      for (int k = 0; k < z.length; k++) {
        boolean copies = k > 0 && CounterRandom.uniform(stream, i, 2L * k + 1) < r;
        z[k] = copies ? z[k - 1] : CounterRandom.uniform(stream, i, 2L * k) < p[k];
      }
    };
  }
}
