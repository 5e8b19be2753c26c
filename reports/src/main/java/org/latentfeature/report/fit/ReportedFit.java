package org.latentfeature.report.fit;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.step.coding.Codes;

/**
 * A model and the data that it is reported on.
 *
 * @param manifest how the model was made
 * @param w the dictionary, K×D
 * @param x the data as the fit saw its own, N×D, NaN where an entry is missing
 * @param codes of the rows of {@code x}, N×K
 * @param newRows whether these are other rows than those of the fit, coded afterwards
 * @param columnNames names of the D columns, if there are any
 * @param rowNames names and labels of the N rows
 * @param shape how D numbers make a picture, if they do
 * @param scale of the drawings of features
 * @param kind what is peculiar to the model's estimator
 */
public record ReportedFit(
    Manifest manifest,
    Dense w,
    Rows x,
    Codes codes,
    boolean newRows,
    @Nullable List<String> columnNames,
    RowNames rowNames,
    @Nullable PictureShape shape,
    FeatureScale scale,
    ReportedKind kind) {

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if they do not fit together
   */
  public ReportedFit {
    BinaryMatrix z = codes.z();
    if (z.rows() != x.rows() || z.cols() != w.rows() || w.cols() != x.cols()) {
      throw new IllegalArgumentException(
          "Z of %d×%d and W of %d×%d do not make X of %d×%d"
              .formatted(z.rows(), z.cols(), w.rows(), w.cols(), x.rows(), x.cols()));
    }
    if (!rowNames.areOf(x.rows())) {
      throw new IllegalArgumentException("names of other rows than the " + x.rows() + " of X");
    }
    if (shape != null && shape.pixels() != x.cols()) {
      throw new IllegalArgumentException(
          "a picture of %d pixels for %d columns".formatted(shape.pixels(), x.cols()));
    }
  }

  /** Creates a fit of rows without names. */
  public ReportedFit(
      Manifest manifest,
      Dense w,
      Rows x,
      Codes codes,
      boolean newRows,
      @Nullable List<String> columnNames,
      @Nullable PictureShape shape,
      FeatureScale scale,
      ReportedKind kind) {
    this(manifest, w, x, codes, newRows, columnNames, RowNames.NONE, shape, scale, kind);
  }

  /** Returns the label of feature {@code k}, from 0: its number, from 1, and its name. */
  String feature(int k) {
    String name = manifest.featureName(k);
    return name.isEmpty() ? Integer.toString(k + 1) : k + 1 + " " + name;
  }

  /** Returns the label of every feature. */
  List<String> featureLabels() {
    return IntStream.range(0, features()).mapToObj(this::feature).toList();
  }

  /** A table whose first column holds features: numbers, unless some have names. */
  Table byFeature(String caption) {
    Table table = new Table(caption);
    return manifest.featureNames() == null ? table.numbers("feature") : table.column("feature");
  }

  /** Number of features, K. */
  int features() {
    return w.rows();
  }

  /** Dense copies of a few rows. */
  Matrix rows(int[] some) {
    Rows copy = x.selectRows(some);
    return copy instanceof SparseRows sparse ? sparse.toDense() : copy.matrix();
  }

  /** Name of column {@code j}. */
  String column(int j) {
    return columnNames == null ? "column " + (j + 1) : columnNames.get(j);
  }
}
