package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.PivotedCholesky;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.SessionLimits;

/**
 * The data as the fit sees them, by exact reductions: same objective, same Z.
 *
 * @param original the data themselves
 * @param x what to fit; {@code original} itself where nothing is gained by less
 * @param scale power of two that X was multiplied by, 1 unless its values are extreme
 */
record PreparedData(Matrix original, Matrix x, double scale) {

  /** Beyond this many rows X Xᵀ costs more than it saves. */
  private static final int MOST_ROWS = 3000;

  /** X = L Q pays from this many columns a row on. */
  private static final double WIDE = 1.25;

  /** Pivots of X Xᵀ below this share of the largest are rounding errors. */
  private static final double RANK_TOLERANCE = 1e-13;

  /** Squares of values within these limits neither overflow nor vanish in single precision. */
  private static final double LARGE = 1e9;

  private static final double SMALL = 1e-9;

  /**
   * Checks and reduces {@code x}; once {@code stop} is set, without the reduction that takes time.
   *
   * @throws org.latentfeature.data.DataException naming the first entry that is not finite
   * @throws IllegalArgumentException if all entries are zero
   */
  static PreparedData of(Matrix x, Backend backend, StopSignal stop) {
    DataFacts facts = x.facts().requireFinite("X");
    double largest = facts.largest();
    if (largest == 0) {
      throw new IllegalArgumentException("all entries of X are zero; there is nothing to explain");
    }
    double scale = 1;
    if (largest > LARGE || largest < SMALL) {
      scale = Math.scalb(1.0, -Math.getExponent(largest));
    }
    BitVector unused = facts.zeroColumns();
    int count = x.cols() - unused.count();
    boolean drop = count < 0.9 * x.cols();
    Matrix kept = drop || scale != 1 ? copy(x, drop ? unused : null, count, scale) : x;
    boolean wide = isWide(x.rows(), kept.cols());
    return new PreparedData(x, wide ? lq(kept, backend, stop) : kept, scale);
  }

  private static boolean isWide(int rows, int cols) {
    return cols >= WIDE * rows && rows <= MOST_ROWS;
  }

  /**
   * Most bytes that sessions with {@code limits} on the prepared form of N×D data, and before or
   * after them ones with {@code whole} on the data where they are reduced, hold at once.
   */
  static long bytesNeeded(
      Backend backend, int rows, int cols, SessionLimits limits, SessionLimits whole) {
    return isWide(rows, cols)
        ? Math.max(backend.bytesNeeded(rows, rows, limits), backend.bytesNeeded(rows, cols, whole))
        : backend.bytesNeeded(rows, cols, limits);
  }

  /** ‖X‖² of what to fit. */
  double squaredNorm() {
    return x.facts().squaredNorm();
  }

  /** The root mean square of an error of this size, in the units of the original data. */
  double rmse(double squaredError) {
    return Math.sqrt(squaredError / original.size()) / scale;
  }

  /**
   * The original data, not reduced but scaled: the squares of extreme values would leave the range
   * of single precision.
   */
  Matrix whole() {
    return scale == 1 ? original : copy(original, null, original.cols(), scale);
  }

  /** The dictionaries and errors of {@code found} on the original data, in their units. */
  List<Factors> restore(List<Factors> found, Backend backend) {
    int most = found.stream().mapToInt(f -> f.z().cols()).max().orElse(0);
    if (x == original || most == 0) {
      return found;
    }
    SessionLimits limits = SessionLimits.factorisation(most);
    try (CheckedSession session = CheckedSession.open(backend, whole(), limits)) {
      CodeRefinement onOriginal = new CodeRefinement(session, any -> {});
      return found.stream().map(f -> inUnits(onOriginal.fit(f.z()))).toList();
    }
  }

  private Factors inUnits(Factors scaled) {
    double[] w = scaled.w().values();
    for (int i = 0; i < w.length; i++) {
      w[i] /= scale;
    }
    return new Factors(scaled.z(), scaled.w(), scaled.squaredError() / (scale * scale));
  }

  private static Matrix copy(Matrix x, @Nullable BitVector unused, int count, double scale) {
    Matrix out = Matrix.allocate(x.rows(), unused == null ? x.cols() : count);
    float[] row = new float[x.cols()];
    float[] some = new float[out.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      int at = 0;
      for (int j = 0; j < row.length; j++) {
        if (unused == null || !unused.get(j)) {
          some[at++] = (float) (row[j] * scale);
        }
      }
      out.setRow(i, some);
    }
    return out;
  }

  /**
   * L of X = L Q with orthonormal rows of Q: any factor of X Xᵀ, which is all that Z depends on. X
   * itself once {@code stop} is set.
   */
  private static Matrix lq(Matrix x, Backend backend, StopSignal stop) {
    Dense factor;
    SessionLimits limits = SessionLimits.factorisation(1);
    try (CheckedSession session = CheckedSession.open(backend, x, limits, stop)) {
      factor = PivotedCholesky.of(session.rowGram(), RANK_TOLERANCE, stop::check).factor();
    } catch (StoppedException e) {
      return x;
    }
    Matrix l = Matrix.allocate(factor.rows(), factor.cols());
    float[] row = new float[factor.cols()];
    for (int i = 0; i < factor.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) factor.get(i, j);
      }
      l.setRow(i, row);
    }
    return l;
  }
}
