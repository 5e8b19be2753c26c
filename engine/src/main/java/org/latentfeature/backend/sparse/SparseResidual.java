package org.latentfeature.backend.sparse;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.SparseRows;

/**
 * The residual A = X − Z W of sparse rows by what its products need: X, Z, W, C = A Wᵀ (N×K), the
 * squared norms of its rows and their sum. With it, for S = P − WᵀU, P of D and U of K rows,
 *
 * <pre>Sᵀa_i = Pᵀx_i − (WP)ᵀz_i − Uᵀc_i</pre>
 *
 * and S + a_i d has P + x_i d and U + z_i d, and WP + (c_i + WWᵀz_i) d: that c_i holds the
 * residual, not X Wᵀ, is what keeps digits where the fit is good.
 */
final class SparseResidual {

  /** Rows of one piece of work. */
  private static final int PIECE = 1024;

  private final SparseHostRows rows;
  private final SparseRows x;
  private final StopSignal stop;
  private @Nullable State state;

  SparseResidual(SparseHostRows rows, StopSignal stop) {
    this.rows = rows;
    x = rows.x();
    this.stop = stop;
  }

  static long bytesNeeded(int rows, int cols, int columns) {
    return CodesByRow.bytesNeeded(rows, columns)
        + WideDictionary.bytesNeeded(cols, columns)
        + (long) rows * columns * Float.BYTES
        + (long) rows * Double.BYTES
        + 2L * cols * Double.BYTES;
  }

  /** The residual of one pair of Z and W. */
  static final class State {

    /** The state without rows, before there is a residual. */
    static final State EMPTY =
        new State(
            new CodesByRow(0, new IncidenceColumns(0)), WideDictionary.of(new Dense(0, 1)), 0, 1);

    /** The codes. */
    final CodesByRow z;

    /** The dictionary. */
    final WideDictionary w;

    /** A Wᵀ, N rows of K numbers. */
    final float[] products;

    /** ‖a_i‖² of each row. */
    final double[] squares;

    /** The sum of all a_i, D numbers. */
    final double[] total;

    State(CodesByRow z, WideDictionary w, int rows, int cols) {
      this.z = z;
      this.w = w;
      products = new float[Lanes.size(rows, w.k, "products of the residual")];
      squares = new double[rows];
      total = new double[cols];
    }
  }

  /** Makes it X − Z V; returns ‖A‖². */
  double load(IncidenceColumns codes, Dense v) {
    state = null; // The memory of the last one is free for this one.
    WideDictionary w = WideDictionary.rounded(v);
    CodesByRow z = new CodesByRow(x.rows(), codes);
    int k = w.k;
    State made = new State(z, w, x.rows(), x.cols());
    double[] squares = made.squares;
    int pieces = (x.rows() + PIECE - 1) / PIECE;
    Workers.share(
        rows.threads(),
        pieces,
        stop,
        (worker, piece) -> {
          double[] p = new double[w.width];
          double[] image = new double[w.width];
          int[] ones = new int[k];
          for (int i = piece * PIECE; i < Math.min(x.rows(), (piece + 1) * PIECE); i++) {
            int count = z.ones(i, ones);
            w.project(x, i, p);
            w.image(ones, count, image);
            double square = x.squaredNorm(i);
            for (int o = 0; o < count; o++) {
              square += image[ones[o]] - 2 * p[ones[o]];
            }
            squares[i] = Math.max(0, square);
            for (int c = 0; c < k; c++) {
              made.products[i * k + c] = (float) (p[c] - image[c]);
            }
          }
        });
    sum(made);
    state = made;
    double norm = 0;
    for (double square : squares) {
      norm += square;
    }
    return norm;
  }

  /** Adds all rows up. */
  private void sum(State made) {
    CodesByRow z = made.z;
    WideDictionary w = made.w;
    double[] total = made.total;
    for (int at = 0; at < x.entries(); at++) {
      total[x.columns()[at]] += x.values()[at];
    }
    int[] ones = new int[w.k];
    double[] uses = new double[w.k];
    for (int i = 0; i < x.rows(); i++) {
      int count = z.ones(i, ones);
      for (int o = 0; o < count; o++) {
        uses[ones[o]]++;
      }
    }
    for (int j = 0; j < total.length; j++) {
      for (int c = 0; c < w.k; c++) {
        total[j] -= uses[c] * w.columns[j * w.width + c];
      }
    }
  }

  /** The present one. */
  State state() {
    State present = state;
    if (present == null) {
      throw new IllegalStateException("compute a residual first");
    }
    return present;
  }

  /** The rows of X. */
  SparseRows x() {
    return x;
  }

  /** Most threads. */
  int threads() {
    return rows.threads();
  }
}
