package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.Verified;
import org.latentfeature.model.Manifest;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** How a lasso came to its end, step by step, and what was proven of it. */
final class LassoCourse {

  private LassoCourse() {}

  static List<DomContent> of(Manifest manifest) {
    Map<String, List<Manifest.TracePoint>> stages = new LinkedHashMap<>();
    manifest
        .trace()
        .forEach(point -> stages.computeIfAbsent(point.stage(), s -> new ArrayList<>()).add(point));
    List<DomContent> charts = new ArrayList<>();
    stages.forEach(
        (stage, points) -> {
          LineChart chart = objective(stage, points);
          if (!chart.isEmpty()) {
            charts.add(Figure.chart(chart.svg(), caption(stage, points)));
          }
        });
    List<DomContent> content = new ArrayList<>();
    Double verified = manifest.figures().get(Verified.COLUMNS);
    if (verified != null) {
      content.add(p(verified(manifest, verified)));
    }
    Map<String, Double> proven = LassoModel.proven(manifest);
    if (!proven.isEmpty()) {
      content.add(p(words(proven)));
    }
    if (!charts.isEmpty()) {
      content.add(Figure.grid(charts));
    }
    return content;
  }

  private static String verified(Manifest manifest, double columns) {
    return ("%s of %d verified to lie in the span of the data: no more of one lies outside than %.2f"
            + " times what the noise is expected to put there.")
        .formatted(
            Quantity.count((int) columns, "column") + (columns == 1 ? " is" : " are"),
            manifest.features(),
            manifest.figures().getOrDefault(Verified.RESIDUAL, Double.NaN));
  }

  private static String words(Map<String, Double> proven) {
    return ("%s: at penalty %s its objective, %s, is within %s of the best possible with any columns,"
            + " which is at least %s.")
        .formatted(
            number(proven, "failure").equals("0") ? "Proven" : "Shown but for a tiny chance",
            number(proven, "mu"),
            number(proven, "objective"),
            Quantity.percent(proven.getOrDefault("gap", Double.NaN)),
            number(proven, "lower_bound"));
  }

  private static String number(Map<String, Double> proven, String name) {
    return Quantity.number(proven.getOrDefault(name, Double.NaN));
  }

  private static LineChart objective(String stage, List<Manifest.TracePoint> points) {
    double[] step = new double[points.size()];
    double[] objective = new double[points.size()];
    for (int i = 0; i < step.length; i++) {
      step[i] = i + 1;
      objective[i] = points.get(i).objective();
    }
    return new LineChart("Objective of the " + stage(stage), "step", "objective")
        .wholeNumbers()
        .logarithmic()
        .line(stage, step, objective);
  }

  private static String caption(String stage, List<Manifest.TracePoint> points) {
    Manifest.TracePoint last = points.get(points.size() - 1);
    if (stage.equals(LassoStages.COLUMNS)) {
      return "Columns verified: 1/(2N) of the squared error that they leave, after each round that"
          + " found more.";
    }
    if (stage.equals(LassoStages.CUMULANTS)) {
      return "Columns from cumulants: 1/(2N) of the squared error after each ascent, refined.";
    }
    return stage.equals(LassoStages.PATH)
        ? "The path: 1/(2N) of the squared error after each feature that was added."
        : "The %s: its objective, 1/(2N) of the squared error and the penalty, after each greedy"
                .formatted(stage(stage))
            + " step; where it rises, a new penalty begins. At the end it held "
            + Quantity.count(last.columns(), "column")
            + ".";
  }

  /** What a stage is called. */
  static String stage(String name) {
    return switch (name) {
      case LassoStages.CONVEX_FIT -> "convex fit";
      case LassoStages.COLUMNS -> "verified columns";
      default -> name;
    };
  }
}
