package org.latentfeature.fit.scale;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.scale.Extension.Visit;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.WorstRows.RowError;

/**
 * Rows that a fit explains badly: those of features so rare that a uniform sample has too few rows
 * of them.
 */
final class RareRows {

  /** The share of all rows that is kept for its large errors, and how many at most. */
  private static final double SHARE = 0.01;

  private static final int MOST = 20_000;

  /** They are badly explained if their mean error is so many standard deviations above the rest. */
  private static final double OUTLYING = 8;

  /** Fewer rows than these tell of no feature. */
  private static final int LEAST = 4;

  private final AllRows x;
  private final RandomStream random;

  RareRows(AllRows x, long seed) {
    this.x = x;
    random = new RandomStream(seed, "rows badly explained");
  }

  /** Number of rows of large error to keep. */
  int most() {
    return (int) Math.min(MOST, Math.ceil(SHARE * x.rows()));
  }

  /** Returns whether {@code errors} show that features are missing. */
  static boolean isMissed(WorstRows errors) {
    return errors.meanOfWorst() > bound(errors);
  }

  /** Number of rows of larger error than what the others' spread explains, as far as kept. */
  static int count(WorstRows errors) {
    double bound = bound(errors);
    return (int) errors.rows().stream().filter(row -> row.error() > bound).count();
  }

  /**
   * The features of {@code w} whose rows would be badly explained without them; what is smaller was
   * found in noise.
   */
  static int[] large(Dense w, WorstRows errors) {
    double least = OUTLYING * errors.spreadOfRest();
    return IntStream.range(0, w.rows()).filter(k -> w.rowNorm(k) * w.rowNorm(k) >= least).toArray();
  }

  private static double bound(WorstRows errors) {
    return errors.meanOfRest() + OUTLYING * errors.spreadOfRest();
  }

  /**
   * Returns the residuals of the badly explained rows: rows of the features that are missing. Null
   * if there are too few, or they are not dense.
   */
  @Nullable Matrix rest(Visit visit, Backend backend, long seed) {
    WorstRows errors = visit.sums().worst();
    int[] bad =
        errors.rows().stream().limit(count(errors)).mapToInt(RowError::row).sorted().toArray();
    if (bad.length < LEAST || !(x.selectRows(bad) instanceof Matrix some)) {
      return null;
    }
    BinaryMatrix codes = FactorCoder.encode(backend, some, visit.w(), seed);
    Matrix rest = Matrix.allocate(some.rows(), some.cols());
    float[] row = new float[some.cols()];
    for (int i = 0; i < some.rows(); i++) {
      some.getRow(i, row);
      for (int k = 0; k < codes.cols(); k++) {
        if (codes.get(i, k)) {
          for (int j = 0; j < row.length; j++) {
            row[j] -= (float) visit.w().get(k, j);
          }
        }
      }
      rest.setRow(i, row);
    }
    return rest;
  }

  /** A sample of which half are from the worst rows, and half from all. */
  Rows sample(WorstRows errors, int count) {
    Set<Integer> drawn = new TreeSet<>();
    List<RowError> worst = errors.rows();
    while (drawn.size() < count / 2) {
      drawn.add(random.nextInt(x.rows()));
    }
    for (int i = 0; i < count - count / 2; i++) {
      drawn.add(worst.get(random.nextInt(worst.size())).row());
    }
    return x.selectRows(drawn.stream().mapToInt(row -> row).toArray());
  }
}
