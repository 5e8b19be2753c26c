package org.latentfeature.columns.vertex;

/** The cost of a search over vertices, and the alternatives. */
final class VertexCost {

  /** Seconds for a code on one thread, where no few rows tell that it is far. */
  private static final double SECONDS_A_CODE = 5e-8;

  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final double YEAR = 365 * DAY;

  private VertexCost() {}

  /**
   * Checks that the search over the vertices of a span is feasible for K.
   *
   * @throws IllegalArgumentException with the number of vertices and the time of the search
   */
  static void require(int k, LeadingSpan span, int threads) {
    int bits = span.dimensions();
    boolean met = span.isNoiseless() && bits <= ExactVertices.MOST_ROWS;
    if (bits > VertexSearch.MOST_ROWS && !met) {
      String why =
          "a search over 2^%d vertices takes about %s on %d thread%s"
              .formatted(bits, time(bits, threads), threads, threads == 1 ? "" : "s");
      throw new IllegalArgumentException(
          beyond(
              k,
              span.isNoiseless()
                  ? why
                  : why + ", and noise is %.2g of ‖X‖²".formatted(span.rest())));
    }
  }

  /** Returns the message for a K that is too large, with the alternatives. */
  static String beyond(int k, String why) {
    return ("K is %d: %s; mf-binary supports K up to %d, or %d without noise: fit fewer "
            + "features, or use the estimator cumulants (independent features) or lasso")
        .formatted(k, why, VertexSearch.MOST_ROWS, ExactVertices.MOST_ROWS);
  }

  /** In the largest unit of which there is one. */
  static String time(int k, int threads) {
    double seconds = Math.scalb(SECONDS_A_CODE, k) / threads;
    return seconds < MINUTE
        ? "%.0f seconds".formatted(seconds)
        : seconds < HOUR
            ? "%.0f minutes".formatted(seconds / MINUTE)
            : seconds < DAY
                ? "%.0f hours".formatted(seconds / HOUR)
                : seconds < YEAR
                    ? "%.0f days".formatted(seconds / DAY)
                    : "%.3g years".formatted(seconds / YEAR);
  }
}
