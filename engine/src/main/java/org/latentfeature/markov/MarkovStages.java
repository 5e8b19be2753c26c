package org.latentfeature.markov;

import org.latentfeature.fit.scale.SampledFit;

/**
 * The stages of a fit, as named in its {@linkplain org.latentfeature.fit.FitEvent events}. The
 * objective of each is the evidence lower bound per row, which batches only estimate.
 */
public final class MarkovStages {

  /** Inference from all rows. */
  public static final String BATCH = "batch";

  /** Inference from random batches of rows. */
  public static final String STOCHASTIC = "stochastic";

  /** Trials of other features. */
  public static final String EXCHANGE = "exchange";

  /** Trials of other transitions. */
  public static final String TRANSITIONS = "transitions";

  /** Inference from all rows of large data, after that from a sample. */
  public static final String EXTEND = SampledFit.EXTEND;

  private MarkovStages() {}
}
