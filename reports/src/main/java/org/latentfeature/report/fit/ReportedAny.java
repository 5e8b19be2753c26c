package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Manifest.TracePoint;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** The content of a page that all models share, for kinds without a page. */
final class ReportedAny implements ReportedKind {

  @Override
  public String form(String features) {
    return features + " with real weights";
  }

  @Override
  public String newCodes() {
    return "Their codes were computed for this report, as 'lfm transform' does; W is the model's.";
  }

  @Override
  public String loss() {
    return "2 c eᵀw + c²‖w‖², with e the residual of the row, w the component and c its weight.";
  }

  @Override
  public String source(Manifest manifest) {
    return manifest.method();
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return charts(manifest);
  }

  /** The objective of each stage, where it has several steps. */
  static List<DomContent> charts(Manifest manifest) {
    List<DomContent> charts = new ArrayList<>();
    manifest.trace().stream()
        .collect(Collectors.groupingBy(TracePoint::stage, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (stage, points) -> {
              LineChart chart = chart(stage, points);
              if (points.size() > 1 && !chart.isEmpty()) {
                charts.add(Figure.chart(chart.svg(), "The objective after each step."));
              }
            });
    return charts.isEmpty() ? List.of() : List.of(Figure.grid(charts));
  }

  private static LineChart chart(String stage, List<TracePoint> points) {
    double[] step = new double[points.size()];
    double[] objective = new double[points.size()];
    for (int i = 0; i < step.length; i++) {
      step[i] = i + 1;
      objective[i] = points.get(i).objective();
    }
    return new LineChart("Objective of the " + stage, "step", "objective")
        .wholeNumbers()
        .line(stage, step, objective);
  }
}
