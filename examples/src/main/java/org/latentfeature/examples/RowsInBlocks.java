package org.latentfeature.examples;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.BlockedBackend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Fits rows as a whole, and then block by block: the features are the same. */
public final class RowsInBlocks {

  private RowsInBlocks() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    SyntheticProblem problem = SyntheticProblem.dense(200, 40, 5, .1, 4);
    LassoResult whole = fit(Backends.auto(), problem);
    LassoResult blocks = fit(new BlockedBackend(Backends.auto(), 3), problem);
    System.out.printf("rmse %.4f; in three blocks %.4f%n", whole.rmse(), blocks.rmse());
    System.out.printf(
        "codes differ in %.4f of the entries%n", Hamming.oneToOne(whole.z(), blocks.z()));
  }

  private static LassoResult fit(Backend opened, SyntheticProblem problem) {
    try (Backend backend = opened) {
      return new LatentFeatureLasso(backend, 5).fit(problem.x());
    }
  }
}
