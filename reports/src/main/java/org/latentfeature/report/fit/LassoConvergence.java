package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.identifiability.EqualFactorisations;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.Verified;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** The objective of a lasso at each step, and what was proven about it. */
final class LassoConvergence {

  /** A smaller change of an objective, as a share of it, is none. */
  private static final double LEAST_CHANGE = 1e-6;

  private LassoConvergence() {}

  static List<DomContent> of(Manifest manifest, ColumnTerms terms) {
    Map<String, Double> proven = LassoModel.proven(manifest);
    Map<String, List<Manifest.TracePoint>> stages = new LinkedHashMap<>();
    manifest
        .trace()
        .forEach(point -> stages.computeIfAbsent(point.stage(), s -> new ArrayList<>()).add(point));
    List<DomContent> charts = new ArrayList<>();
    stages.forEach(
        (stage, points) -> {
          LineChart chart = objective(stage, points);
          Double bound = proven.get("lower_bound");
          if (bound != null && stage.equals(LassoStages.CONVEX_FIT)) {
            chart.mark(
                "proven lower bound at penalty " + number(proven, "mu"),
                new double[] {1, points.size()},
                new double[] {bound, bound});
          }
          if (changes(points) && !chart.isEmpty()) {
            charts.add(Figure.chart(chart.svg(), caption(stage, points)));
          }
        });
    List<DomContent> content = new ArrayList<>();
    content.add(p(view(terms)));
    Double verified = manifest.figures().get(Verified.COLUMNS);
    if (verified != null) {
      content.add(p(verified(manifest, verified)));
    }
    Double least = manifest.figures().get(SpectralFloor.LEAST_RMSE);
    if (least != null) {
      content.add(p(least(manifest, least)));
    }
    Double others = manifest.figures().get(EqualFactorisations.OTHERS);
    if (others != null) {
      content.add(p(others(others)));
    }
    if (!proven.isEmpty()) {
      content.add(p(words(proven)));
    }
    if (!charts.isEmpty()) {
      content.add(Figure.grid(charts));
    }
    return content;
  }

  private static String view(ColumnTerms terms) {
    List<String> parts = new ArrayList<>();
    if (terms.intercept() != null) {
      parts.add("each column less an intercept of its own");
    }
    if (terms.weights() != null) {
      parts.add("the error of each column weighed");
    }
    if (!Double.isNaN(terms.threshold())) {
      parts.add("residuals beyond %s clipped".formatted(Quantity.number(terms.threshold())));
    }
    return parts.isEmpty()
        ? "The fit takes X as it is, the plain view."
        : "The fit takes the %s view of X: %s.".formatted(terms.view(), String.join(", ", parts));
  }

  private static String verified(Manifest manifest, double columns) {
    return ("%s of %d columns of Z verified to lie in the span of the data: the part outside of the"
            + " span is at most %.2f times what the noise explains.")
        .formatted(
            Quantity.count((int) columns),
            manifest.features(),
            manifest.figures().getOrDefault(Verified.RESIDUAL, Double.NaN));
  }

  private static String least(Manifest manifest, double least) {
    return "Whatever Z is, %s cannot leave an rmse below %.4g, by the singular values of X; this fit leaves %.4g."
        .formatted(Quantity.count(manifest.features(), "feature"), least, manifest.rmse());
  }

  private static String others(double others) {
    return "Z is not unique: with %s found in its span, other Z and W have the same product. These are the ones that the option prefer chooses."
        .formatted(Quantity.count((long) others, "other binary column"));
  }

  private static String words(Map<String, Double> proven) {
    return ("%s: at penalty %s the objective is %s and the optimality gap is at most %s; the lower"
            + " bound over all columns is %s.")
        .formatted(
            number(proven, "failure").equals("0")
                ? "Proven"
                : "Proven up to a small probability of failure",
            number(proven, "mu"),
            number(proven, "objective"),
            Quantity.percent(proven.getOrDefault("gap", Double.NaN)),
            number(proven, "lower_bound"));
  }

  private static String number(Map<String, Double> proven, String name) {
    return Quantity.number(proven.getOrDefault(name, Double.NaN));
  }

  /** Returns whether the axis of a chart has room for numbers that differ. */
  private static boolean changes(List<Manifest.TracePoint> points) {
    DoubleSummaryStatistics all =
        points.stream().mapToDouble(Manifest.TracePoint::objective).summaryStatistics();
    return all.getMax() - all.getMin() > LEAST_CHANGE * Math.abs(all.getMax());
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
      return "Verified columns: 1/(2N) of the squared error after each round that found more.";
    }
    if (stage.equals(LassoStages.CUMULANTS)) {
      return "Columns from cumulants: 1/(2N) of the squared error after each ascent, refined.";
    }
    if (stage.equals(LassoStages.SAMPLE)) {
      return "The path on a sample of the rows: 1/(2n) of their squared error after each feature that was"
          + " added.";
    }
    if (stage.equals(LassoStages.START)) {
      return "From the features of another model: 1/(2N) of the squared error, refined, and after each"
          + " feature that was added.";
    }
    if (stage.equals(LassoStages.PATH)) {
      return "The path: 1/(2N) of the squared error after each feature that was added.";
    }
    if (stage.equals(LassoStages.CONVEX_FIT)) {
      return "The convex fit: the objective, 1/(2N) of the squared error plus the penalty, after each greedy"
          + " step. It rises where a new penalty begins. It ended with "
          + Quantity.count(last.columns(), "column")
          + ".";
    }
    return "The search called %s: 1/(2N) of the squared error after each step.".formatted(stage);
  }

  /** Returns the name of a stage in words. */
  static String stage(String name) {
    return switch (name) {
      case LassoStages.CONVEX_FIT -> "convex fit";
      case LassoStages.COLUMNS -> "verified columns";
      case LassoStages.SAMPLE -> "path on a sample";
      case LassoStages.START -> "warm start";
      default -> name;
    };
  }
}
