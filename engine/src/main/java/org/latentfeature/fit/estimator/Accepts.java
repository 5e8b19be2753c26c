package org.latentfeature.fit.estimator;

import org.latentfeature.fit.FitOptions;

/** Parts of a fit that not every estimator can heed; see {@link Estimator#accepts}. */
public enum Accepts {
  /** X may have missing entries, NaN. */
  MISSING("missing entries"),
  /** X may be sparse rows. */
  SPARSE("sparse rows"),
  /**
   * X may stay in its file, or in memory where a device holds only a block of it at a time: every
   * step reads it block by block.
   */
  FILES("rows that are read block by block"),
  /** A sample of the rows may be fitted, and the fit then extended to all. */
  SAMPLE("sample"),
  /** Rows and columns may have weights. */
  WEIGHTS("weights of rows and columns"),
  /** The fit may begin with the features of a model. */
  START("start"),
  /** The fit may leave what it has, and go on from it. */
  CHECKPOINTS("checkpoints");

  private final String phrase;

  Accepts(String phrase) {
    this.phrase = phrase;
  }

  /** Its name in a message. */
  String phrase() {
    return phrase;
  }

  /** Returns whether the default fits of {@code estimator} accept this. */
  public <O extends FitOptions> boolean isOf(Estimator<O, ?> estimator) {
    return estimator.accepts(estimator.defaults(1)).contains(this);
  }
}
