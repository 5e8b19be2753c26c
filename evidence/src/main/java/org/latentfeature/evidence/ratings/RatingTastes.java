package org.latentfeature.evidence.ratings;

import java.util.Optional;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Binary features of what biases leave of ratings: tastes that a user has or not. */
final class RatingTastes implements AutoCloseable {

  private final int[] placeOfRow;
  private final int[] placeOfColumn;
  private final LoadedData data;
  private final LassoOptions options;

  /**
   * Loads the rows and columns of {@code left} that know an entry; of others a fit says nothing.
   *
   * @param left N×D, NaN where an entry is missing
   */
  RatingTastes(Backend backend, Matrix left, int features, Regularisation costs) {
    boolean[] hasRow = new boolean[left.rows()];
    boolean[] hasColumn = new boolean[left.cols()];
    float[] row = new float[left.cols()];
    for (int i = 0; i < hasRow.length; i++) {
      left.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        hasRow[i] |= !Float.isNaN(row[j]);
        hasColumn[j] |= !Float.isNaN(row[j]);
      }
    }
    placeOfRow = places(hasRow);
    placeOfColumn = places(hasColumn);
    int[] rows = IntStream.range(0, hasRow.length).filter(i -> hasRow[i]).toArray();
    int[] cols = IntStream.range(0, hasColumn.length).filter(j -> hasColumn[j]).toArray();
    Matrix x = Matrix.allocate(rows.length, cols.length);
    float[] some = new float[cols.length];
    for (int i = 0; i < rows.length; i++) {
      left.getRow(rows[i], row);
      for (int j = 0; j < cols.length; j++) {
        some[j] = row[cols[j]];
      }
      x.setRow(i, some);
    }
    data = new LoadedData(backend, x);
    options = LassoOptions.of(features).withRidge(costs.ridge()).withBitCost(costs.bitCost());
  }

  private static int[] places(boolean[] has) {
    int[] places = new int[has.length];
    int next = 0;
    for (int i = 0; i < has.length; i++) {
      places[i] = has[i] ? next++ : -1;
    }
    return places;
  }

  /** The predictions of one fit for the ratings that are held out, beside the biases. */
  static final class Said {

    private final double[] hard;
    private final double[] soft;

    private Said(double[] hard, double[] soft) {
      this.hard = hard;
      this.soft = soft;
    }

    /** By features that a user has or not. */
    double[] hard() {
      return hard;
    }

    /** By their probabilities. */
    double[] soft() {
      return soft;
    }
  }

  /** Fits once; nothing if the fit was stopped. */
  Optional<Said> fit(RatingSplit split, long seed, FitListener listener) {
    LassoResult result =
        new LatentFeatureLasso(data.backend(), options.withSeed(seed)).fit(data, listener);
    if (result.ended().isGivenUp()) {
      return Optional.empty();
    }
    LassoModel model = result.toModel();
    Coder coder = model.coder(data.backend(), seed);
    CodedRows coded = coder.code(data.x(), WorkListener.SILENT);
    Matrix hard = model.reconstruct(coded.codes());
    Matrix soft = model.reconstruct(coder.soft(data.x(), coded, WorkListener.SILENT));
    return Optional.of(new Said(split.predicted(of(hard)), split.predicted(of(soft))));
  }

  /** 0 for users and films that no training rating has. */
  private RatingSplit.Prediction of(Matrix reconstruction) {
    return (i, j) ->
        placeOfRow[i] < 0 || placeOfColumn[j] < 0
            ? 0
            : reconstruction.get(placeOfRow[i], placeOfColumn[j]);
  }

  @Override
  public void close() {
    data.close();
  }
}
