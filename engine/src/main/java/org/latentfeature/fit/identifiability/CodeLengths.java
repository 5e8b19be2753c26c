package org.latentfeature.fit.identifiability;

import java.util.Arrays;
import org.latentfeature.data.BitVector;

/**
 * Nats of the codes of all rows by the best simple law of the features chosen, and of that law: a
 * forest of dependences (Chow &amp; Liu 1968), or, where every two features are nested or disjoint,
 * so that a code is a node of a tree, the entropy of the codes themselves. An edge costs the name
 * of a feature, log K, and where it has a probability of its own ½ log N.
 */
final class CodeLengths {

  /** How two columns lie to each other. */
  private enum Relation {
    CROSSING,
    DISJOINT,
    /** The first is within the second. */
    WITHIN,
    AROUND
  }

  private final double rows;
  private final double[] entropy;

  /** N times the information that one column has of another. */
  private final float[][] information;

  private final Relation[][] relations;
  private final double joint;
  private final int[] ones;

  /**
   * Compares every two of {@code columns}.
   *
   * @param columns entries at the distinct rows
   * @param counts of these rows
   */
  CodeLengths(BitVector[] columns, int[] counts) {
    int size = columns.length;
    rows = Arrays.stream(counts).sum();
    ones = Arrays.stream(columns).mapToInt(c -> sum(c, c, counts)).toArray();
    entropy = Arrays.stream(ones).mapToDouble(c -> nats(c) + nats(rows - c)).toArray();
    information = new float[size][size];
    relations = new Relation[size][size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < a; b++) {
        int both = sum(columns[a], columns[b], counts);
        int onlyA = ones[a] - both;
        int onlyB = ones[b] - both;
        double pair = nats(both) + nats(onlyA) + nats(onlyB) + nats(rows - both - onlyA - onlyB);
        information[a][b] = information[b][a] = (float) (entropy[a] + entropy[b] - pair);
        relations[a][b] = relation(both, onlyA, onlyB);
        relations[b][a] = relation(both, onlyB, onlyA);
      }
    }
    joint = Arrays.stream(counts).mapToDouble(this::nats).sum();
  }

  /** Rows that have both columns. */
  private static int sum(BitVector a, BitVector b, int[] counts) {
    int sum = 0;
    for (int i = a.next(0); i < a.length(); i = a.next(i + 1)) {
      sum += b.get(i) ? counts[i] : 0;
    }
    return sum;
  }

  private static Relation relation(int both, int onlyFirst, int onlySecond) {
    if (both == 0) {
      return Relation.DISJOINT;
    }
    return onlyFirst == 0 ? Relation.WITHIN : onlySecond == 0 ? Relation.AROUND : Relation.CROSSING;
  }

  /** Nats of {@code count} rows of one kind. */
  private double nats(double count) {
    return count <= 0 ? 0 : -count * Math.log(count / rows);
  }

  /** Rows that have candidate {@code c}. */
  int ones(int c) {
    return ones[c];
  }

  /** Pairs of {@code chosen} that are neither nested nor disjoint. */
  int crossing(int[] chosen) {
    int count = 0;
    for (int a = 0; a < chosen.length; a++) {
      for (int b = 0; b < a; b++) {
        count += relations[chosen[a]][chosen[b]] == Relation.CROSSING ? 1 : 0;
      }
    }
    return count;
  }

  /** Nats of all codes and of their law. */
  double of(int[] chosen) {
    double edge = Math.log(chosen.length);
    return crossing(chosen) == 0
        ? joint + within(chosen) * edge
        : forest(chosen, edge + Math.log(rows) / 2);
  }

  /** Features of {@code chosen} that are within another. */
  private int within(int[] chosen) {
    int count = 0;
    for (int a : chosen) {
      boolean isWithin = false;
      for (int b : chosen) {
        isWithin |= a != b && relations[a][b] == Relation.WITHIN;
      }
      count += isWithin ? 1 : 0;
    }
    return count;
  }

  /** Entropies less the information along the heaviest forest (Prim), each edge at its cost. */
  private double forest(int[] chosen, double edge) {
    int k = chosen.length;
    double[] nearest = new double[k];
    boolean[] isIn = new boolean[k];
    double nats = 0;
    int next = 0;
    for (int step = 0; step < k; step++) {
      isIn[next] = true;
      nats += entropy[chosen[next]];
      float[] shared = information[chosen[next]];
      int heaviest = -1;
      for (int j = 0; j < k; j++) {
        if (!isIn[j]) {
          nearest[j] = Math.max(nearest[j], shared[chosen[j]] - edge);
          heaviest = heaviest < 0 || nearest[j] > nearest[heaviest] ? j : heaviest;
        }
      }
      if (heaviest >= 0) {
        nats -= nearest[heaviest];
        next = heaviest;
      }
    }
    return nats;
  }
}
