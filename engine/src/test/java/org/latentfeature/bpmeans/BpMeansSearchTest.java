package org.latentfeature.bpmeans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.factor.CodeRefinement;
import org.latentfeature.factor.Factors;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.subspace.Planted;

/** What every step of a search must hold to. */
final class BpMeansSearchTest {

  private static final int MOST = 10;

  /** All factorisations of one restart, in their order. */
  private static List<Factors> steps(Matrix x, double lambda2, long seed) {
    Incidence.Limits codes = new Incidence.Limits(MOST);
    Factorisation.Limits products = new Factorisation.Limits(MOST);
    List<Factors> all = new ArrayList<>();
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x);
        ResidentRows rows = data.rows(List.of(codes, products), StopSignal.NEVER);
        Factorisation steps = rows.open(products);
        Incidence z = rows.open(codes)) {
      CodeRefinement refinement = new CodeRefinement(data, rows, steps, z, all::add);
      new BpMeansSearch(new BpMeansSearch.Asked(x, refinement, MOST, lambda2, 1, seed))
          .run(StopSignal.NEVER, (factors, restart) -> {});
    }
    return all;
  }

  /** The last one may be a feature's death that would cost more than it saves. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 3})
  void theObjectiveNeverRises(double lambda2) {
    int falls = 0;
    for (int seed = 0; seed < 40; seed++) {
      Matrix x = Planted.coins(60, 12, 5, .3, .4, 100 + seed).x();
      double before = Double.POSITIVE_INFINITY;
      int refused = 0;
      for (Factors step : steps(x, lambda2, seed)) {
        double objective = step.squaredError() + lambda2 * step.z().cols();
        if (objective > before * (1 + 1e-6)) {
          refused++;
          continue;
        }
        falls += objective < before ? 1 : 0;
        before = objective;
      }
      // Each round ends with one refused death; with K fixed there is none.
      assertTrue(lambda2 > 0 || refused == 0, refused + " rises, seed " + seed);
    }
    assertTrue(falls > 100, falls + " steps");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatARestartEndsWithIsTheLeastOfItsSteps(long seed) {
    Matrix x = Planted.coins(60, 12, 5, .3, .4, seed).x();
    List<Factors> all = steps(x, 0, seed);
    double least = all.stream().mapToDouble(Factors::squaredError).min().orElseThrow();
    assertEquals(least, all.get(all.size() - 1).squaredError());
  }
}
