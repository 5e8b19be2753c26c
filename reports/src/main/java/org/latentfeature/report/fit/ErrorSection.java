package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.report.chart.BarChart;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.IncidencePicture;

/** What each feature explains, and in which rows. */
final class ErrorSection {

  /** Width of the incidence matrix in pixels; more rows share them. */
  private static final int MOST_ACROSS = 1200;

  private static final int MOST_BARS = 200;

  private ErrorSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "How much of ‖X‖², the sum of squares of the data, is lost when one feature is left out"
                + " and all else stays as it is: the sum over its rows of "
                + fit.kind().loss()));
    if (fit.features() <= MOST_BARS) {
      BarChart loss = new BarChart("Loss without each feature", "feature", "% of ‖X‖²");
      BarChart use = new BarChart("Rows that have each feature", "feature", "% of rows");
      for (int k = 0; k < fit.features(); k++) {
        String name = Integer.toString(k + 1);
        loss.bar(name, 100 * share(residuals.increaseWithout(k), residuals.squaredNorm()));
        use.bar(name, 100.0 * fit.codes().z().column(k).count() / fit.x().rows());
      }
      content.add(
          Figure.grid(
              List.of(
                  Figure.chart(
                      loss.upright(), "What is lost without each feature, as a share of ‖X‖²."),
                  Figure.chart(use.upright(), "How many of the rows have each feature."))));
    }
    content.add(table(fit, residuals));
    int lineHeight = Math.max(2, Math.min(14, 600 / fit.features()));
    content.add(
        Figure.map(
            IncidencePicture.draw(fit.codes().z(), MOST_ACROSS),
            lineHeight,
            "Incidence matrix: which row has which feature",
            "Who has what: a line for each feature, feature 1 at the top, and the rows of the data"
                + " from left to right, dark where they have it. Rows are sorted by the features"
                + " that most rows have."));
    return content;
  }

  private static DomContent table(ReportedFit fit, Residuals residuals) {
    Table table =
        new Table(
                "Error by feature. With all of them the root mean square error is "
                    + Quantity.number(residuals.rmse())
                    + ".")
            .numbers("feature")
            .numbers("rows")
            .numbers("of all rows")
            .numbers("norm ‖w‖")
            .numbers("rmse without it")
            .numbers("loss, of ‖X‖²");
    if (fit.codes().areWeighted()) {
      table.numbers("mean weight").numbers("rms weight");
    }
    for (int k = 0; k < fit.features(); k++) {
      int rows = fit.codes().z().column(k).count();
      double increase = residuals.increaseWithout(k);
      // Rounding may leave a hair below 0 of an exact fit.
      double without = Math.max(0, residuals.squaredError() + increase);
      table.row(
          Integer.toString(k + 1),
          Quantity.count(rows),
          Quantity.percent((double) rows / fit.x().rows()),
          Quantity.number(fit.w().rowNorm(k)),
          Quantity.number(Math.sqrt(without / residuals.known())),
          Quantity.percent(share(increase, residuals.squaredNorm())));
      if (fit.codes().areWeighted()) {
        table
            .cell(Quantity.number(fit.codes().meanWeight(k)))
            .cell(Quantity.number(fit.codes().typicalWeight(k)));
      }
    }
    return table.html();
  }

  private static double share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
  }
}
