package org.latentfeature.markov;

import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;

/** The random batches of rows of stochastic inference. */
interface Batches {

  /** Number of all rows, N. */
  int rows();

  /** Draws the next batch and codes it; returns its statistics by {@code model}. */
  PathStatistics next(PathObjective objective, PathModel model);
}
