package org.latentfeature.ibp.bpmeans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/** What every step of a search must hold to. */
final class BpMeansSearchTest {

  private static final int MOST = 10;

  private interface Search {
    void run(CodeRefinement refinement);
  }

  /** {@code search} on {@code x}; {@code heard} of its factorisations, in their order. */
  private static void search(Matrix x, Consumer<Factors> heard, Search search) {
    Incidence.Limits codes = new Incidence.Limits(MOST);
    Factorisation.Limits products = new Factorisation.Limits(MOST);
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x);
        ResidentRows rows = data.rows(List.of(codes, products), StopSignal.NEVER);
        Factorisation steps = rows.open(products);
        Incidence z = rows.open(codes)) {
      search.run(new CodeRefinement(data, rows, steps, z, heard));
    }
  }

  /** All factorisations of one restart with K fixed, without those of the exchange after it. */
  private static List<Factors> steps(Matrix x, long seed) {
    List<Factors> all = new ArrayList<>();
    List<Factors> restart = new ArrayList<>();
    search(
        x,
        all::add,
        refinement ->
            new BpMeansSearch(new BpMeansSearch.Request(x, refinement, MOST, 0, null, 1, seed))
                .run(
                    StopSignal.NEVER,
                    (factors, number) -> {
                      if (number == 1 && restart.isEmpty()) {
                        restart.addAll(all);
                      }
                    }));
    return restart;
  }

  @Test
  void theErrorNeverRises() {
    int falls = 0;
    for (int seed = 0; seed < 40; seed++) {
      double before = Double.POSITIVE_INFINITY;
      for (Factors step : steps(Planted.coins(60, 12, 5, .3, .4, 100 + seed).x(), seed)) {
        assertTrue(step.squaredError() <= before * (1 + 1e-6), "seed " + seed);
        falls += step.squaredError() < before ? 1 : 0;
        before = step.squaredError();
      }
    }
    assertTrue(falls > 100, falls + " steps");
  }

  /** Codes, births and deaths, each on its own, from random codes. */
  @Test
  void thePricedErrorNeverRises() {
    int[] changes = new int[3];
    for (int seed = 0; seed < 40; seed++) {
      double lambda2 = seed % 2 == 0 ? 3 : 25;
      Matrix x = Planted.coins(60, 12, 5, .3, .4, 100 + seed).x();
      BinaryMatrix start = Planted.coins(60, 12, 1 + seed % MOST, .3, .4, 500 + seed).z();
      search(
          x,
          ignored -> {},
          refinement -> {
            FreeRounds rounds = new FreeRounds(refinement, new RowResiduals(60, 12), MOST, lambda2);
            Deaths deaths = new Deaths(refinement, lambda2);
            List<UnaryOperator<Factors>> steps =
                List.of(refinement::descend, f -> rounds.born(x, f), deaths::of);
            Factors now = refinement.fit(start);
            for (int step = 0; step < 12; step++) {
              Factors next = steps.get(step % 3).apply(now);
              double before = rounds.objective(now);
              assertTrue(rounds.objective(next) <= before * (1 + 1e-6), "step " + step);
              changes[step % 3] += rounds.objective(next) < before ? 1 : 0;
              now = next;
            }
          });
    }
    for (int step = 0; step < 3; step++) {
      assertTrue(changes[step] > 5, changes[step] + " changes of step " + step);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatARestartEndsWithIsTheLeastOfItsSteps(long seed) {
    Matrix x = Planted.coins(60, 12, 5, .3, .4, seed).x();
    List<Factors> all = steps(x, seed);
    double least = all.stream().mapToDouble(Factors::squaredError).min().orElseThrow();
    assertEquals(least, all.get(all.size() - 1).squaredError());
  }

  /** What is found falls, in the exchanges too, with K fixed and free. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 25})
  void exchangesFindBetter(double lambda2) {
    int restarts = 20;
    int[] exchanged = new int[1];
    for (int seed = 0; seed < 10; seed++) {
      Matrix x = Planted.coins(60, 12, 5, .3, .4, 100 + seed).x();
      List<Double> found = new ArrayList<>();
      search(
          x,
          ignored -> {},
          refinement -> {
            BpMeansSearch search =
                new BpMeansSearch(
                    new BpMeansSearch.Request(x, refinement, MOST, lambda2, null, restarts, 7));
            search.run(
                StopSignal.NEVER,
                (factors, number) -> {
                  found.add(search.objective(factors));
                  exchanged[0] += number > restarts ? 1 : 0;
                });
          });
      for (int i = 1; i < found.size(); i++) {
        assertTrue(found.get(i) < found.get(i - 1), "seed " + seed);
      }
    }
    assertTrue(exchanged[0] > 3, exchanged[0] + " exchanges");
  }
}
