package org.latentfeature.fit.factor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Projections;

/**
 * X Q (N×R) in place of X (N×D): the rows in an orthonormal basis Qᵀ of about the span of the R
 * leading right singular vectors. For every Z and V, ‖X − Z V Qᵀ‖² = ‖X Q − Z V‖² + δ with δ = ‖X‖²
 * − ‖X Q‖², whatever Q is (docs/lasso.md, section 12).
 */
public final class SpectralReduction implements AutoCloseable {

  /** Minimum vectors in addition to K. */
  private static final int BESIDE = 8;

  /** Steps of subspace iteration with XᵀX, and from X itself, which each step reads. */
  private static final int GRAM_STEPS = 6;

  private static final int READING_STEPS = 2;

  /** Rows are orthonormal up to this error of a product. */
  private static final double ORTHONORMAL = 1e-12;

  private static final long PURPOSE = 0x0d1e;

  private final LoadedData rows;
  private final int size;
  private final double dropped;

  private SpectralReduction(LoadedData rows, int size, double dropped) {
    this.rows = rows;
    this.size = size;
    this.dropped = dropped;
  }

  /** R for K features: 2K, and at least K + 8. */
  public static int size(int k) {
    return Math.max(2 * k, k + BESIDE);
  }

  /**
   * {@code x} in R = {@code size} vectors.
   *
   * @param gram XᵀX; null if it is unknown, and X is read instead
   */
  static SpectralReduction of(
      LoadedData x, int size, @Nullable Dense gram, Algebra algebra, StopSignal stop) {
    Dense basis = basis(x, size, gram, algebra.pausing(stop::check), stop);
    Projections.Limits limits = new Projections.Limits(size);
    Matrix reduced;
    try (Projections projections = x.rows(List.of(limits), stop).open(limits, stop)) {
      reduced = projections.project(basis);
    }
    double squaredNorm = x.source().facts().squaredNorm();
    double kept = gram == null ? reduced.facts().squaredNorm() : energy(basis, gram, algebra);
    return new SpectralReduction(
        new LoadedData(x.backend(), reduced), size, Math.max(0, squaredNorm - kept));
  }

  /** ‖X Q‖² = tr(Qᵀ XᵀX Q). */
  private static double energy(Dense basis, Dense gram, Algebra algebra) {
    Dense image = algebra.multiply(basis, gram);
    double sum = 0;
    for (int i = 0; i < basis.rows(); i++) {
      sum += image.rowDot(i, basis, i);
    }
    return sum;
  }

  /** Subspace iteration from random rows (Halko, Martinsson &amp; Tropp 2011, section 4.5). */
  private static Dense basis(
      LoadedData x, int size, @Nullable Dense gram, Algebra algebra, StopSignal stop) {
    Dense basis = new Dense(size, x.source().cols());
    long seed = CounterRandom.stream(0, PURPOSE);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < basis.cols(); j++) {
        basis.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    for (int step = 0; step < (gram == null ? READING_STEPS : GRAM_STEPS); step++) {
      basis =
          orthonormal(
              gram == null ? image(basis, x.x(), stop) : algebra.multiply(basis, gram), algebra);
    }
    return basis;
  }

  /** Qᵀ XᵀX in one reading of X. */
  private static Dense image(Dense basis, Matrix x, StopSignal stop) {
    int d = x.cols();
    Dense image = new Dense(basis.rows(), d);
    float[] row = new float[d];
    double[] one = new double[d];
    Dense wrapped = Dense.wrap(1, d, one);
    for (int i = 0; i < x.rows(); i++) {
      stop.check();
      x.getRow(i, row);
      for (int j = 0; j < d; j++) {
        one[j] = row[j];
      }
      for (int r = 0; r < basis.rows(); r++) {
        Dense.addScaled(image.values(), r * d, one, 0, d, basis.rowDot(r, wrapped, 0));
      }
    }
    return image;
  }

  /**
   * Orthonormal rows of the same span: Y ← L⁻¹Y with Y Yᵀ = L Lᵀ, twice, since the first time loses
   * half of the digits; row by row if the rows are too dependent for that.
   */
  private static Dense orthonormal(Dense rows, Algebra algebra) {
    Dense unit = scaled(rows);
    try {
      Dense twice = byCholesky(byCholesky(unit, algebra), algebra);
      if (deviation(algebra.multiplyTransposed(twice, twice)) < ORTHONORMAL) {
        return twice;
      }
    } catch (ArithmeticException e) {
      // Dependent rows, which only the slower way below can tell from rounding errors.
    }
    return Orthonormal.rows(unit, 0);
  }

  /** The largest entry of Y Yᵀ − I. */
  private static double deviation(Dense products) {
    double most = 0;
    for (int i = 0; i < products.rows(); i++) {
      for (int j = 0; j < products.rows(); j++) {
        most = Math.max(most, Math.abs(products.get(i, j) - (i == j ? 1 : 0)));
      }
    }
    return most;
  }

  private static Dense byCholesky(Dense rows, Algebra algebra) {
    Dense lower = algebra.cholesky(algebra.multiplyTransposed(rows, rows));
    return algebra.solveLower(lower, rows);
  }

  /** Rows of length 1, so that none of them is lost among larger ones. */
  private static Dense scaled(Dense rows) {
    Dense scaled = new Dense(rows.rows(), rows.cols());
    for (int i = 0; i < rows.rows(); i++) {
      double norm = rows.rowNorm(i);
      if (norm > 0) {
        Dense.addScaled(
            scaled.values(),
            i * rows.cols(),
            rows.values(),
            i * rows.cols(),
            rows.cols(),
            1 / norm);
      }
    }
    return scaled;
  }

  /** X Q. */
  LoadedData rows() {
    return rows;
  }

  /** R as it was asked for; X Q has fewer columns if the rank of X is below. */
  int size() {
    return size;
  }

  /** ‖X‖² − ‖X Q‖². */
  double dropped() {
    return dropped;
  }

  @Override
  public void close() {
    rows.close();
  }
}
