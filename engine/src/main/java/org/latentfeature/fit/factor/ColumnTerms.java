package org.latentfeature.fit.factor;

import java.io.IOException;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.SavedArrays;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;

/**
 * The terms that a factorisation has for each column beside W, in units of X: X ≈ Z W + 1 bᵀ, with
 * an intercept b, fitted under weights μ of the columns, and a threshold beyond which residuals
 * count by their size instead of their square (Huber's loss). New rows are coded as the fit's were.
 */
public final class ColumnTerms {

  /** No intercept, weights of 1, squared residuals. */
  public static final ColumnTerms NONE = new ColumnTerms(null, null, Double.NaN);

  /** Name of b in a model's file. */
  static final String INTERCEPT = "intercept.npy";

  /** Name of μ in a model's file. */
  static final String WEIGHTS = "column_weights.npy";

  /** Name of the figure of the standard deviation of the weighted noise, √μ_d r_nd. */
  public static final String NOISE = "weighted_noise";

  /** Name of the figure of the threshold. */
  public static final String THRESHOLD = "huber_threshold";

  private final double @Nullable [] intercept;
  private final double @Nullable [] weights;
  private final double threshold;

  /**
   * Keeps these terms, which are not copied.
   *
   * @param intercept b, D entries; null for none
   * @param weights μ, D entries of at least 0; null if all are 1
   * @param threshold of √μ_d |r_nd|; NaN if residuals are squared whatever their size
   */
  public ColumnTerms(double @Nullable [] intercept, double @Nullable [] weights, double threshold) {
    this.intercept = intercept;
    this.weights = weights;
    this.threshold = threshold;
  }

  /** Reads the terms of a saved model; {@link #NONE} if it has none. */
  static ColumnTerms read(Manifest manifest, SavedArrays arrays) throws IOException {
    int d = manifest.columns();
    double[] b =
        arrays.has(INTERCEPT)
            ? arrays.array(INTERCEPT, 1, d, EntryRange.SINGLE).dense().values()
            : null;
    double[] m =
        arrays.has(WEIGHTS)
            ? arrays.array(WEIGHTS, 1, d, EntryRange.WEIGHT).dense().values()
            : null;
    Double threshold = manifest.figures().get(THRESHOLD);
    return b == null && m == null && threshold == null
        ? NONE
        : new ColumnTerms(b, m, threshold == null ? Double.NaN : threshold);
  }

  void addTo(Map<String, AtomicFile.Content> arrays) {
    if (intercept != null) {
      Dense row = Dense.wrap(1, intercept.length, intercept);
      arrays.put(INTERCEPT, out -> NpyWriter.write(row, out));
    }
    if (weights != null) {
      Dense row = Dense.wrap(1, weights.length, weights);
      arrays.put(WEIGHTS, out -> NpyWriter.write(row, out));
    }
  }

  /**
   * Returns the view of X that they make: {@code centred}, {@code scaled}, {@code clipped}, or
   * several of these, as {@code centred+scaled}; {@code plain} without any.
   */
  public String view() {
    StringJoiner view = new StringJoiner("+").setEmptyValue("plain");
    if (intercept != null) {
      view.add("centred");
    }
    if (weights != null) {
      view.add("scaled");
    }
    if (!Double.isNaN(threshold)) {
      view.add("clipped");
    }
    return view.toString();
  }

  /** A copy of b; null without one. */
  public double @Nullable [] intercept() {
    return intercept == null ? null : intercept.clone();
  }

  /** A copy of μ; null if all are 1. */
  public double @Nullable [] weights() {
    return weights == null ? null : weights.clone();
  }

  /** The threshold of Huber's loss; NaN if residuals are squared. */
  public double threshold() {
    return threshold;
  }

  /** {@code x} (N×D) less the intercept: {@code x} itself if there is none. */
  public Matrix without(Matrix x) {
    return shifted(x, -1);
  }

  /** {@code x} (N×D) with the intercept: {@code x} itself if there is none. */
  public Matrix with(Matrix x) {
    return shifted(x, 1);
  }

  private Matrix shifted(Matrix x, double sign) {
    double[] b = intercept;
    if (b == null) {
      return x;
    }
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (row[j] + sign * b[j]);
      }
      out.setRow(i, row);
    }
    return out;
  }

  /**
   * Returns Z with a last feature of all rows, that of the intercept; {@code z} itself if there is
   * none. With {@link #beside(Dense)}, Z W is Z W + 1 bᵀ, and X less its intercept is not needed.
   */
  public BinaryMatrix besideAll(BinaryMatrix z) {
    return intercept == null ? z : z.with(BitVector.ones(z.rows()));
  }

  /** Returns W (K×D) with a last row, the intercept; {@code w} itself if there is none. */
  public Dense beside(Dense w) {
    double[] b = intercept;
    return b == null ? w : w.appendRows(Dense.wrap(1, b.length, b));
  }

  /**
   * The root mean square of X − Z W − 1 bᵀ over the known entries.
   *
   * @param x X, N×D
   * @param z Z, N×K
   * @param w W, K×D
   */
  public double rmse(Rows x, BinaryMatrix z, Dense w) {
    return Rmse.noisy(x, besideAll(z), beside(w));
  }

  /** The roots of the weights of {@code cols} columns. */
  double[] scale(int cols) {
    double[] scale = new double[cols];
    for (int j = 0; j < cols; j++) {
      scale[j] = weights == null ? 1 : Math.sqrt(weights[j]);
    }
    return scale;
  }

  /** Columns times the roots of their weights. */
  Matrix weighed(Matrix x) {
    if (weights == null) {
      return x;
    }
    double[] scale = scale(x.cols());
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (row[j] * scale[j]);
      }
      out.setRow(i, row);
    }
    return out;
  }

  /**
   * Columns of sparse rows times the roots of their weights, and one more column.
   *
   * @param constant each entry of that column; 0 for none
   */
  SparseRows weighed(SparseRows x, double constant) {
    int more = constant == 0 ? 0 : 1;
    double[] scale = scale(x.cols());
    int[] start = new int[x.rows() + 1];
    int[] columns = new int[Math.addExact(x.entries(), more * x.rows())];
    float[] values = new float[columns.length];
    int to = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
        columns[to] = x.columns()[at];
        values[to++] = (float) (x.values()[at] * scale[columns[to - 1]]);
      }
      if (more > 0) {
        columns[to] = x.cols();
        values[to++] = (float) constant;
      }
      start[i + 1] = to;
    }
    return SparseRows.of(x.rows(), x.cols() + more, start, columns, values);
  }

  /** Returns W (K×D) with each column multiplied by √μ_d; {@code w} itself if all weights are 1. */
  public Dense weighed(Dense w) {
    if (weights == null) {
      return w;
    }
    double[] scale = scale(w.cols());
    Dense out = w.copy();
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < w.cols(); j++) {
        out.set(k, j, w.get(k, j) * scale[j]);
      }
    }
    return out;
  }
}
