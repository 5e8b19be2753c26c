package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Binary features are predicted better by a fit of binary features than by factors. */
class MatrixCompletionTest {

  @ParameterizedTest
  @ValueSource(doubles = {.1, .3, .5})
  void aFitOfFeaturesPredictsThemBetterThanFactors(double share) {
    SyntheticProblem p = SyntheticProblem.dense(150, 40, 4, .5, 12);
    HeldOutEntries hidden = new HeldOutEntries(p.x(), share, 3);
    LassoResult found;
    try (Backend backend = Backends.open("java", 1).backend()) {
      found = new LatentFeatureLasso(backend, LassoOptions.of(4)).fit(hidden.training());
    }
    double own = hidden.rmse(found.z(), found.w());
    MatrixCompletion others = new MatrixCompletion(hidden.training());
    double means = others.rmse(p.x(), others.columnMeans());
    double als = others.rmse(p.x(), others.als(4, 1, 20, 1));
    double soft = others.rmse(p.x(), others.softImpute(8, 60));
    assertTrue(als < means && soft < means, "baselines work: " + als + ", " + soft);
    assertTrue(own < Math.min(als, soft), own + " against " + als + " and " + soft);
  }
}
