package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.Incidence;

/**
 * Features that single rows have, given A of the others: their number κ is proposed from
 * Poisson(α/N) and accepted by the ratio of likelihoods, their own rows of A integrated out. What
 * the others leave of the row is then N(0, (σx² + κσa²) I) over its known entries.
 */
final class OwnFeatures {

  private final Matrix x;
  private final ColumnGroups groups;
  private final Incidence z;
  private final Scales scales;
  private final double mass;
  private final int most;
  private boolean full;

  /**
   * Of all rows.
   *
   * @param x N×D, NaN where an entry is missing
   * @param groups the columns of the model
   * @param z its features, which change
   * @param mass α
   * @param most features at once
   */
  OwnFeatures(Matrix x, ColumnGroups groups, Incidence z, Scales scales, double mass, int most) {
    this.x = x;
    this.groups = groups;
    this.z = z;
    this.scales = scales;
    this.mass = mass;
    this.most = most;
  }

  /** Whether a feature was not born since there are as many as allowed. */
  boolean isFull() {
    return full;
  }

  /**
   * Draws the own features of every row.
   *
   * @param a of the features of {@code z}, K×D
   * @param seed of this draw, addressed by row
   */
  void draw(Dense a, long seed) {
    BinaryMatrix before = z.toMatrix();
    boolean[] single = new boolean[before.cols()];
    for (int k = 0; k < single.length; k++) {
      single[k] = before.column(k).count() == 1;
    }
    Map<Integer, List<Integer>> own = own(before, single);
    List<Integer> gone = new ArrayList<>();
    List<BitVector> born = new ArrayList<>();
    double mean = mass / x.rows();
    for (int i = 0; i < x.rows(); i++) {
      int proposed = Poisson.quantile(mean, CounterRandom.uniform(seed, i, 0));
      List<Integer> alone = own.getOrDefault(i, List.of());
      int present = alone.size();
      if (proposed == present) {
        continue;
      }
      if (single.length + born.size() - gone.size() + proposed - present > most) {
        full = true;
        continue;
      }
      double[] left = residual(i, before, single, a);
      double log = likelihood(left, proposed) - likelihood(left, present);
      if (Math.log(1 - CounterRandom.uniform(seed, i, 1)) < log) {
        for (int b = present; b < proposed; b++) {
          boolean[] column = new boolean[x.rows()];
          column[i] = true;
          born.add(BitVector.of(column));
        }
        gone.addAll(alone.subList(Math.min(present, proposed), present));
      }
    }
    if (!gone.isEmpty()) {
      z.retain(IntStream.range(0, single.length).filter(k -> !gone.contains(k)).toArray());
    }
    if (!born.isEmpty()) {
      z.append(born);
    }
  }

  /** The features that each row has alone. */
  private static Map<Integer, List<Integer>> own(BinaryMatrix z, boolean[] single) {
    Map<Integer, List<Integer>> own = new HashMap<>();
    for (int k = 0; k < single.length; k++) {
      if (single[k]) {
        own.computeIfAbsent(z.column(k).next(0), row -> new ArrayList<>()).add(k);
      }
    }
    return own;
  }

  /** Number of known entries of the model, and ‖·‖² of what shared features leave of them. */
  private double[] residual(int i, BinaryMatrix before, boolean[] single, Dense a) {
    float[] row = new float[x.cols()];
    x.getRow(i, row);
    double[] rest = new double[row.length];
    for (int j = 0; j < row.length; j++) {
      rest[j] = row[j];
    }
    for (int k = 0; k < single.length; k++) {
      if (before.get(i, k) && !single[k]) {
        Dense.addScaled(rest, 0, a.values(), k * row.length, row.length, -1);
      }
    }
    double known = 0;
    double squares = 0;
    for (int j = 0; j < rest.length; j++) {
      if (groups.has(j) && !Double.isNaN(rest[j])) {
        known++;
        squares += rest[j] * rest[j];
      }
    }
    return new double[] {known, squares};
  }

  private double likelihood(double[] left, int count) {
    double variance =
        scales.noise() * scales.noise() + count * scales.features() * scales.features();
    return -0.5 * left[0] * Math.log(variance) - left[1] / (2 * variance);
  }
}
