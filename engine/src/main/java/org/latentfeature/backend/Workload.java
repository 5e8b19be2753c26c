package org.latentfeature.backend;

/**
 * What will be asked of a backend, as far as it is known before one is opened: {@code auto} takes
 * the one that will be done first.
 *
 * @param terms entries of X times features of a fit of the lasso that takes as long
 */
public record Workload(double terms) {

  /** Not known: {@code auto} takes the most preferred backend. */
  public static final Workload UNKNOWN = new Workload(Double.NaN);

  /** Terms of coding a row for one of a fit, as measured on CPUs. */
  private static final double CODED = .1;

  /**
   * A fit of the lasso.
   *
   * @param rows N
   * @param cols D
   * @param features K
   */
  public static Workload fit(long rows, long cols, long features) {
    return new Workload((double) rows * cols * features);
  }

  /**
   * Codes of rows by a dictionary.
   *
   * @param rows N, to be coded
   * @param cols D
   * @param features K, of the dictionary
   */
  public static Workload coding(long rows, long cols, long features) {
    return new Workload(CODED * rows * cols * features);
  }
}
