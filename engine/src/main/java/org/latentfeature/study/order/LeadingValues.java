package org.latentfeature.study.order;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.SubspaceIteration;
import org.latentfeature.spectral.KritchmanNadler;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * The leading squared singular values of sparse rows, and of these minus their mean, by subspace
 * iteration: XᵀX of many columns would not fit the memory. Those of a signal are accurate; those of
 * noise a little too small.
 */
final class LeadingValues {

  private static final int PASSES = 5;

  /** From the vectors of X as it is. */
  private static final int CENTRED_PASSES = 2;

  /** Sums of squares below this share of all are rounding errors. */
  private static final double ROUNDING = 1e-12;

  private static final long PURPOSE = 0x1ead;

  private final double[] squares;
  private final double rest;

  private LeadingValues(double[] squares, double squaredNorm) {
    double least = ROUNDING * squaredNorm;
    this.squares = Arrays.stream(squares).map(square -> square > least ? square : 0).toArray();
    double left = squaredNorm - Arrays.stream(squares).sum();
    rest = left > least ? left : 0;
  }

  /**
   * Values of the same rows.
   *
   * @param whole of X
   * @param centred of X minus the mean of its rows
   */
  record Both(LeadingValues whole, LeadingValues centred) {}

  /**
   * The {@code size} leading values of {@code x}.
   *
   * @param data the same rows
   * @param size at most min(N, D)
   */
  static Both of(LoadedData data, Rows x, int size, Algebra algebra, StopSignal stop) {
    Moments.Limits limits = new Moments.Limits(size);
    ResidentRows rows = data.rows(List.of(limits), stop);
    try (Moments moments = rows.open(limits, stop)) {
      return of(moments, x, SpectralCounts.means(x, stop), size, algebra.pausing(stop::check));
    }
  }

  private static Both of(Moments moments, Rows x, double[] mean, int size, Algebra algebra) {
    Dense wrapped = Dense.wrap(1, mean.length, mean);
    double squaredNorm = x.facts().squaredNorm();
    double meanNorm = Arrays.stream(mean).map(m -> m * m).sum() * x.rows();
    Dense start = SubspaceIteration.normal(CounterRandom.stream(0, PURPOSE), size, x.cols());
    Iterated whole = iterate(start, PASSES, algebra, moments::columnGram);
    Iterated centred =
        iterate(
            whole.image,
            CENTRED_PASSES,
            algebra,
            q -> {
              Dense image = moments.columnGram(q);
              Dense along = q.timesTransposed(wrapped);
              for (int i = 0; i < q.rows(); i++) {
                Dense.addScaled(
                    image.values(),
                    i * mean.length,
                    mean,
                    0,
                    mean.length,
                    -x.rows() * along.get(i, 0));
              }
              return image;
            });
    return new Both(
        new LeadingValues(whole.values, squaredNorm),
        new LeadingValues(centred.values, squaredNorm - meanNorm));
  }

  /** The image of the last basis, and the values that it has there. */
  private static final class Iterated {
    private final Dense image;
    private final double[] values;

    private Iterated(Dense image, double[] values) {
      this.image = image;
      this.values = values;
    }
  }

  private static Iterated iterate(
      Dense start, int passes, Algebra algebra, UnaryOperator<Dense> product) {
    Dense image = start;
    for (int pass = 1; ; pass++) {
      Dense basis = Orthonormal.rows(image, algebra);
      image = product.apply(basis);
      if (pass == passes) {
        return new Iterated(image, algebra.eigenvalues(algebra.multiplyTransposed(image, basis)));
      }
    }
  }

  /** Returns the values, largest first; not a copy. */
  double[] squares() {
    return squares;
  }

  /**
   * Returns the components among them; the values beyond are all taken to be equal.
   *
   * @param rows N
   * @param cols D, without columns that are all zero
   */
  KritchmanNadler components(int rows, int cols) {
    double[] eigenvalues = Arrays.stream(Arrays.copyOf(squares, cols)).map(v -> v / rows).toArray();
    int all = Math.min(rows, cols);
    int known = Math.min(squares.length, all);
    Arrays.fill(eigenvalues, known, all, rest / rows / Math.max(1, all - known));
    return KritchmanNadler.of(eigenvalues, rows);
  }
}
