package org.latentfeature.evidence.rivals;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;

/**
 * Orthogonal matching pursuit with an error target: takes the atom of largest correlation with the
 * residual, fits all atoms taken so far by least squares, and repeats until the squared residual is
 * at most the target. Correlations are kept through the atoms' products (Rubinstein, Zibulevsky
 * &amp; Elad 2008, Batch-OMP). The code of the last row coded is held; for one thread at a time.
 */
final class MatchingPursuit {

  /** Share of its length below which an atom is a combination of those taken. */
  private static final double DEPENDENT = 1e-10;

  private final int atoms;
  private final int entries;
  private final int longest;
  private final double[] columns;
  private final double[] products;
  private final double[] first;
  private final double[] correlations;
  private final double[] lower;
  private final double[] solved;
  private final double[] weights;
  private final int[] taken;
  private int size;

  /**
   * A coder by {@code dictionary}.
   *
   * @param dictionary K×D, atoms of length 1, not copied after
   * @param longest most atoms of a row
   */
  MatchingPursuit(Dense dictionary, int longest) {
    atoms = dictionary.rows();
    entries = dictionary.cols();
    this.longest = Math.min(longest, Math.min(atoms, entries));
    columns = new double[atoms * entries];
    for (int k = 0; k < atoms; k++) {
      for (int d = 0; d < entries; d++) {
        columns[d * atoms + k] = dictionary.get(k, d);
      }
    }
    products = dictionary.timesTransposed(dictionary).values();
    first = new double[atoms];
    correlations = new double[atoms];
    lower = new double[this.longest * this.longest];
    solved = new double[this.longest];
    weights = new double[this.longest];
    taken = new int[this.longest];
  }

  /** Creates a copy for another thread, with separate working memory; the dictionary is shared. */
  MatchingPursuit(MatchingPursuit other) {
    atoms = other.atoms;
    entries = other.entries;
    longest = other.longest;
    columns = other.columns;
    products = other.products;
    first = new double[atoms];
    correlations = new double[atoms];
    lower = new double[longest * longest];
    solved = new double[longest];
    weights = new double[longest];
    taken = new int[longest];
  }

  /**
   * Codes {@code x}.
   *
   * @param x D entries from {@code from} on
   * @param target of the squared residual, at least 0
   * @return the squared residual
   */
  double code(double[] x, int from, double target) {
    size = 0;
    double length = 0;
    for (int d = 0; d < entries; d++) {
      length += x[from + d] * x[from + d];
    }
    double error = length;
    if (error <= target) {
      return error;
    }
    Arrays.fill(first, 0);
    for (int d = 0; d < entries; d++) {
      Dense.addScaled(first, 0, columns, d * atoms, atoms, x[from + d]);
    }
    System.arraycopy(first, 0, correlations, 0, atoms);
    while (error > target && size < longest && take(largest())) {
      solve();
      error = length;
      System.arraycopy(first, 0, correlations, 0, atoms);
      for (int a = 0; a < size; a++) {
        Dense.addScaled(correlations, 0, products, taken[a] * atoms, atoms, -weights[a]);
        error -= weights[a] * first[taken[a]];
      }
    }
    return Math.max(0, error);
  }

  private int largest() {
    int best = 0;
    for (int k = 1; k < atoms; k++) {
      if (Math.abs(correlations[k]) > Math.abs(correlations[best])) {
        best = k;
      }
    }
    return best;
  }

  /** Adds a row to the triangle L of the taken atoms' products, L Lᵀ; false if it cannot be. */
  private boolean take(int k) {
    double pivot = products[k * atoms + k];
    for (int a = 0; a < size; a++) {
      double sum = products[k * atoms + taken[a]];
      for (int b = 0; b < a; b++) {
        sum -= lower[size * longest + b] * lower[a * longest + b];
      }
      double entry = sum / lower[a * longest + a];
      lower[size * longest + a] = entry;
      pivot -= entry * entry;
    }
    if (!(pivot > DEPENDENT) || correlations[k] == 0) {
      return false;
    }
    lower[size * longest + size] = Math.sqrt(pivot);
    taken[size++] = k;
    return true;
  }

  /** The weights of least squares; of L's first solution only the last entry is new. */
  private void solve() {
    int last = size - 1;
    double sum = first[taken[last]];
    for (int b = 0; b < last; b++) {
      sum -= lower[last * longest + b] * solved[b];
    }
    solved[last] = sum / lower[last * longest + last];
    for (int a = last; a >= 0; a--) {
      double rest = solved[a];
      for (int b = a + 1; b < size; b++) {
        rest -= lower[b * longest + a] * weights[b];
      }
      weights[a] = rest / lower[a * longest + a];
    }
  }

  /** Number of atoms of the last row coded. */
  int size() {
    return size;
  }

  /** The atom taken at step {@code a}. */
  int atom(int a) {
    return taken[a];
  }

  /** The weight of the atom taken at step {@code a}. */
  double weight(int a) {
    return weights[a];
  }
}
