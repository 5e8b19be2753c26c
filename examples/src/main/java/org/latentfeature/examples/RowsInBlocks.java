package org.latentfeature.examples;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.BlockedBackend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.method.VerifiedLasso;
import org.latentfeature.metrics.Hamming;

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
    LassoResult whole = fit(Backends.open("auto", 1).backend(), problem);
    LassoResult blocks = fit(new BlockedBackend(Backends.open("auto", 1).backend(), 3), problem);
    System.out.printf("rmse %.4f; in three blocks %.4f%n", whole.rmse(), blocks.rmse());
    System.out.printf(
        "codes differ in %.4f of the entries%n", Hamming.oneToOne(whole.z(), blocks.z()));
  }

  private static LassoResult fit(Backend opened, SyntheticProblem problem) {
    try (Backend backend = opened) {
      return VerifiedLasso.of(backend, LassoOptions.of(5)).fit(problem.x(), FitListener.SILENT);
    }
  }
}
