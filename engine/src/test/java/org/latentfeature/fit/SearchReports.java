package org.latentfeature.fit;

import java.util.ArrayList;
import java.util.List;

/** Keeps the reports of the searches of a fit, which goes on. */
public final class SearchReports implements FitListener {

  private final List<SearchReport> reports = new ArrayList<>();

  @Override
  public boolean onStep(FitEvent event) {
    return true;
  }

  @Override
  public void onSearch(SearchReport report) {
    reports.add(report);
  }

  /** Returns whether {@code search} has a report. */
  public boolean has(String search) {
    return reports.stream().anyMatch(r -> r.search().equals(search));
  }

  /** Returns the names of the searches that finished, in their order. */
  public List<String> finished() {
    return reports.stream()
        .filter(r -> r.outcome() == SearchReport.Outcome.FINISHED)
        .map(SearchReport::search)
        .toList();
  }

  /** Returns the first report of {@code search}, which has one. */
  public SearchReport of(String search) {
    return reports.stream().filter(r -> r.search().equals(search)).findFirst().orElseThrow();
  }
}
