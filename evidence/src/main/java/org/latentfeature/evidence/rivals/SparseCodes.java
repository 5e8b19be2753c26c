package org.latentfeature.evidence.rivals;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;

/** Rows as sums of few atoms: which ones, and how much of each. Weights can be changed. */
final class SparseCodes {

  /** Rows that one thread codes before it takes more. */
  private static final int BAND = 1024;

  private final int[][] atoms;
  private final double[][] weights;

  private SparseCodes(int rows) {
    atoms = new int[rows][];
    weights = new double[rows][];
  }

  /**
   * Codes each row of {@code x} (N×D) by matching pursuit.
   *
   * @param longest most atoms of a row
   * @param target squared residual at which a row is done
   * @param threads to use; the result does not depend on their number
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  static SparseCodes of(
      Dense x, Dense dictionary, int longest, double target, int threads, StopSignal stop) {
    SparseCodes codes = new SparseCodes(x.rows());
    MatchingPursuit shared = new MatchingPursuit(dictionary, longest);
    List<MatchingPursuit> coders =
        IntStream.range(0, threads).mapToObj(worker -> new MatchingPursuit(shared)).toList();
    Workers.share(
        threads,
        (x.rows() + BAND - 1) / BAND,
        stop,
        (worker, band) -> {
          for (int i = band * BAND; i < Math.min(x.rows(), (band + 1) * BAND); i++) {
            MatchingPursuit coder = coders.get(worker);
            coder.code(x.values(), i * x.cols(), target);
            codes.take(i, coder);
          }
        });
    return codes;
  }

  private void take(int row, MatchingPursuit coder) {
    atoms[row] = IntStream.range(0, coder.size()).map(coder::atom).toArray();
    weights[row] = IntStream.range(0, coder.size()).mapToDouble(coder::weight).toArray();
  }

  int size(int row) {
    return atoms[row].length;
  }

  int atom(int row, int a) {
    return atoms[row][a];
  }

  double weight(int row, int a) {
    return weights[row][a];
  }

  void weigh(int row, int a, double weight) {
    weights[row][a] = weight;
  }

  /** Returns the number of atoms of all rows together. */
  long atoms() {
    long sum = 0;
    for (int[] row : atoms) {
      sum += row.length;
    }
    return sum;
  }

  /** X less what the codes make of {@code dictionary}, a new matrix. */
  Dense residual(Dense x, Dense dictionary) {
    Dense residual = x.copy();
    int entries = x.cols();
    for (int i = 0; i < x.rows(); i++) {
      for (int a = 0; a < size(i); a++) {
        Dense.addScaled(
            residual.values(),
            i * entries,
            dictionary.values(),
            atom(i, a) * entries,
            entries,
            -weight(i, a));
      }
    }
    return residual;
  }
}
