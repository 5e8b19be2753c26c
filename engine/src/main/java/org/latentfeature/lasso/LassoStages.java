package org.latentfeature.lasso;

/** The parts of a fit, as its {@linkplain org.latentfeature.fit.FitEvent events} name them. */
public final class LassoStages {

  /** Columns proposed; its objective is 1/(2N) of the squared error. */
  public static final String COLUMNS = "columns";

  /** Columns from cumulants, all at once, where not all are verified. */
  public static final String CUMULANTS = "cumulants";

  /** The convex fit; its objective is F. */
  public static final String CONVEX_FIT = "lasso";

  /** Feature after feature; its objective is 1/(2N) of the squared error. */
  public static final String PATH = "path";

  /**
   * The figure √(value of the SDP) / (μN) of a step of the convex fit. At most 1 proves it optimal;
   * a fit whose best atom no longer passes ends a little above, by the relaxation's gap.
   */
  public static final String BOUND = "bound";

  private LassoStages() {}
}
