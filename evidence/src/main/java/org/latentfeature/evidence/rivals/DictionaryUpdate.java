package org.latentfeature.evidence.rivals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;

/**
 * The second half of an iteration of K-SVD (Aharon, Elad &amp; Bruckstein 2006): each atom, with
 * the weights of the rows that have it, becomes the best rank-one fit of what the other atoms leave
 * of these rows, found by power iteration from the atom. Atoms without use, or nearly equal to
 * another, are replaced by the row that is explained worst.
 */
final class DictionaryUpdate {

  /** Rounds of power iteration at most; it starts near its end. */
  private static final int ROUNDS = 10;

  /** Squared change of an atom at which power iteration ends. */
  private static final double SETTLED = 1e-12;

  /** Atoms of a larger product are one. */
  private static final double SAME = 0.99;

  private final Dense x;
  private final Dense dictionary;
  private final SparseCodes codes;
  private final Dense residual;
  private final int entries;
  private final List<List<Use>> uses = new ArrayList<>();

  /** Place {@code at} in the code of {@code row}. */
  private record Use(int row, int at) {}

  private DictionaryUpdate(Dense x, Dense dictionary, SparseCodes codes) {
    this.x = x;
    this.dictionary = dictionary;
    this.codes = codes;
    entries = x.cols();
    residual = codes.residual(x, dictionary);
    for (int k = 0; k < dictionary.rows(); k++) {
      uses.add(new ArrayList<>());
    }
    for (int i = 0; i < x.rows(); i++) {
      for (int a = 0; a < codes.size(i); a++) {
        uses.get(codes.atom(i, a)).add(new Use(i, a));
      }
    }
  }

  /** Updates {@code dictionary} (K×D) and the weights of {@code codes} of {@code x} (N×D). */
  static void run(Dense x, Dense dictionary, SparseCodes codes) {
    DictionaryUpdate update = new DictionaryUpdate(x, dictionary, codes);
    for (int k = 0; k < dictionary.rows(); k++) {
      if (!update.uses.get(k).isEmpty()) {
        update.fit(k);
      }
    }
    update.replace();
  }

  private void fit(int k) {
    List<Use> users = uses.get(k);
    for (Use use : users) {
      add(use, k, codes.weight(use.row(), use.at()));
    }
    double[] atom = new double[entries];
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && change > SETTLED; round++) {
      Arrays.fill(atom, 0);
      for (Use use : users) {
        double weight = product(use.row(), k);
        Dense.addScaled(atom, 0, residual.values(), use.row() * entries, entries, weight);
      }
      change = set(k, atom);
    }
    for (Use use : users) {
      double weight = product(use.row(), k);
      codes.weigh(use.row(), use.at(), weight);
      add(use, k, -weight);
    }
  }

  private void add(Use use, int k, double weight) {
    Dense.addScaled(
        residual.values(), use.row() * entries, dictionary.values(), k * entries, entries, weight);
  }

  private double product(int row, int k) {
    return residual.rowDot(row, dictionary, k);
  }

  /** Makes {@code atom}, scaled to length 1, atom k; returns its squared change. */
  private double set(int k, double[] atom) {
    double squares = 0;
    for (double value : atom) {
      squares += value * value;
    }
    if (!(squares > 0)) {
      return 0;
    }
    double change = 0;
    for (int d = 0; d < entries; d++) {
      double value = atom[d] / Math.sqrt(squares);
      double by = value - dictionary.get(k, d);
      change += by * by;
      dictionary.set(k, d, value);
    }
    return change;
  }

  private void replace() {
    double[] errors = new double[x.rows()];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = residual.rowDot(i, residual, i);
    }
    for (int k = 0; k < dictionary.rows(); k++) {
      if (uses.get(k).isEmpty() || isRepeated(k)) {
        int worst = 0;
        for (int i = 1; i < errors.length; i++) {
          worst = errors[i] > errors[worst] ? i : worst;
        }
        double[] row = new double[entries];
        System.arraycopy(x.values(), worst * entries, row, 0, entries);
        set(k, row);
        errors[worst] = 0;
      }
    }
  }

  private boolean isRepeated(int k) {
    for (int j = 0; j < k; j++) {
      if (Math.abs(dictionary.rowDot(k, dictionary, j)) > SAME) {
        return true;
      }
    }
    return false;
  }
}
