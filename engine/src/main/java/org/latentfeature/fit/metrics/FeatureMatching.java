package org.latentfeature.fit.metrics;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/**
 * The similarity of the features of two factorisations, in any order: each feature of one gets a
 * different partner in the other, such that the sum of similarities is largest. Similarities are
 * from 0 to 1; only equal features reach 1.
 */
public final class FeatureMatching {

  private FeatureMatching() {}

  /**
   * By rows of the dictionary: 1 − ‖w − w'‖ / max(‖w‖, ‖w'‖), or 0 if that is negative. Two rows of
   * zeros are equal. Columns in which either is NaN, which its fit did not know, are left out.
   *
   * @param reference K×D
   * @param other K'×D
   * @return of each row of {@code reference}, the similarity to its partner; 0 if it has none
   * @throws IllegalArgumentException if the numbers of columns differ
   */
  public static double[] byDictionary(Dense reference, Dense other) {
    if (reference.cols() != other.cols()) {
      throw new IllegalArgumentException(
          "dictionaries with "
              + reference.cols()
              + " and "
              + other.cols()
              + " columns do not match");
    }
    return match(
        reference.rows(),
        other.rows(),
        (i, j) -> {
          double difference = 0;
          double first = 0;
          double second = 0;
          for (int d = 0; d < reference.cols(); d++) {
            double a = reference.get(i, d);
            double b = other.get(j, d);
            if (Double.isNaN(a) || Double.isNaN(b)) {
              continue;
            }
            difference += (a - b) * (a - b);
            first += a * a;
            second += b * b;
          }
          double larger = Math.sqrt(Math.max(first, second));
          return larger == 0 ? 1 : Math.max(0, 1 - Math.sqrt(difference) / larger);
        });
  }

  /**
   * By columns of Z: the share of rows with both features among the rows with either (Jaccard's
   * index). Two columns of zeros are equal.
   *
   * @param reference N×K
   * @param other N×K', of the same rows
   * @return of each column of {@code reference}, the similarity to its partner; 0 if it has none
   * @throws IllegalArgumentException if the numbers of rows differ
   */
  public static double[] byIncidence(BinaryMatrix reference, BinaryMatrix other) {
    if (reference.rows() != other.rows()) {
      throw new IllegalArgumentException(
          "incidence matrices with "
              + reference.rows()
              + " and "
              + other.rows()
              + " rows do not match");
    }
    return match(reference.cols(), other.cols(), overlap(reference, other));
  }

  private static Similarity overlap(BinaryMatrix reference, BinaryMatrix other) {
    return (i, j) -> {
      int both = reference.column(i).dot(other.column(j));
      int either = reference.column(i).count() + other.column(j).count() - both;
      return either == 0 ? 1 : (double) both / either;
    };
  }

  /**
   * Partners by columns of Z, as {@link #byIncidence} compares them.
   *
   * @param reference N×K
   * @param other N×K', of the same rows
   * @param least similarity of partners
   * @return of each column of {@code reference}, the number of its partner; −1 if it has none
   */
  public static int[] partners(BinaryMatrix reference, BinaryMatrix other, double least) {
    int k = reference.cols();
    double[][] cost = cost(k, other.cols(), overlap(reference, other));
    int[] partner = k == 0 ? new int[0] : Assignment.minimal(cost);
    for (int i = 0; i < k; i++) {
      if (partner[i] >= other.cols() || 1 - cost[i][partner[i]] < least) {
        partner[i] = -1;
      }
    }
    return partner;
  }

  @FunctionalInterface
  private interface Similarity {
    double of(int reference, int other);
  }

  private static double[] match(int k, int others, Similarity similarity) {
    if (k == 0) {
      return new double[0];
    }
    double[][] cost = cost(k, others, similarity);
    int[] partner = Assignment.minimal(cost);
    double[] found = new double[k];
    for (int i = 0; i < k; i++) {
      found[i] = 1 - cost[i][partner[i]];
    }
    return found;
  }

  /**
   * Returns the costs of pairs of features, 1 less their similarity. With {@code k} columns of cost
   * 1 beside the others' features, each feature may also stay alone.
   */
  private static double[][] cost(int k, int others, Similarity similarity) {
    double[][] cost = new double[k][others + k];
    for (int i = 0; i < k; i++) {
      Arrays.fill(cost[i], 1);
      for (int j = 0; j < others; j++) {
        cost[i][j] = 1 - similarity.of(i, j);
      }
    }
    return cost;
  }
}
