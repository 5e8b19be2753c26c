package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Ending;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;

/** How many features to choose: the error and the description length at each K. */
final class ChoosingSection {

  private static final String CHOSEN_BY =
      "The description length is Σ_d N/2 log₂ σ_d² bits for the residual, as noise of variance σ_d²"
          + " in column d, and for each feature of n rows D/2 log₂(1+n) bits for its row of W and"
          + " N h(n/N) + log₂(N+1) bits for its column of Z; h is the binary entropy. It assumes"
          + " independent noise. Where neighbouring entries have similar residuals, as in"
          + " photographs, the suggested K is too high.";

  private ChoosingSection() {}

  static List<DomContent> of(
      ReportedFit fit, Residuals residuals, @Nullable PathResult path, FeatureCounts counts) {
    List<DomContent> content = new ArrayList<>();
    FeatureCounts.Count shortest = counts.shortest();
    if (path == null || shortest == null) {
      content.add(
          p(
              path == null
                  ? "Other numbers of features were not tried. To try them, pass --path-to."
                  : "The path was stopped before it had its first feature."));
      return content;
    }
    List<FeatureCounts.Count> all = counts.all();
    int last = all.get(all.size() - 1).features();
    if (path.ended() != Ending.CONVERGED) {
      content.add(
          p("The path did not finish (" + path.ended() + "); it ends at K = " + last + ".")
              .withClass("note"));
    }
    content.add(p(suggestion(fit, counts, shortest, last)));
    content.add(p(CHOSEN_BY));
    content.add(
        Figure.beside(
            Figure.grid(List.of(errors(fit, residuals, all), lengths(fit, counts))),
            table(all, shortest)));
    return content;
  }

  private static String suggestion(
      ReportedFit fit, FeatureCounts counts, FeatureCounts.Count shortest, int last) {
    if (counts.nothingIsShorter()) {
      return "Suggested: none. No K up to "
          + last
          + " has a shorter description than X alone: there is no evidence of binary features.";
    }
    String chosen =
        "Suggested: "
            + Quantity.count(shortest.features(), "feature")
            + ", the K with the shortest description of X by Z, W and the residual. ";
    String end =
        shortest.features() == last
            ? "That is the largest K tried; to try more, pass --path-to. "
            : shortest.features() == fit.features() ? "The model has that number. " : "";
    return chosen + end.strip();
  }

  private static DomContent errors(
      ReportedFit fit, Residuals residuals, List<FeatureCounts.Count> all) {
    double[] k = all.stream().mapToDouble(FeatureCounts.Count::features).toArray();
    LineChart chart =
        new LineChart("Error by K", "number of features, K", "rmse")
            .wholeNumbers()
            .logarithmic()
            .line("path", k, all.stream().mapToDouble(FeatureCounts.Count::rmse).toArray())
            .points("this model", new double[] {fit.features()}, new double[] {residuals.rmse()})
            .floor(
                "SVD bound", k, all.stream().mapToDouble(FeatureCounts.Count::svdBound).toArray());
    return Figure.chart(
        chart.svg(),
        "The rmse of the best factorisation found at each K."
            + (all.stream().anyMatch(count -> Double.isFinite(count.svdBound()))
                ? " The singular value decomposition is a lower bound."
                : ""));
  }

  private static DomContent lengths(ReportedFit fit, FeatureCounts counts) {
    List<FeatureCounts.Count> all = counts.all();
    LineChart chart =
        new LineChart("Bits saved by K", "number of features, K", "kilobits saved")
            .wholeNumbers()
            .line(
                "path",
                all.stream().mapToDouble(FeatureCounts.Count::features).toArray(),
                all.stream().mapToDouble(count -> counts.saved(count.bits()) / 1000).toArray())
            .points(
                "this model",
                new double[] {fit.features()},
                new double[] {counts.saved(counts.bits(fit.codes().z(), fit.w())) / 1000});
    return Figure.chart(
        chart.svg(),
        "Thousand bits by which the description of X by Z, W and the residual is shorter than that"
            + " of X alone. The highest point is the suggested K.");
  }

  private static DomContent table(List<FeatureCounts.Count> all, FeatureCounts.Count shortest) {
    Table table =
        new Table(
                "The path, with this model at its K if it is better. The bound is the SVD's; the bits are those above the shortest description.")
            .numbers("K")
            .numbers("rmse")
            .numbers("bound")
            .numbers("above bound")
            .numbers("extra bits");
    for (FeatureCounts.Count count : all) {
      double above = count.svdBound() > 0 ? count.rmse() / count.svdBound() - 1 : Double.NaN;
      table
          .row()
          .cell(Integer.toString(count.features()))
          .cell(Quantity.number(count.rmse()))
          .cell(Quantity.number(count.svdBound()))
          .cell(Quantity.percent(above));
      if (count.equals(shortest)) {
        table.best("0");
      } else {
        table.cell(Quantity.count(Math.round(count.bits() - shortest.bits())));
      }
    }
    return table.html();
  }
}
