package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Features far below an offset, of which sums in single precision would show nothing. */
class OpenBlasOffsetTest {

  private static final int K = 8;

  private static Matrix data(long seed) {
    Matrix x = Matrix.allocate(1000, 60);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double entry = 1e5 * (1 + .1 * CounterRandom.normal(seed, 0, j));
        entry += .3 * CounterRandom.normal(seed + 1, i, j);
        for (int k = 0; k < K; k++) {
          boolean has = CounterRandom.uniform(seed + 2, i, k) < .3;
          entry += has ? CounterRandom.normal(seed + 3, k, j) : 0;
        }
        x.set(i, j, (float) entry);
      }
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 20, 30, 40})
  void columnsAreVerifiedBesideAnIntercept(long seed) {
    try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(2));
        LoadedData data = new LoadedData(backend, data(seed))) {
      LassoModel found =
          new LassoEstimator().request(K, Map.of("intercept", "true")).fit(data).toModel();
      assertEquals(LassoStages.COLUMNS, found.manifest().method());
      assertTrue(found.manifest().rmse() < .3, () -> found.manifest().toString());
    }
  }
}
