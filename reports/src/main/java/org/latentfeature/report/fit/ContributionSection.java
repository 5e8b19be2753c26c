package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.report.page.IncidenceFigure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.IncidencePicture;

/** The contribution of each feature, and the rows that have it. */
final class ContributionSection {

  /** Width of the incidence matrix in pixels; with more rows a pixel shows the mean of several. */
  static final int MOST_ACROSS = 1200;

  private ContributionSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    boolean isOrdered = isOrdered(fit);
    List<DomContent> content = new ArrayList<>(incidence(fit, residuals, isOrdered));
    if (isOrdered) {
      content.add(OrderCharts.of(fit));
    }
    return content;
  }

  private static List<DomContent> incidence(
      ReportedFit fit, Residuals residuals, boolean isOrdered) {
    int[] order =
        isOrdered
            ? IntStream.range(0, fit.x().rows()).toArray()
            : IncidencePicture.sorted(fit.codes().z());
    return List.of(
        p(
            "The contribution of a feature is the share of ‖X‖², the sum of squares of the data, that"
                + " is no longer explained when the feature is left out and nothing else changes:"
                + " the sum over its rows of "
                + fit.kind().loss()),
        p(
            "Below the table is the incidence matrix Z: one line for each feature, the rows of the"
                + " data from left to right, marked where a row has the feature. "
                + (isOrdered
                    ? "Rows are in order of time, from %s to %s."
                        .formatted(fit.rowNames().of(0), fit.rowNames().of(fit.x().rows() - 1))
                    : "Rows are sorted by the most frequent features.")),
        table(fit, residuals),
        new IncidenceFigure(fit.featureLabels(), fit.rowNames().ids())
            .all(IncidencePicture.draw(fit.codes().z(), order, MOST_ACROSS), order)
            .html("Incidence matrix Z."));
  }

  /** Returns whether rows are in order of time, so that features are on in runs. */
  private static boolean isOrdered(ReportedFit fit) {
    return fit.manifest().options().containsKey(FactorModel.ORDER);
  }

  /** The number of runs of ones. */
  private static int runs(BitVector column) {
    int runs = 0;
    for (int i = 0; i < column.length(); i++) {
      runs += column.get(i) && (i == 0 || !column.get(i - 1)) ? 1 : 0;
    }
    return runs;
  }

  private static DomContent table(ReportedFit fit, Residuals residuals) {
    Table table =
        fit.byFeature(
                "Features. The rmse with all of them is " + Quantity.number(residuals.rmse()) + ".")
            .numbers("rows")
            .numbers("prevalence")
            .numbers("contribution")
            .numbers("norm ‖w‖")
            .numbers("rmse without it");
    if (fit.codes().areWeighted()) {
      table.numbers("mean weight").numbers("rms weight");
    }
    if (isOrdered(fit)) {
      table.numbers("runs").numbers("rows a run");
    }
    double largest =
        IntStream.range(0, fit.features()).mapToDouble(residuals::contribution).max().orElse(0);
    for (int k = 0; k < fit.features(); k++) {
      int rows = fit.codes().z().column(k).count();
      double prevalence = (double) rows / fit.x().rows();
      double contribution = residuals.contribution(k);
      // Rounding may leave slightly less than 0 of an exact fit.
      double without = Math.max(0, residuals.squaredError() + residuals.increaseWithout(k));
      table
          .row(fit.feature(k), Quantity.count(rows))
          .about(k + 1)
          .bar(Quantity.percent(prevalence), prevalence)
          .bar(Quantity.percent(contribution), largest > 0 ? contribution / largest : 0)
          .cell(Quantity.number(fit.w().rowNorm(k)))
          .cell(Quantity.number(Math.sqrt(without / residuals.known())));
      if (fit.codes().areWeighted()) {
        table
            .cell(Quantity.number(fit.codes().meanWeight(k)))
            .cell(Quantity.number(fit.codes().typicalWeight(k)));
      }
      if (isOrdered(fit)) {
        int runs = runs(fit.codes().z().column(k));
        table
            .cell(Quantity.count(runs))
            .cell(runs == 0 ? "" : Quantity.number((double) rows / runs));
      }
    }
    return table.html();
  }
}
