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

/** How many features there should be. */
final class CountSection {

  private static final String CHOSEN_BY =
      "The bits are ND/2 log₂ σ² for what is left, taken as noise of variance σ², and for each feature"
          + " with n rows D/2 log₂(1+n) for its row of W and N h(n/N) + log₂(N+1) for its column of"
          + " Z, h the binary entropy. The noise is taken to be alike and independent in all entries;"
          + " where neighbours err together, as in photographs, the suggestion is on the high side.";

  private CountSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals, @Nullable PathResult path) {
    List<DomContent> content = new ArrayList<>();
    FeatureCounts counts = FeatureCounts.of(path, residuals);
    FeatureCounts.Count shortest = counts.shortest();
    if (path == null || shortest == null) {
      content.add(
          p(
              path == null
                  ? "Other numbers of features were not tried; --path-to tries them."
                  : "The path was ended before its first feature was done."));
      return content;
    }
    List<FeatureCounts.Count> all = counts.all();
    int last = all.get(all.size() - 1).features();
    if (path.ended() != Ending.CONVERGED) {
      content.add(
          p("The path was ended early ("
                  + path.ended()
                  + "), at "
                  + last
                  + "; what was done is"
                  + " shown.")
              .withClass("note"));
    }
    content.add(p(suggestion(fit, counts, shortest, last)));
    content.add(p(CHOSEN_BY));
    content.add(Figure.grid(List.of(errors(fit, residuals, all), lengths(fit, residuals, counts))));
    content.add(table(all, shortest));
    return content;
  }

  private static String suggestion(
      ReportedFit fit, FeatureCounts counts, FeatureCounts.Count shortest, int last) {
    if (counts.nothingIsShorter()) {
      return "No number of features up to "
          + last
          + " describes X in fewer bits than X alone: nothing here speaks for such features.";
    }
    String chosen =
        "Suggested: "
            + Quantity.count(shortest.features(), "feature")
            + ", with which Z, W and what they leave of X take the fewest bits. ";
    String end =
        shortest.features() == last
            ? "That is the largest number tried; more may be better (--path-to). "
            : shortest.features() == fit.features() ? "The model has as many. " : "";
    return chosen + end.strip();
  }

  private static DomContent errors(
      ReportedFit fit, Residuals residuals, List<FeatureCounts.Count> all) {
    double[] k = all.stream().mapToDouble(FeatureCounts.Count::features).toArray();
    LineChart chart =
        new LineChart("Error by number of features", "number of features, K", "rmse")
            .wholeNumbers()
            .logarithmic()
            .line("path", k, all.stream().mapToDouble(FeatureCounts.Count::rmse).toArray())
            .points("this model", new double[] {fit.features()}, new double[] {residuals.rmse()})
            .floor(
                "SVD bound", k, all.stream().mapToDouble(FeatureCounts.Count::svdBound).toArray());
    return Figure.chart(
        chart.svg(),
        "The root mean square error of the best factorisation found with each number of features;"
            + " none can be below the bound, which is that of the singular value decomposition.");
  }

  private static DomContent lengths(ReportedFit fit, Residuals residuals, FeatureCounts counts) {
    List<FeatureCounts.Count> all = counts.all();
    LineChart chart =
        new LineChart("Bits saved by number of features", "number of features, K", "kilobits saved")
            .wholeNumbers()
            .line(
                "path",
                all.stream().mapToDouble(FeatureCounts.Count::features).toArray(),
                all.stream().mapToDouble(count -> counts.saved(count.bits()) / 1000).toArray())
            .points(
                "this model",
                new double[] {fit.features()},
                new double[] {counts.saved(counts.bits(fit.codes().z(), residuals.rmse())) / 1000});
    return Figure.chart(
        chart.svg(),
        "By how many thousand bits the description of X through Z and W is shorter than that of X"
            + " alone; the highest point is the suggestion.");
  }

  private static DomContent table(List<FeatureCounts.Count> all, FeatureCounts.Count shortest) {
    Table table =
        new Table("The path. The bound is that of the singular value decomposition.")
            .numbers("K")
            .numbers("rmse")
            .numbers("bound")
            .numbers("above the bound")
            .numbers("bits over the fewest");
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
