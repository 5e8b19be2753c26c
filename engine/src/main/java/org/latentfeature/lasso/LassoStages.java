package org.latentfeature.lasso;

/** The stages of a fit, as named in its {@linkplain org.latentfeature.fit.FitEvent events}. */
public final class LassoStages {

  /** Proposed columns; its objective is 1/(2N) of the squared error. */
  public static final String COLUMNS = "columns";

  /** Columns from cumulants, all at once, if not all are verified. */
  public static final String CUMULANTS = "cumulants";

  /** Columns from the vertices nearest the span of X, where rows are few. */
  public static final String VERTICES = "vertices";

  /** Moves of rows against the dictionary of the others, where rows are few. */
  public static final String MOVES = "moves";

  /** Features from differences of rows, where singular values do not tell them. */
  public static final String DIFFERENCES = "differences";

  /** A warm start, and the path from it; its objective is 1/(2N) of the squared error. */
  public static final String START = "start";

  /** The convex fit; its objective is F. */
  public static final String CONVEX_FIT = "lasso";

  /** Its solution before it is rounded, as the method of a {@link LassoResult#relaxed} result. */
  public static final String RELAXED = "relaxed";

  /** Exchanges of features of the convex fit's result, which keeps its name. */
  static final String EXCHANGE = "exchange";

  /** Rows in order of time; its objective is 1/(2N) of the squared error. */
  public static final String ORDER = "order";

  /** Chains of Gibbs sampling as a search; its objective is 1/(2N) of the squared error. */
  public static final String ANNEAL = "anneal";

  /** The path on a sample of the rows; its objective is that of these rows. */
  public static final String SAMPLE = "sample";

  /** The path, feature after feature; its objective is 1/(2N) of the squared error. */
  public static final String PATH = "path";

  /**
   * The figure √(value of the SDP) / (μN) of a step of the convex fit. At most 1 proves it optimal;
   * a fit without a qualifying atom ends slightly above, because of the relaxation's gap.
   */
  public static final String BOUND = "bound";

  private LassoStages() {}
}
