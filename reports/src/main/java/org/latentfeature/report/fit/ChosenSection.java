package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.ChosenCount.Candidate;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** How the data chose the number of features of the model, if they did. */
final class ChosenSection {

  private ChosenSection() {}

  static List<DomContent> of(@Nullable ChosenCount chosen) {
    List<DomContent> content = new ArrayList<>();
    if (chosen == null) {
      return content;
    }
    content.add(p("The fit chose " + chosen + "."));
    if (chosen.table().stream().anyMatch(candidate -> candidate.heldOutRmse() > 0)) {
      content.add(Figure.grid(List.of(predicted(chosen), saved(chosen))));
    }
    return content;
  }

  private static DomContent predicted(ChosenCount chosen) {
    LineChart chart =
        curve(
            "Error on held-out entries by K",
            "rmse",
            chosen,
            "held-out entries",
            Candidate::heldOutRmse);
    double[] k = features(chosen);
    double[] lower =
        chosen.table().stream()
            .mapToDouble(each -> each.heldOutRmse() - each.standardError())
            .toArray();
    chart.mark("less one standard error", k, lower);
    return Figure.chart(
        chart.logarithmic().svg(),
        "The rmse of entries that the fit with K features did not see. The chosen K is the smallest"
            + " whose error, less one standard error of its difference from the least, is not above"
            + " the least.");
  }

  private static DomContent saved(ChosenCount chosen) {
    double nothing = chosen.table().get(0).bits();
    LineChart chart =
        curve(
            "Bits saved by K",
            "kilobits saved",
            chosen,
            "description length",
            each -> (nothing - each.bits()) / 1000);
    return Figure.chart(
        chart.svg(),
        "Thousand bits by which the entries that the fits saw are described shorter by K features"
            + " than by none.");
  }

  private static LineChart curve(
      String title,
      String unit,
      ChosenCount chosen,
      String name,
      ToDoubleFunction<Candidate> value) {
    int k = chosen.features();
    return new LineChart(title, "number of features, K", unit)
        .wholeNumbers()
        .line(name, features(chosen), chosen.table().stream().mapToDouble(value).toArray())
        .points(
            "chosen", new double[] {k}, new double[] {value.applyAsDouble(chosen.table().get(k))});
  }

  private static double[] features(ChosenCount chosen) {
    return chosen.table().stream().mapToDouble(Candidate::features).toArray();
  }
}
