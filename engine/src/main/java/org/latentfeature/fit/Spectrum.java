package org.latentfeature.fit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
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

  /** Rounding errors of a sum, which no step reduces. */
  private static final double ROUNDING = 1e-14;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double RANK = 1e-13;

  /** Maximum steps: the error halves in each if there is a gap. */
  private static final int MOST_STEPS = 40;

  /** Steps after which a spectrum without a gap is recognised. */
  private static final int EVIDENT = 6;

  /**
   * A gap: the last squared singular value of the signal is this many times the first of the noise.
   */
  public static final double GAP = 2;

  private static final long PURPOSE = 0x5bec;

  private final Dense gram;
  private final boolean ofRows;
  private final int rows;
  private final Algebra algebra;
  private double @Nullable [] values;

  private Spectrum(Dense gram, boolean ofRows, int rows, Algebra algebra) {
    this.gram = gram;
    this.ofRows = ofRows;
    this.rows = rows;
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
    boolean ofRows = rows.rows() <= rows.cols();
    try (Moments moments = rows.open(new Moments.Limits(), stop)) {
      Dense gram = ofRows ? moments.rowGram() : moments.columnGram();
      return new Spectrum(gram, ofRows, rows.rows(), algebra.pausing(stop::check));
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
    return new Spectrum(centred, ofRows, rows, algebra);
  }

  /** The squares of the min(N, D) singular values, largest first; not a copy. */
  public double[] squaredSingularValues() {
    double[] known = values;
    if (known == null) {
      known = nonNegative(algebra.eigenvalues(gram));
      values = known;
    }
    return known;
  }

  /** Limit below which values may be rounding errors of 0. */
  private static double[] nonNegative(double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
    return values;
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
    int size = Math.min(n, k + BESIDE);
    Dense basis = random(size, n);
    double before = 0;
    for (int step = 0; ; step++) {
      Dense image = algebra.multiply(basis, gram);
      Dense small = algebra.multiplyTransposed(image, basis);
      double[] ritz = Arrays.copyOf(nonNegative(algebra.eigenvalues(small)), Math.max(size, k + 1));
      double sum = Arrays.stream(ritz, 0, k).sum();
      boolean gap = ritz[k - 1] > RANK * ritz[0] && ritz[k - 1] >= GAP * ritz[k];
      Dense rotation = rotation(small, k);
      boolean still = step > 0 && sum - before <= ROUNDING * sum;
      if (still
          || size == n
          || step == MOST_STEPS
          || (step >= EVIDENT && !gap)
          || error(rotation, image, small) <= ACCURACY * (ritz[k - 1] - ritz[k])) {
        Dense leading = algebra.multiply(rotation, basis);
        return new Leading(leading, sum, Math.max(0, trace() - sum), gap);
      }
      before = sum;
      basis = Orthonormal.rows(image, 0);
    }
  }

  /** ‖R Q G − (R S Rᵀ) R Q‖ for S = Q G Qᵀ: the remaining angle, times the gap. */
  private double error(Dense rotation, Dense image, Dense small) {
    double whole = algebra.multiply(rotation, image).squaredNorm();
    Dense inside = algebra.multiplyTransposed(algebra.multiply(rotation, small), rotation);
    return Math.sqrt(Math.max(0, whole - inside.squaredNorm()));
  }

  private double trace() {
    double trace = 0;
    for (int i = 0; i < gram.rows(); i++) {
      trace += gram.get(i, i);
    }
    return trace;
  }

  private static Dense random(int rows, int cols) {
    long seed = CounterRandom.stream(0, PURPOSE);
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        a.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return Orthonormal.rows(a, 0);
  }

  /** Orthonormal rows that span the {@code k} leading eigenvectors of a small matrix. */
  private Dense rotation(Dense small, int k) {
    Dense basis = random(Math.min(k, small.rows()), small.rows());
    double before = 0;
    for (int step = 0; step < MOST_STEPS && k < small.rows(); step++) {
      Dense image = algebra.multiply(basis, small);
      double sum = 0;
      // Where the rank is below k, directions are lost on the way.
      for (int i = 0; i < basis.rows(); i++) {
        sum += basis.rowDot(i, image, i);
      }
      basis = Orthonormal.rows(image, 0);
      if (sum - before <= ROUNDING * sum) {
        break;
      }
      before = sum;
    }
    return basis;
  }
}
