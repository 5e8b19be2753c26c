package org.latentfeature.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.factor.GroundTruth.Verdict;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.LassoOptions;

class PortfolioTest {

  private static final int K = 3;

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(60, 8, K, .01, 4);

  /** The searches that ran, and the reasons why others did not. */
  private final List<String> course = new ArrayList<>();

  private record Fake(String name, @Nullable String refusal, List<String> course, int features)
      implements Search {

    @Override
    public @Nullable String refusal(Workbench bench) {
      return refusal;
    }

    /** Offers the first columns of the true Z. */
    @Override
    public void run(Workbench bench) {
      course.add(name);
      int[] kept = new int[features];
      for (int k = 0; k < features; k++) {
        kept[k] = k;
      }
      BinaryMatrix z = PROBLEM.z().select(kept);
      bench.offer(name, bench.fit().refinement().fit(z));
    }
  }

  private Fake search(String name, int features) {
    return new Fake(name, null, course, features);
  }

  private final FitListener listener =
      new FitListener() {
        @Override
        public boolean onStep(FitEvent event) {
          return true;
        }

        @Override
        public void onRefusal(String search, String reason) {
          course.add(search + " not, " + reason);
        }
      };

  /** Runs {@code portfolio}; a verdict is {@code full} where all features are found. */
  private FactorFit.Result run(Portfolio portfolio, Verdict full) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, PROBLEM.x())) {
      return FactorFit.run(
          data,
          LassoOptions.of(K),
          LeastSquares.FREE,
          listener,
          "none",
          fit -> {
            Workbench bench =
                new Workbench(fit, found -> found.z().cols() == K ? full : Verdict.WORSE, "none");
            portfolio.run(bench);
            return new FactorFit.Found(bench.best(), bench.method(), Map.of());
          });
    }
  }

  @Test
  void aSearchThatDoesNotApplyEndsNoOther() {
    Portfolio portfolio =
        Portfolio.empty()
            .then(search("one", 1))
            .then(new Fake("none", "X is small", course, 2))
            .then(search("two", 2));
    FactorFit.Result result = run(portfolio, Verdict.CERTAIN);
    assertEquals(List.of("one", "none not, X is small", "two"), course);
    assertEquals("two", result.found().method());
    assertEquals(2, result.factors().z().cols());
  }

  @Test
  void whatIsWorseIsNotTaken() {
    FactorFit.Result result =
        run(Portfolio.empty().then(search("two", 2)).then(search("one", 1)), Verdict.CERTAIN);
    assertEquals("two", result.found().method());
    assertEquals(2, result.trace().size());
  }

  @Test
  void nothingFollowsACertainGroundTruth() {
    run(
        Portfolio.empty()
            .then(search("all", K))
            .then(search("more", 1))
            .thenInDoubt(search("doubt", 1)),
        Verdict.CERTAIN);
    assertEquals(List.of("all"), course);
  }

  @Test
  void onlySearchesForDoubtsFollowOneThatIsReached() {
    run(
        Portfolio.empty()
            .then(search("all", K))
            .then(new Fake("never", "it is not heard of", course, 1))
            .thenInDoubt(search("doubt", 1)),
        Verdict.REACHED);
    assertEquals(List.of("all", "doubt"), course);
  }
}
