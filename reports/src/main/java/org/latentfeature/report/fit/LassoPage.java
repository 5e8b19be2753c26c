package org.latentfeature.report.fit;

import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** The page of a lasso, with the number of features that there should be. */
public final class LassoPage implements KindPage<LassoModel> {

  @Override
  public ModelKind<LassoModel> kind() {
    return LassoModel.KIND;
  }

  @Override
  public boolean fitsPath() {
    return true;
  }

  @Override
  public ReportedKind of(LassoModel model, PathRequest path) {
    if (path.most() == 0) {
      return new ReportedLasso(null, model.terms(), model.variation());
    }
    LassoOptions options =
        LassoOptions.of(path.most())
            .withEmptyColumns(LassoOptions.EmptyColumns.DROP)
            // The convex fit at every K would take ten times as long, to propose what rarely wins.
            .withMethod(Method.PATH)
            .withSeed(path.seed())
            .withTimeLimit(path.timeLimit());
    new FitRequest<>(new LassoEstimator(), options).requireMemory(path.backend(), path.x());
    return new ReportedLasso(
        new LatentFeatureLasso(path.backend(), options).path(path.x(), path.listener()),
        model.terms(),
        model.variation());
  }
}
