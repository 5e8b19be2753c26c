package org.latentfeature.markov;

import org.latentfeature.coding.PathModel;
import org.latentfeature.coding.PathObjective;
import org.latentfeature.coding.PathStatistics;

/** The random batches of rows of stochastic inference. */
interface Batches {

  /** Number of all rows, N. */
  int rows();

  /** Draws the next batch and codes it; returns its statistics by {@code model}. */
  PathStatistics next(PathObjective objective, PathModel model);
}
