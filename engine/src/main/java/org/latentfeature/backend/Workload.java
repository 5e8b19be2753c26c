package org.latentfeature.backend;

/**
 * The work that a backend is to do, as far as it is known before one is opened; {@code auto}
 * chooses the backend that finishes it first.
 *
 * @param terms entries of X times features of fits of the lasso that take as long
 * @param steps greedy steps of those: each is some launches and waits for a device, however little
 *     there is to do
 * @param atOnce how many fits will run at once, which CPUs share
 */
public record Workload(double terms, double steps, int atOnce) {

  /** A workload that is not known: {@code auto} takes the preferred backend. */
  public static final Workload UNKNOWN = new Workload(Double.NaN, Double.NaN, 1);

  /** A workload without any work. */
  public static final Workload NONE = new Workload(0, 0, 1);

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
    return new Workload((double) rows * cols * features, features, 1);
  }

  /**
   * Codes of rows by a dictionary.
   *
   * @param rows N, to be coded
   * @param cols D
   * @param features K, of the dictionary
   */
  public static Workload coding(long rows, long cols, long features) {
    return new Workload(CODED * rows * cols * features, 1, 1);
  }

  /** This and {@code other}, as many at once as before. */
  public Workload plus(Workload other) {
    return new Workload(terms + other.terms, steps + other.steps, atOnce);
  }

  /** Returns this workload for another number of fits at once. */
  public Workload withAtOnce(int fits) {
    return new Workload(terms, steps, fits);
  }
}
