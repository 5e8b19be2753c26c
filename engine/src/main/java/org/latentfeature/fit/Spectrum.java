package org.latentfeature.fit;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * The singular values of X and the space of the K leading singular vectors, from its smaller Gram
 * matrix, in one reading of X.
 */
public final class Spectrum {

  /** Above this many singular values a spectrum costs more memory and time than a fit. */
  private static final int MOST_VALUES = 8192;

  /** Vectors in addition to K, for the values after the K-th. */
  private static final int BESIDE = 8;

  /** Tolerance: sine of the angle to the space of the leading vectors. */
  private static final double ACCURACY = 1e-5;

  /**
   * A gap: the last squared singular value of the signal is this many times the first of the noise.
   */
  public static final double GAP = SubspaceIteration.GAP;

  private final Dense gram;
  private final boolean ofRows;
  private final int rows;
  private final double beyond;
  private final Algebra algebra;
  private double @Nullable [] values;

  private Spectrum(Dense gram, boolean ofRows, int rows, double beyond, Algebra algebra) {
    this.gram = gram;
    this.ofRows = ofRows;
    this.rows = rows;
    this.beyond = beyond;
    this.algebra = algebra;
  }

  /**
   * The K leading singular vectors.
   *
   * @param basis orthonormal rows that span them: left ones, of N entries, if X has at most as many
   *     rows as columns; otherwise right ones, of D
   * @param sum the sum of the squares of the K leading singular values
   * @param rest the sum of the squares of all others
   * @param hasGap whether there may be a ground truth of rank K: the next value is far below the
   *     K-th
   */
  public record Leading(Dense basis, double sum, double rest, boolean hasGap) {

    /** The sum of the squares of all singular values, ‖X‖². */
    public double total() {
      return sum + rest;
    }

    /**
     * Returns a lower bound of the squared error of any matrix of rank K, if there is a gap: the
     * rest, less what the leading values may be too small by.
     */
    public double least() {
      return Math.max(0, rest - ACCURACY * ACCURACY * sum);
    }
  }

  /** Returns whether the spectrum of N×D rows can be computed. */
  public static boolean isKnown(int rows, int cols) {
    return Math.min(rows, cols) <= MOST_VALUES;
  }

  /**
   * The spectrum of {@code rows}.
   *
   * @param stop also stops its later computations
   */
  public static Spectrum of(ResidentRows rows, Algebra algebra, StopSignal stop) {
    return of(rows, 0, algebra, stop);
  }

  /**
   * The spectrum of data of which {@code rows} are the leading dimensions.
   *
   * @param beyond the sum of the squares of the singular values that the rows do not have
   * @param stop also stops its later computations
   */
  public static Spectrum of(ResidentRows rows, double beyond, Algebra algebra, StopSignal stop) {
    boolean ofRows = rows.rows() <= rows.cols();
    try (Moments moments = rows.open(new Moments.Limits(), stop)) {
      Dense gram = ofRows ? moments.rowGram() : moments.columnGram();
      return new Spectrum(gram, ofRows, rows.rows(), beyond, algebra.pausing(stop::check));
    }
  }

  /**
   * The spectrum of the centred rows, X minus {@code mean} in each row.
   *
   * @param mean of the rows, D entries
   */
  public Spectrum centred(double[] mean) {
    int n = gram.rows();
    Dense centred = gram.copy();
    double[] v = centred.values();
    if (ofRows) {
      double[] sums = new double[n];
      double all = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          sums[i] += v[i * n + j] / n;
        }
        all += sums[i] / n;
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          v[i * n + j] += all - sums[i] - sums[j];
        }
      }
    } else {
      for (int i = 0; i < n; i++) {
        Dense.addScaled(v, i * n, mean, 0, n, -rows * mean[i]);
      }
    }
    return new Spectrum(centred, ofRows, rows, beyond, algebra);
  }

  /** The sum of the squares of the singular values that the rows do not have; mostly 0. */
  public double beyond() {
    return beyond;
  }

  /** The squares of the min(N, D) singular values of the rows, largest first; not a copy. */
  public double[] squaredSingularValues() {
    double[] known = values;
    if (known == null) {
      known = SubspaceIteration.nonNegative(algebra.eigenvalues(gram));
      values = known;
    }
    return known;
  }

  /** Returns whether the vectors are left singular vectors, those of X Xᵀ. */
  public boolean isOfRows() {
    return ofRows;
  }

  /** The smaller Gram matrix, X Xᵀ or XᵀX; not a copy. */
  public Dense gram() {
    return gram;
  }

  /**
   * The {@code k} leading vectors, by orthogonal iteration on some more of them (Golub &amp; Van
   * Loan, section 8.2.4), whose error falls by the ratio of the values around the gap. Accurate if
   * there is a gap; if the rank of X is below {@code k} there is none, and fewer vectors are
   * returned.
   *
   * @param k 1 … min(N, D)
   */
  public Leading leading(int k) {
    int n = gram.rows();
    SubspaceIteration found =
        SubspaceIteration.run(
            n,
            Math.min(n, k + BESIDE),
            k,
            ACCURACY,
            algebra,
            basis -> algebra.multiply(basis, gram),
            rows -> Orthonormal.rows(rows, 0));
    return new Leading(
        algebra.multiply(found.rotation(), found.basis()),
        found.sum(),
        Math.max(0, trace() + beyond - found.sum()),
        found.hasGap());
  }

  private double trace() {
    double trace = 0;
    for (int i = 0; i < gram.rows(); i++) {
      trace += gram.get(i, i);
    }
    return trace;
  }
}
