package org.latentfeature.fit;

/**
 * How one of the searches of a fit went.
 *
 * @param search its name
 * @param outcome whether it was tried, and finished
 * @param reason why it does not apply to the data, one line, if it was {@link Outcome#REFUSED};
 *     otherwise empty
 * @param share of the time that was left when it began, which it had at most
 * @param seconds that it took
 * @param rmse of the best so far, on the original data; NaN if nothing has been found
 */
public record SearchReport(
    String search, Outcome outcome, String reason, double share, double seconds, double rmse) {

  /** How a search ended. */
  public enum Outcome {
    /** It was not tried, since it does not apply to the data. */
    REFUSED,

    /** It was not tried, since the best so far has no more error than the ground truth. */
    UNNEEDED,

    /** It has finished. */
    FINISHED,

    /** Its share of the time is over; another run may resume it. */
    OUT_OF_TIME
  }

  /**
   * Returns the report of a search that was not tried, since it does not apply to the data.
   *
   * @param search its name
   * @param reason one line
   */
  public static SearchReport refused(String search, String reason) {
    return new SearchReport(search, Outcome.REFUSED, reason, 0, 0, Double.NaN);
  }
}
