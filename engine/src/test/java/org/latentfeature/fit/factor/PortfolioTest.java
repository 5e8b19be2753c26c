package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReport.Outcome;
import org.latentfeature.fit.factor.FactorBench.Verdict;
import org.latentfeature.lasso.LassoOptions;

class PortfolioTest {

  private static final int K = 3;

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(60, 8, K, .01, 4);

  /** The searches that ran, and the reasons why others did not. */
  private final List<String> course = new ArrayList<>();

  private final List<SearchReport> reports = new ArrayList<>();

  private record Fake(String name, @Nullable String refusal, List<String> course, int features)
      implements Search<FactorBench> {

    @Override
    public @Nullable String refusal(FactorBench bench) {
      return refusal;
    }

    /** Offers the first columns of the true Z. */
    @Override
    public void run(FactorBench bench) {
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
        public void onSearch(SearchReport report) {
          reports.add(report);
          if (report.outcome() == Outcome.REFUSED) {
            course.add(report.search() + " not, " + report.reason());
          }
        }
      };

  /** Runs {@code portfolio}; a verdict is {@code full} where all features are found. */
  private FactorFit.Result run(Portfolio<FactorBench> portfolio, Verdict full) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, PROBLEM.x())) {
      return FactorFit.run(
          data,
          LassoOptions.of(K),
          LeastSquares.FREE,
          listener,
          "none",
          fit -> {
            FactorBench bench =
                new FactorBench(fit, found -> found.z().cols() == K ? full : Verdict.WORSE, "none");
            portfolio.run(bench);
            return new FactorFit.Found(bench.best(), bench.method(), Map.of());
          });
    }
  }

  @Test
  void aSearchThatDoesNotApplyEndsNoOther() {
    Portfolio<FactorBench> portfolio =
        Portfolio.<FactorBench>empty()
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
        run(
            Portfolio.<FactorBench>empty().then(search("two", 2)).then(search("one", 1)),
            Verdict.CERTAIN);
    assertEquals("two", result.found().method());
    assertEquals(2, result.trace().size());
  }

  @Test
  void nothingFollowsACertainGroundTruth() {
    run(
        Portfolio.<FactorBench>empty()
            .then(search("all", K))
            .then(search("more", 1))
            .thenInDoubt(search("doubt", 1)),
        Verdict.CERTAIN);
    assertEquals(List.of("all"), course);
    assertEquals(
        List.of(Outcome.FINISHED, Outcome.UNNEEDED, Outcome.UNNEEDED),
        reports.stream().map(SearchReport::outcome).toList());
  }

  @Test
  void onlySearchesForDoubtsFollowOneThatIsReached() {
    run(
        Portfolio.<FactorBench>empty()
            .then(search("all", K))
            .then(new Fake("never", "it is not heard of", course, 1))
            .thenInDoubt(search("doubt", 1)),
        Verdict.REACHED);
    assertEquals(List.of("all", "doubt"), course);
  }

  /** A bench with a clock of its own, on which nothing is ever reached. */
  private final class Clocked implements Workbench {

    private long now;
    private final FitMonitor monitor = new FitMonitor(listener, Duration.ofNanos(100), () -> now);

    @Override
    public FitMonitor monitor() {
      return monitor;
    }

    @Override
    public void method(String name) {
      course.add("begin " + name);
    }

    @Override
    public double rmse() {
      return now;
    }

    @Override
    public boolean isReached() {
      return false;
    }

    @Override
    public boolean isCertain() {
      return false;
    }
  }

  /** Takes {@code nanos} in all, however often it is run. */
  private final class Slow implements Search<Clocked> {

    private final String name;
    private long left;

    Slow(String name, long nanos) {
      this.name = name;
      left = nanos;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void run(Clocked bench) {
      for (; left > 0; left--) {
        bench.monitor.signal().check();
        bench.now++;
      }
      course.add(name + " ends at " + bench.now);
    }

    @Override
    public void stopped(Clocked bench) {
      course.add(name + " stops at " + bench.now + " with " + left + " left");
      bench.monitor.signal().check();
    }
  }

  @Test
  void aSearchOverItsShareIsResumedAfterTheNext() {
    Slow slow = new Slow("slow", 60);
    Slow quick = new Slow("quick", 10);
    Portfolio.<Clocked>empty()
        .then(.5, slow)
        .then(.5, quick)
        .thenResume(slow)
        .thenResume(quick)
        .run(new Clocked());
    assertEquals(
        List.of(
            "begin slow",
            "slow stops at 51 with 9 left",
            "begin quick",
            "quick ends at 61",
            "begin slow",
            "slow ends at 70"),
        course);
    assertEquals(
        List.of(
            new SearchReport("slow", Outcome.OUT_OF_TIME, "", .5, 51e-9, 51),
            new SearchReport("quick", Outcome.FINISHED, "", .5, 10e-9, 61),
            new SearchReport("slow", Outcome.FINISHED, "", 1, 9e-9, 70)),
        rounded(reports));
  }

  private static List<SearchReport> rounded(List<SearchReport> all) {
    return all.stream()
        .map(
            r ->
                new SearchReport(
                    r.search(),
                    r.outcome(),
                    r.reason(),
                    r.share(),
                    Math.round(r.seconds() * 1e9) / 1e9,
                    r.rmse()))
        .toList();
  }

  @Test
  void aSearchThatIsStoppedLeavesWhatItHasFound() {
    Portfolio<Clocked> portfolio =
        Portfolio.<Clocked>empty().then(new Slow("slow", 200)).then(new Slow("never", 1));
    assertThrows(StoppedException.class, () -> portfolio.run(new Clocked()));
    assertEquals(List.of("begin slow", "slow stops at 101 with 99 left"), course);
  }
}
