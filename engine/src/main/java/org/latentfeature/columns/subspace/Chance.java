package org.latentfeature.columns.subspace;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Opened;
import org.latentfeature.step.Projections;

/**
 * How near to a random space binary columns come by chance: the smallest residual that rounding
 * reaches in as many random dimensions. In a large noise, or of few rows, that is no more than a
 * true column's.
 */
final class Chance {

  /** Rows a dimension beyond which chance columns only lie farther away. */
  private static final int ROWS = 30;

  private static final int STARTS = 144;
  private static final int STEPS = 30;

  private Chance() {}

  /** The smallest residual in {@code dimensions} random dimensions of {@code rows} rows. */
  static double residual(
      Backend backend, Algebra algebra, int rows, int dimensions, long seed, StopSignal stop) {
    int n = Math.min(rows, Math.multiplyExact(ROWS, dimensions));
    if (n <= dimensions + 1) {
      return 0;
    }
    Matrix white = white(backend, algebra, normal(n, dimensions, seed), stop);
    try (WhitenedRows y = new WhitenedRows(backend, white, Math.max(dimensions, STARTS), stop)) {
      Dense starts =
          Directions.normalise(
              Directions.normal(STARTS, dimensions, CounterRandom.stream(seed, 1)));
      List<BitVector> columns = new Rounding(y).round(starts, STEPS, 1);
      double least = 1;
      for (int from = 0; from < columns.size(); from += y.most()) {
        List<BitVector> some = columns.subList(from, Math.min(columns.size(), from + y.most()));
        Dense cross = y.cross(some);
        for (int c = 0; c < some.size(); c++) {
          least = Math.min(least, Rounding.residual(some.get(c), cross, c));
        }
      }
      return least;
    }
  }

  /** Centred. */
  private static Matrix normal(int rows, int cols, long seed) {
    Matrix x = Matrix.allocate(rows, cols);
    double[] mean = new double[cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        mean[j] += CounterRandom.normal(seed, i, j) / rows;
      }
    }
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        row[j] = (float) (CounterRandom.normal(seed, i, j) - mean[j]);
      }
      x.setRow(i, row);
    }
    return x;
  }

  private static Matrix white(Backend backend, Algebra algebra, Matrix x, StopSignal stop) {
    Moments.Limits ofMoments = new Moments.Limits();
    Projections.Limits ofProjections = new Projections.Limits(x.cols());
    try (LoadedData data = new LoadedData(backend, x);
        Opened opened =
            new Opened(data.rows(List.<Limits<?>>of(ofMoments, ofProjections), stop), stop)) {
      Dense gram = opened.open(ofMoments).columnGram();
      Dense inverse = new Dense(x.cols(), x.cols());
      for (int i = 0; i < x.cols(); i++) {
        inverse.set(i, i, Math.sqrt(x.rows()));
      }
      inverse = algebra.solveLower(algebra.cholesky(gram), inverse);
      return opened.open(ofProjections).project(inverse);
    }
  }
}
