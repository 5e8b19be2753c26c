package org.latentfeature.examples;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Fits the same X from ten seeds, and proves how good the last fit is; X is loaded once. */
public final class TenSeeds {

  private TenSeeds() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    SyntheticProblem problem = SyntheticProblem.dense(200, 40, 5, .1, 2);
    try (Backend backend = Backends.auto();
        LoadedData data = new LoadedData(backend, problem.x())) {
      int exact = 0;
      LassoOptions options = LassoOptions.of(5);
      LassoResult fit = new LatentFeatureLasso(backend, options).fit(data, FitListener.SILENT);
      for (int seed = 1; seed <= 10; seed++) {
        options = options.withSeed(seed);
        fit = new LatentFeatureLasso(backend, options).fit(data, FitListener.SILENT);
        exact += Hamming.oneToOne(problem.z(), fit.z()) == 0 ? 1 : 0;
      }
      System.out.printf("%d of 10 seeds find the true Z%n", exact);
      Certificate proof =
          new Certifier(backend, options).certify(data, fit.z(), fit.mu(), FitListener.SILENT);
      System.out.printf(
          "objective %.3f, nothing below %.3f%n", proof.objective(), proof.lowerBound());
    }
  }
}
