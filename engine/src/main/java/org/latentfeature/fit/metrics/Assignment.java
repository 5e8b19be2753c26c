package org.latentfeature.fit.metrics;

import java.util.Arrays;

/** The assignment problem, by the Hungarian method with potentials, in O(rows² · columns). */
public final class Assignment {

  private Assignment() {}

  /**
   * A different column for each row so that the sum of costs is least.
   *
   * @param cost at least as many columns as rows
   * @return the column of each row
   */
  public static int[] minimal(double[][] cost) {
    int n = cost.length;
    int m = cost[0].length;
    // Rows and columns count from 1 here; column 0 stands for the row that looks for a place.
    double[] rowPotential = new double[n + 1];
    double[] colPotential = new double[m + 1];
    int[] rowOf = new int[m + 1];
    int[] cameFrom = new int[m + 1];
    for (int i = 1; i <= n; i++) {
      rowOf[0] = i;
      double[] slack = new double[m + 1];
      Arrays.fill(slack, Double.POSITIVE_INFINITY);
      boolean[] used = new boolean[m + 1];
      int at = 0;
      while (rowOf[at] != 0) {
        used[at] = true;
        int row = rowOf[at];
        double delta = Double.POSITIVE_INFINITY;
        int next = 0;
        for (int j = 1; j <= m; j++) {
          if (!used[j]) {
            double reduced = cost[row - 1][j - 1] - rowPotential[row] - colPotential[j];
            if (reduced < slack[j]) {
              slack[j] = reduced;
              cameFrom[j] = at;
            }
            if (slack[j] < delta) {
              delta = slack[j];
              next = j;
            }
          }
        }
        for (int j = 0; j <= m; j++) {
          if (used[j]) {
            rowPotential[rowOf[j]] += delta;
            colPotential[j] -= delta;
          } else {
            slack[j] -= delta;
          }
        }
        at = next;
      }
      while (at != 0) {
        rowOf[at] = rowOf[cameFrom[at]];
        at = cameFrom[at];
      }
    }
    int[] match = new int[n];
    for (int j = 1; j <= m; j++) {
      if (rowOf[j] != 0) {
        match[rowOf[j] - 1] = j - 1;
      }
    }
    return match;
  }
}
