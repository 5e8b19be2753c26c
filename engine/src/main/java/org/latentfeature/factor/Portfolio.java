package org.latentfeature.factor;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.fit.FitMonitor;

/**
 * Searches in the order in which they are tried, the cheapest first. Each runs unless the ground
 * truth is certain by then. A search that does not apply to the problem says why, which is reported
 * to the listener, and never ends another.
 */
public final class Portfolio {

  private final List<Entry> entries;

  private record Entry(Search search, boolean isForDoubts) {}

  private Portfolio(List<Entry> entries) {
    this.entries = entries;
  }

  /** Returns a portfolio without searches. */
  public static Portfolio empty() {
    return new Portfolio(List.of());
  }

  /**
   * Returns this portfolio and a search that runs while the best is worse than the ground truth.
   */
  public Portfolio then(Search search) {
    return with(new Entry(search, false));
  }

  /** Returns this portfolio and a search that runs while the ground truth is not certain. */
  public Portfolio thenInDoubt(Search search) {
    return with(new Entry(search, true));
  }

  private Portfolio with(Entry entry) {
    List<Entry> all = new ArrayList<>(entries);
    all.add(entry);
    return new Portfolio(List.copyOf(all));
  }

  /** Runs the searches, each timed under its name. */
  public void run(Workbench bench) {
    FitMonitor monitor = bench.fit().monitor();
    for (Entry entry : entries) {
      if (bench.isCertain() || (bench.isReached() && !entry.isForDoubts())) {
        continue;
      }
      Search search = entry.search();
      String refusal = search.refusal(bench);
      if (refusal != null) {
        monitor.refused(search.name(), refusal);
        continue;
      }
      bench.fit().method(search.name());
      monitor.time(
          search.name(),
          () -> {
            search.run(bench);
            return bench;
          });
    }
  }
}
