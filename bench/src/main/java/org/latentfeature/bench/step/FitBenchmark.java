package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;

/** A whole fit with only K given, from the matrix in memory to Z and W. */
public class FitBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    LassoOptions options = LassoOptions.of(problem.z().cols());
    return new Step() {
      @Override
      public Object run() {
        return new LatentFeatureLasso(backend, options).fit(problem.x(), FitListener.SILENT);
      }

      @Override
      public void close() {
        // What it opens is the fit's, and closed.
      }
    };
  }
}
