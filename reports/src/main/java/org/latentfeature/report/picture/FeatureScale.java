package org.latentfeature.report.picture;

import org.latentfeature.base.linalg.Dense;

/** Which values have the darkest colours where the rows of a dictionary are drawn. */
public enum FeatureScale {
  /** The largest of all features, so that their colours can be compared. */
  SHARED,

  /** The largest of each feature, so that weak ones can be seen. */
  OWN;

  /** The largest size of an entry that the scale of row {@code k} of {@code w} (K×D) holds. */
  public double limit(Dense w, int k) {
    double limit = 0;
    int from = this == OWN ? k : 0;
    int to = this == OWN ? k + 1 : w.rows();
    for (int row = from; row < to; row++) {
      for (int j = 0; j < w.cols(); j++) {
        limit = Math.max(limit, Math.abs(w.get(row, j)));
      }
    }
    return limit;
  }
}
