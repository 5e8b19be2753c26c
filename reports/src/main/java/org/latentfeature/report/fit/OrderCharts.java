package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** Charts of rows in order of time: a column with its fit, and when each feature is on. */
final class OrderCharts {

  /** Rows that are shown, the first ones: of more, runs would be too short to be seen. */
  private static final int MOST_ROWS = 1000;

  /** Features that are shown, the first ones. */
  private static final int MOST_FEATURES = 12;

  /** Height of a feature that is on; the next one is 1 above. */
  private static final double ON = .7;

  private OrderCharts() {}

  static DomContent of(ReportedFit fit) {
    int rows = Math.min(fit.x().rows(), MOST_ROWS);
    String which =
        rows < fit.x().rows()
            ? "the first %s".formatted(Quantity.count(rows, "row"))
            : "all %s".formatted(Quantity.count(rows, "row"));
    return Figure.grid(
        List.of(
            Figure.chart(
                column(fit, rows).svg(),
                "%s of the data, and the sum of the features of each row; %s."
                    .formatted(fit.column(0), which)),
            Figure.chart(
                features(fit, rows).svg(),
                "Features in order of time, raised where they are on; %s.".formatted(which))));
  }

  private static LineChart column(ReportedFit fit, int rows) {
    Matrix first = fit.rows(IntStream.range(0, rows).toArray());
    int[] changes = switches(rows, i -> !Arrays.equals(codes(fit, i), codes(fit, i - 1)));
    return new LineChart("Data and fit", "row", fit.column(0))
        .wholeNumbers()
        .points(0, "data", places(IntStream.range(0, rows).toArray()), column(first))
        .steps(
            1,
            "fit",
            places(changes),
            IntStream.of(changes).mapToDouble(i -> sum(fit, i)).toArray());
  }

  private static double[] column(Matrix x) {
    return IntStream.range(0, x.rows()).mapToDouble(i -> x.get(i, 0)).toArray();
  }

  private static int[] codes(ReportedFit fit, int row) {
    return fit.codes().z().columnsOf(row);
  }

  private static double sum(ReportedFit fit, int row) {
    return IntStream.of(codes(fit, row)).mapToDouble(k -> fit.w().get(k, 0)).sum();
  }

  /** Returns the first row, those that {@code isSwitch} accepts, and the last. */
  private static int[] switches(int rows, IntPredicate isSwitch) {
    return IntStream.range(0, rows)
        .filter(i -> i == 0 || i == rows - 1 || isSwitch.test(i))
        .toArray();
  }

  /** Returns the numbers of rows, from 1. */
  private static double[] places(int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> i + 1).toArray();
  }

  private static LineChart features(ReportedFit fit, int rows) {
    LineChart chart = new LineChart("Features in order of time", "row", "feature").wholeNumbers();
    for (int k = 0; k < Math.min(MOST_FEATURES, fit.features()); k++) {
      BitVector on = fit.codes().z().column(k);
      int[] switches = switches(rows, i -> on.get(i) != on.get(i - 1));
      int feature = k;
      chart.steps(
          k,
          fit.feature(k),
          places(switches),
          IntStream.of(switches).mapToDouble(i -> feature + 1 + (on.get(i) ? ON : 0)).toArray());
    }
    return chart;
  }
}
