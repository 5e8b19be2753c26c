package org.latentfeature.fit.factor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.SubspaceIteration;
import org.latentfeature.fit.metrics.ColumnErrors;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * X Q (N×R) in place of X (N×D): the rows in an orthonormal basis Qᵀ of about the span of the R
 * leading right singular vectors. For every Z and V, ‖X − Z V Qᵀ‖² = ‖X Q − Z V‖² + δ with δ = ‖X‖²
 * − ‖X Q‖², whatever Q is (docs/lasso.md, section 12).
 */
public final class SpectralReduction implements AutoCloseable {

  /** Minimum vectors in addition to K. */
  public static final int BESIDE = 8;

  /** Steps of subspace iteration with XᵀX, and from X itself, which each step reads. */
  private static final int GRAM_STEPS = 6;

  private static final int READING_STEPS = 2;

  /** Sine of the angle to the K leading vectors of sparse rows. */
  public static final double SPARSE_ACCURACY = 3e-4;

  /** The noise of a column is not judged by a smaller share of it beside the leading vectors. */
  private static final double LEAST_BESIDE = 1e-3;

  /** Share of a column in the span of the leading vectors from which it is mostly there. */
  private static final double MOSTLY_INSIDE = .5;

  private static final int MOST_COLUMNS = Integer.MAX_VALUE;

  private static final long PURPOSE = 0x0d1e;

  private final LoadedData rows;
  private final int size;
  private final double dropped;
  private final int leading;
  private final double sine;
  private final double hidden;

  private SpectralReduction(
      LoadedData rows, int size, double dropped, int leading, double sine, double hidden) {
    this.rows = rows;
    this.size = size;
    this.dropped = dropped;
    this.leading = leading;
    this.sine = sine;
    this.hidden = hidden;
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
        new LoadedData(x.backend(), reduced), size, Math.max(0, squaredNorm - kept), 0, 0, 0);
  }

  /**
   * Sparse {@code x} in R = {@code size} vectors, among them the K leading ones.
   *
   * @param k K, at most {@code size}
   */
  static SpectralReduction ofSparse(
      LoadedData x, int size, int k, Algebra algebra, StopSignal stop) {
    int d = x.source().cols();
    Moments.Limits moments = new Moments.Limits(size);
    Projections.Limits projections = new Projections.Limits(Math.min(size, d), 0);
    ResidentRows rows = x.rows(List.of(moments), stop);
    Algebra pausing = algebra.pausing(stop::check);
    Dense basis;
    double sine = 0;
    double hidden = 0;
    if (size >= d) {
      basis = new Dense(d, d);
      for (int j = 0; j < d; j++) {
        basis.set(j, j, 1);
      }
    } else {
      try (Moments steps = rows.open(moments, stop)) {
        SubspaceIteration found =
            SubspaceIteration.run(
                d,
                size,
                Math.min(k, size),
                SPARSE_ACCURACY,
                pausing,
                steps::columnGram,
                vectors -> Orthonormal.rows(vectors, pausing));
        basis = Orthonormal.rows(found.image(), pausing);
        sine = found.hasGap() ? SPARSE_ACCURACY : 1;
        hidden =
            hidden(
                pausing.multiply(found.rotation(), found.basis()),
                pausing.multiply(found.rotation(), found.image()),
                ColumnErrors.of(x.source(), BinaryMatrix.empty(x.source().rows()), new Dense(0, d)),
                pausing);
      }
    }
    Matrix reduced;
    try (Projections steps = rows.open(projections, stop)) {
      reduced = steps.project(basis);
    }
    double rest = x.source().facts().squaredNorm() - reduced.facts().squaredNorm();
    return new SpectralReduction(
        new LoadedData(x.backend(), reduced), size, Math.max(0, rest), k, sine, hidden);
  }

  /**
   * Returns the squares of noise that are expected in the span P of the leading vectors, as a share
   * of those beside it. What column d has beside it, r_d, is a share 1 − p_dd of its noise; p_dd is
   * in the span. Of noise that is as large in all columns this is K / (D − K); sparse rows have
   * most of theirs where few features have their entries, too. A column that is nearly a leading
   * vector by itself shows none of its noise: it is taken to be as noisy as the other columns that
   * are mostly in the span, and to have no noise if there are none.
   *
   * @param leading V, K×D
   * @param image V XᵀX, K×D
   * @param squares ‖x_d‖² of each column
   */
  static double hidden(Dense leading, Dense image, double[] squares, Algebra algebra) {
    Dense both = algebra.multiply(algebra.multiplyTransposed(image, leading), leading);
    double inside = 0;
    double beside = 0;
    double alone = 0;
    double seen = 0;
    int columns = 0;
    for (int j = 0; j < squares.length; j++) {
      double p = 0;
      double r = squares[j];
      for (int k = 0; k < leading.rows(); k++) {
        double v = leading.get(k, j);
        p += v * v;
        r += v * (both.get(k, j) - 2 * image.get(k, j));
      }
      r = Math.max(0, r);
      beside += r;
      if (p > 1 - LEAST_BESIDE) {
        alone += p;
        continue;
      }
      double noise = r / (1 - p);
      inside += noise * p;
      if (p >= MOSTLY_INSIDE) {
        seen += noise;
        columns++;
      }
    }
    if (columns > 0) {
      inside += alone * seen / columns;
    }
    return beside > 0 ? inside / beside : 0;
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
    Dense basis =
        SubspaceIteration.normal(CounterRandom.stream(0, PURPOSE), size, x.source().cols());
    for (int step = 0; step < (gram == null ? READING_STEPS : GRAM_STEPS); step++) {
      basis =
          Orthonormal.rows(
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

  /** K of the leading vectors that sparse rows have to this accuracy; 0 for others. */
  int leading() {
    return leading;
  }

  /** See {@link FitRows#sine}; 0 if all of X is kept, or its spectrum is computed beside this. */
  double sine() {
    return sine;
  }

  /**
   * Returns how many columns of equal noise K vectors hide as large a share of as of this noise; 0
   * if it is not known.
   */
  int noisyCols() {
    return hidden > 0 ? (int) Math.min(MOST_COLUMNS, Math.ceil(leading * (1 + 1 / hidden))) : 0;
  }

  @Override
  public void close() {
    rows.close();
  }
}
