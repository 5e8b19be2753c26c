package org.latentfeature.fit.factor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReport.Outcome;

/**
 * Searches in the order in which they are tried, the cheapest first. Each runs unless the ground
 * truth is reached by then, or certain. A search that does not apply to the problem says why, and
 * never ends another. How each went is reported to the listener.
 *
 * @param <B> where the searches work
 */
public final class Portfolio<B extends Workbench> {

  private final List<Entry<B>> entries;

  private enum When {
    UNREACHED,
    IN_DOUBT,
    UNFINISHED
  }

  private record Entry<B extends Workbench>(Search<? super B> search, double share, When when) {}

  private Portfolio(List<Entry<B>> entries) {
    this.entries = entries;
  }

  /** Returns a portfolio without searches. */
  public static <B extends Workbench> Portfolio<B> empty() {
    return new Portfolio<>(List.of());
  }

  /**
   * Returns this portfolio and a search that runs while the best is worse than the ground truth.
   */
  public Portfolio<B> then(Search<? super B> search) {
    return with(search, 1, When.UNREACHED);
  }

  /**
   * Returns this portfolio and a search that runs while the best is worse than the ground truth, at
   * most for a share of the time that a time limit leaves.
   */
  public Portfolio<B> then(double share, Search<? super B> search) {
    return with(search, share, When.UNREACHED);
  }

  /** Returns this portfolio and another run of a search whose share of the time was too short. */
  public Portfolio<B> thenResume(Search<? super B> search) {
    return with(search, 1, When.UNFINISHED);
  }

  /** Returns this portfolio and a search that runs while the ground truth is not certain. */
  public Portfolio<B> thenInDoubt(Search<? super B> search) {
    return with(search, 1, When.IN_DOUBT);
  }

  private Portfolio<B> with(Search<? super B> search, double share, When when) {
    List<Entry<B>> all = new ArrayList<>(entries);
    all.add(new Entry<>(search, share, when));
    return new Portfolio<>(List.copyOf(all));
  }

  /**
   * Runs the searches.
   *
   * @throws org.latentfeature.base.progress.StoppedException if the fit is stopped, once the search
   *     that was running has left what it had found
   */
  public void run(B bench) {
    Set<Search<?>> unfinished = new HashSet<>();
    for (Entry<B> entry : entries) {
      Search<? super B> search = entry.search();
      if (entry.when() == When.UNFINISHED && !unfinished.contains(search)) {
        continue;
      }
      boolean isDone = entry.when() == When.IN_DOUBT ? bench.isCertain() : bench.isReached();
      String refusal = isDone ? null : search.refusal(bench);
      if (isDone) {
        report(entry, Outcome.UNNEEDED, 0, bench);
      } else if (refusal != null) {
        bench.refused(search.name(), refusal);
      } else {
        double start = bench.monitor().elapsed();
        boolean isFinished = run(entry, bench);
        if (!isFinished) {
          unfinished.add(search);
        }
        double seconds = bench.monitor().elapsed() - start;
        report(entry, isFinished ? Outcome.FINISHED : Outcome.OUT_OF_TIME, seconds, bench);
      }
    }
  }

  /**
   * Returns why each search does not apply to the problem before any is run, by its name; empty for
   * those that do.
   *
   * @param bench with nothing on it
   */
  public Map<String, Optional<String>> refusals(B bench) {
    Map<String, Optional<String>> refusals = new LinkedHashMap<>();
    for (Entry<B> entry : entries) {
      refusals.put(entry.search().name(), Optional.ofNullable(entry.search().refusal(bench)));
    }
    return refusals;
  }

  private static <B extends Workbench> void report(
      Entry<B> entry, Outcome outcome, double seconds, B bench) {
    String name = entry.search().name();
    bench
        .monitor()
        .searched(new SearchReport(name, outcome, "", entry.share(), seconds, bench.rmse()));
  }

  /** Returns whether the search finished in its share of the time. */
  private static <B extends Workbench> boolean run(Entry<B> entry, B bench) {
    FitMonitor monitor = bench.monitor();
    Search<? super B> search = entry.search();
    bench.method(search.name());
    boolean[] isFinished = {true};
    monitor.saving(
        () -> isFinished[0] = monitor.within(entry.share(), () -> search.run(bench)),
        () -> search.stopped(bench));
    if (!isFinished[0]) {
      search.stopped(bench);
    }
    return isFinished[0];
  }
}
