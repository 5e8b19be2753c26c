package org.latentfeature.study.many;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.model.Manifest;

/**
 * The outcome of one problem.
 *
 * @param status of the problem
 * @param fit summary of its model; null if there is none
 * @param failure why it failed; null if it did not
 * @param again why an existing model was fitted again; null if there was none
 */
public record Outcome(
    Status status, @Nullable Fit fit, @Nullable Throwable failure, @Nullable String again) {

  /** Not begun, or ended too early. */
  static final Outcome WAITING = new Outcome(Status.WAITING, null, null, null);

  /** Being fitted again, and an earlier model stands for it no more. */
  static Outcome begun(String again) {
    return new Outcome(Status.WAITING, null, null, again);
  }

  /** How it went. */
  public enum Status {
    /** Not begun, or stopped before its end. */
    WAITING,
    /** Fitted in this run. */
    FITTED,
    /**
     * An earlier run had fitted it, to the same data with the same options. Where a run ended
     * before it came to the problem, the data are not compared.
     */
    KEPT,
    /** No model could be made. */
    FAILED
  }

  /**
   * A model in brief.
   *
   * @param rows N
   * @param cols D
   * @param features K of the model; less than was asked for if a time limit ended the fit
   * @param rmse ‖X − Z W‖ / √(ND)
   * @param ended why the fit ended
   * @param seconds the fit took
   */
  public record Fit(int rows, int cols, int features, double rmse, Ending ended, double seconds) {

    static Fit of(Manifest manifest) {
      return new Fit(
          manifest.rows(),
          manifest.columns(),
          manifest.features(),
          manifest.rmse(),
          manifest.ended(),
          manifest.seconds().getOrDefault("total", Double.NaN));
    }
  }

  static Outcome failed(Throwable failure) {
    return new Outcome(Status.FAILED, null, failure, null);
  }

  /** The failure in words: its message, or its kind where it has none. */
  public String complaint() {
    if (failure == null) {
      return "";
    }
    String message = failure.getMessage();
    // Of what is no message of ours, such as Java's for a missing file, the kind tells more.
    return message == null || !(failure instanceof RuntimeException) ? failure.toString() : message;
  }
}
