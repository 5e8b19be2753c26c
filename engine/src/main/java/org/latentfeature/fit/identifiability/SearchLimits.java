package org.latentfeature.fit.identifiability;

/**
 * When a search for binary vectors in a span ends early.
 *
 * @param most maximum binary vectors; the search ends when it has found that many
 * @param nodes maximum partial vectors to examine
 */
public record SearchLimits(int most, long nodes) {

  /** Nodes that take up to a minute with 35 columns, and some minutes with 100. */
  public static final long DEFAULT_NODES = 100_000_000;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if either is below 1
   */
  public SearchLimits {
    if (most < 1 || nodes < 1) {
      throw new IllegalArgumentException(
          "the limits are " + most + " vectors and " + nodes + " nodes; both must be at least 1");
    }
  }

  /** Ends with {@code most} vectors, or after {@link #DEFAULT_NODES}. */
  public static SearchLimits most(int most) {
    return new SearchLimits(most, DEFAULT_NODES);
  }
}
