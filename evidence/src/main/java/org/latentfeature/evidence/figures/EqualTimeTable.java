package org.latentfeature.evidence.figures;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.evidence.TabTable;

/** The comparison as tab-separated text: a line for each data set, K and method. */
final class EqualTimeTable {

  private static final List<String> NAMES =
      List.of(
          "dataset",
          "k",
          "method",
          "seconds",
          "fits",
          "features",
          "rmse_noisy_raw",
          "rmse_noisy",
          "hamming",
          "rmse",
          "recorded_method",
          "recorded_rmse_noisy",
          "recorded_hamming",
          "recorded_rmse",
          "wins",
          "above_lowest",
          "note");

  private EqualTimeTable() {}

  /** Writes it in one step. */
  static void write(Path file, List<EqualTimeFits> all) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(NAMES);
    for (EqualTimeFits some : all) {
      some.fits().forEach(fit -> lines.add(line(some, fit)));
    }
    TabTable.write(file, lines);
  }

  private static List<String> line(EqualTimeFits all, EqualTimeFit fit) {
    Contender contender = fit.setting().contender();
    return List.of(
        all.data().name(),
        Integer.toString(all.k()),
        contender.word(),
        TabTable.cell(fit.seconds()),
        Integer.toString(fit.fits()),
        Integer.toString(fit.features()),
        TabTable.cell(fit.raw()),
        TabTable.cell(fit.refined()),
        TabTable.cell(fit.hamming()),
        TabTable.cell(fit.rmse()),
        contender.recorded().orElse(""),
        recorded(all, contender, Metric.RMSE_NOISY),
        recorded(all, contender, Metric.HAMMING),
        recorded(all, contender, Metric.RMSE),
        Boolean.toString(all.isWinner(fit)),
        TabTable.cell(all.aboveLowest(fit)),
        fit.note());
  }

  private static String recorded(EqualTimeFits all, Contender contender, Metric metric) {
    return all.recorded(contender, metric).map(entry -> TabTable.cell(entry.best())).orElse("");
  }
}
