package org.latentfeature.evidence.figures;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.report.picture.PictureShape;

/**
 * A data set in memory.
 *
 * @param name as in the recorded figures
 * @param origin the file, or how the problem was generated
 * @param x N×D
 * @param truth what it was made from; null where nobody knows
 * @param picture how a row makes a picture; null where it is none
 * @param shown the K whose features are shown and whose times are compared
 * @param most the largest K
 * @param size root mean square of the entries of x
 * @param hash fingerprint of x
 */
record DataSet(
    String name,
    String origin,
    Matrix x,
    @Nullable Truth truth,
    @Nullable PictureShape picture,
    int shown,
    int most,
    double size,
    String hash) {

  /**
   * A known factorisation.
   *
   * @param z N×K
   * @param w K×D
   */
  record Truth(BinaryMatrix z, Dense w) {}

  /** Errors below this share of the data's size are single precision's rounding. */
  private static final double ROUNDING = 1e-6;

  /** Errors below are rounding. */
  double rounding() {
    return ROUNDING * size;
  }

  /** {@code features} without what is more than the rows, which becomes as many as they are. */
  List<Integer> capped(List<Integer> features) {
    return features.stream().map(k -> Math.min(k, x.rows())).distinct().toList();
  }

  /** For these K, of which it shows its own if that is among them, else the largest. */
  DataSet withFeatures(List<Integer> features) {
    if (features.isEmpty()) {
      return this;
    }
    List<Integer> capped = capped(features);
    int largest = Collections.max(capped);
    return new DataSet(
        name,
        origin,
        x,
        truth,
        picture,
        capped.contains(shown) ? shown : largest,
        largest,
        size,
        hash);
  }

  /** Creates a data set with the table's numbers of features, limited to the number of rows. */
  static DataSet of(KnownData known, String origin, Matrix x, @Nullable Truth truth) {
    PictureShape picture = known.picture();
    boolean fits = picture != null && picture.pixels() == x.cols();
    int shown = truth == null ? known.shown() : truth.z().cols();
    return new DataSet(
        known.name(),
        origin,
        x,
        truth,
        fits ? picture : null,
        Math.min(shown, x.rows()),
        Math.min(Math.max(shown, known.most()), x.rows()),
        Rmse.noisy(x, BinaryMatrix.empty(x.rows()), new Dense(0, x.cols())),
        DataHash.sha256(x));
  }
}
