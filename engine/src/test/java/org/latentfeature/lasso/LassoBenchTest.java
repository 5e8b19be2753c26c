package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Portfolio;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.Search;

class LassoBenchTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(60, 9, 4, .01, 5);

  private static final BinaryMatrix ONE =
      BinaryMatrix.empty(60).with(BitVector.ones(60)).with(PROBLEM.z().column(0));

  /** Finds the codes {@code z}, after a penalty, if there is one. */
  private record Given(String name, double penalty, BinaryMatrix z) implements Search<LassoBench> {

    @Override
    public void run(LassoBench bench) {
      if (!Double.isNaN(penalty)) {
        bench.penalty(penalty);
      }
      bench.keep(bench.refinement().fit(z));
    }
  }

  /** Returns what {@code work} makes of a bench on all rows, their steps and their data. */
  private static <R> R on(Work<R> work) {
    LassoOptions options = LassoOptions.of(4);
    FitMonitor monitor = new FitMonitor(FitListener.SILENT, null);
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData loaded = new LoadedData(backend, PROBLEM.x())) {
      LassoPlan plan = new LassoPlan(backend, options);
      PreparedData data = FactorFit.prepare(loaded, options, monitor);
      try (LassoSteps steps = plan.openWithSpectrum(data.rows(), monitor)) {
        return work.of(
            new LassoBench(
                plan,
                steps,
                data.rows(),
                monitor,
                new Incumbent<>(),
                new Incumbent<>(),
                new ArrayList<>()),
            steps,
            data);
      }
    }
  }

  private interface Work<R> {
    R of(LassoBench bench, LassoSteps steps, PreparedData data);
  }

  private static Found result(List<Given> searches) {
    return on(
        (bench, steps, data) -> {
          Portfolio<LassoBench> portfolio = Portfolio.empty();
          for (Given search : searches) {
            portfolio = portfolio.then(search);
          }
          portfolio.run(bench);
          return bench.result();
        });
  }

  @Test
  void theBestOfAllSearchesIsTheResult() {
    Given worse = new Given("path", Double.NaN, ONE);
    Given truth = new Given("anneal", Double.NaN, PROBLEM.z());
    assertEquals("anneal", result(List.of(worse, truth)).method());
    assertEquals("anneal", result(List.of(truth, worse)).method());
    assertEquals(PROBLEM.z(), result(List.of(worse, truth)).factors().z());
    assertEquals("path", result(List.of(worse, new Given("late", 1, ONE))).method());
  }

  @Test
  void aPenaltyIsThatOfTheSearchThatFoundTheResult() {
    Given convex = new Given("lasso", 2, PROBLEM.z());
    Given path = new Given("path", Double.NaN, ONE);
    assertEquals(2, result(List.of(convex, path)).mu());
    Given better = new Given("path", Double.NaN, PROBLEM.z());
    assertEquals(Double.NaN, result(List.of(new Given("lasso", 2, ONE), better)).mu());
  }

  /** It takes a product of all rows, and is as large as that. */
  @Test
  void theSpectrumIsComputedOnceAndHeldOnce() {
    on(
        (first, steps, data) -> {
          Spectrum computed = first.spectrum();
          assertSame(computed, first.next(steps, data.rows()).spectrum());
          assertNotSame(computed, first.spectrum());
          return computed;
        });
  }
}
