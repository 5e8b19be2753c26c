package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovStages;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** The lower bound of a Markov model at each step, and the scales that it learned. */
final class MarkovConvergence {

  private static final Map<String, String> STAGES =
      Map.of(
          MarkovStages.BATCH, "of batch inference",
          MarkovStages.STOCHASTIC, "of stochastic inference",
          MarkovStages.EXCHANGE, "of exchanging features",
          MarkovStages.TRANSITIONS, "of resetting the transitions");

  private MarkovConvergence() {}

  static List<DomContent> of(Manifest manifest) {
    List<DomContent> content = new ArrayList<>();
    content.add(p(scales(manifest.figures())));
    LineChart chart = bound(manifest.trace());
    if (!chart.isEmpty()) {
      content.add(Figure.grid(List.of(Figure.chart(chart.svg(), caption(manifest)))));
    }
    return content;
  }

  private static String scales(Map<String, Double> figures) {
    double variance = figures.getOrDefault(MarkovModel.VARIANCE, Double.NaN);
    double precision = figures.getOrDefault(MarkovModel.PRECISION, Double.NaN);
    Double used = figures.get(MarkovModel.USED);
    return "The standard deviation of the noise is %s, that of the prior of the weights is %s.%s"
        .formatted(
            Quantity.number(Math.sqrt(variance)),
            Quantity.number(1 / Math.sqrt(precision)),
            used == null
                ? ""
                : " The fitted rows use %s."
                    .formatted(Quantity.count(used.longValue(), "feature")));
  }

  private static LineChart bound(List<Manifest.TracePoint> points) {
    double[] step = new double[points.size()];
    double[] bound = new double[points.size()];
    for (int i = 0; i < step.length; i++) {
      step[i] = i + 1;
      bound[i] = points.get(i).objective();
    }
    return new LineChart("Lower bound of the evidence", "step", "nats a row")
        .wholeNumbers()
        .line("lower bound", step, bound);
  }

  private static String caption(Manifest manifest) {
    String bound = "The evidence lower bound, in nats a row";
    String course =
        manifest.method().equals(MarkovStages.STOCHASTIC)
            ? ", as estimated from each batch, so it can rise and fall: "
            : ", after each step; a step that was rejected shows the best value so far: ";
    Map<String, Integer> steps = new LinkedHashMap<>();
    manifest.trace().forEach(point -> steps.merge(point.stage(), 1, Integer::sum));
    return bound
        + course
        + steps.entrySet().stream()
            .map(e -> Quantity.count(e.getValue(), "step") + " " + stage(e.getKey()))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static String stage(String name) {
    return STAGES.getOrDefault(name, "of stage " + name);
  }
}
