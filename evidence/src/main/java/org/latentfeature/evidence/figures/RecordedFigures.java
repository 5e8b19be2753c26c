package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.TabTable;

/** Other methods' errors as somebody recorded them, read from a table. */
final class RecordedFigures {

  /** No record. */
  static final RecordedFigures NONE = new RecordedFigures(List.of());

  private final List<Entry> entries;

  private RecordedFigures(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * One recorded error.
   *
   * @param best the lowest of all its runs
   * @param runs how many there were
   */
  record Entry(String dataSet, String metric, String method, int k, double best, int runs) {}

  /**
   * Reads the columns dataset, metric, method, K, best and count.
   *
   * @throws DataException naming line and column of the first cell that cannot be read
   */
  static RecordedFigures read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    TabTable table = TabTable.read(file, "dataset", "metric", "method", "K", "best", "count");
    for (TabTable.Row row : table.rows()) {
      double best = row.number("best");
      if (best < 0) {
        throw row.complaint("best", "is " + best + "; an error is not below 0");
      }
      entries.add(
          new Entry(
              row.text("dataset"),
              row.text("metric"),
              row.text("method"),
              row.whole("K", 1),
              best,
              row.whole("count", 1)));
    }
    return new RecordedFigures(entries);
  }

  /** All of a data set by one metric, in the order of the table. */
  List<Entry> of(String dataSet, Metric metric) {
    return entries.stream()
        .filter(e -> e.dataSet().equals(dataSet) && e.metric().equals(metric.key()))
        .toList();
  }

  /** One method's, the lowest for each K where there are several, in the order of K. */
  List<Entry> of(String dataSet, Metric metric, String method) {
    TreeMap<Integer, Entry> byK = new TreeMap<>();
    for (Entry entry : of(dataSet, metric)) {
      if (entry.method().equals(method)) {
        byK.merge(entry.k(), entry, (a, b) -> b.best() < a.best() ? b : a);
      }
    }
    return List.copyOf(byK.values());
  }

  /** The methods recorded for a data set by one metric, in the order of the table. */
  List<String> methods(String dataSet, Metric metric) {
    return of(dataSet, metric).stream().map(Entry::method).distinct().toList();
  }

  /** The lowest error of any method at K. */
  Optional<Entry> best(String dataSet, Metric metric, int k) {
    return of(dataSet, metric).stream()
        .filter(f -> f.k() == k)
        .min((a, b) -> Double.compare(a.best(), b.best()));
  }
}
