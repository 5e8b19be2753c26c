package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/**
 * Features that single rows have, given A of the others: their number κ is proposed from
 * Poisson(α/N) and accepted by the ratio of likelihoods, their own rows of A integrated out. What
 * the others leave of the row is then N(0, (σx² + κσa²) I) over its known entries.
 */
final class OwnFeatures {

  private final ResidentRows rows;
  private final ColumnGroups groups;
  private final Incidence z;
  private final Scales scales;
  private final double mass;
  private final int most;
  private boolean full;

  /**
   * Proposes features of single rows for all rows of X.
   *
   * @param rows X, N×D; entries may be missing
   * @param groups the columns of the model
   * @param z its features, which change
   * @param mass α
   * @param most features at once
   */
  OwnFeatures(
      ResidentRows rows, ColumnGroups groups, Incidence z, Scales scales, double mass, int most) {
    this.rows = rows;
    this.groups = groups;
    this.z = z;
    this.scales = scales;
    this.mass = mass;
    this.most = most;
  }

  /** Returns whether a feature was not born because K had reached its limit. */
  boolean isFull() {
    return full;
  }

  /**
   * Draws the own features of every row.
   *
   * @param a of the features of {@code z}, K×D
   * @param seed of this draw, addressed by row
   * @return a copy of all features then
   */
  BinaryMatrix draw(Dense a, long seed) {
    BinaryMatrix before = z.toMatrix();
    boolean[] single = new boolean[before.cols()];
    for (int k = 0; k < single.length; k++) {
      single[k] = before.column(k).count() == 1;
    }
    Map<Integer, List<Integer>> own = own(before, single);
    List<Integer> gone = new ArrayList<>();
    List<BitVector> born = new ArrayList<>();
    int[] proposals = proposals(seed);
    int[] changing =
        IntStream.range(0, proposals.length)
            .filter(i -> proposals[i] != own.getOrDefault(i, List.of()).size())
            .toArray();
    if (changing.length == 0) {
      return before;
    }
    Matrix some = rows.copy(changing);
    for (int at = 0; at < changing.length; at++) {
      int i = changing[at];
      List<Integer> alone = own.getOrDefault(i, List.of());
      int present = alone.size();
      if (single.length + born.size() - gone.size() + proposals[i] - present > most) {
        full = true;
        continue;
      }
      double[] left = residual(some, at, shared(before, single, i), a);
      double log = likelihood(left, proposals[i]) - likelihood(left, present);
      if (Math.log(1 - CounterRandom.uniform(seed, i, 1)) < log) {
        for (int b = present; b < proposals[i]; b++) {
          boolean[] column = new boolean[proposals.length];
          column[i] = true;
          born.add(BitVector.of(column));
        }
        gone.addAll(alone.subList(Math.min(present, proposals[i]), present));
      }
    }
    BinaryMatrix after = before;
    if (!gone.isEmpty()) {
      int[] kept = IntStream.range(0, single.length).filter(k -> !gone.contains(k)).toArray();
      z.retain(kept);
      after = after.select(kept);
    }
    if (!born.isEmpty()) {
      z.append(born);
      for (BitVector column : born) {
        after = after.with(column);
      }
    }
    return after;
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

  private int[] proposals(long seed) {
    double mean = mass / rows.rows();
    int[] proposals = new int[rows.rows()];
    for (int i = 0; i < proposals.length; i++) {
      proposals[i] = Poisson.quantile(mean, CounterRandom.uniform(seed, i, 0));
    }
    return proposals;
  }

  /** The features of a row that others have too. */
  private static int[] shared(BinaryMatrix z, boolean[] single, int row) {
    return IntStream.range(0, single.length).filter(k -> z.get(row, k) && !single[k]).toArray();
  }

  /** Number of known entries of the model, and ‖·‖² of what these features leave of them. */
  private double[] residual(Matrix some, int at, int[] features, Dense a) {
    float[] row = new float[some.cols()];
    some.getRow(at, row);
    double[] rest = new double[row.length];
    for (int j = 0; j < row.length; j++) {
      rest[j] = row[j];
    }
    for (int k : features) {
      Dense.addScaled(rest, 0, a.values(), k * row.length, row.length, -1);
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
