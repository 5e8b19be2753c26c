package org.latentfeature.evidence.recovery;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.chart.Panels;

/**
 * Where the features of dense problems are found: N/K against K, a chart for each noise, prevalence
 * and dependence, a point for each size, whose colour tells in how many of its problems the fit is
 * exact.
 */
public final class FrontierChart {

  /** The largest K recovered in publications (Yen et al. 2017). */
  private static final double PUBLISHED = 35;

  /** N = .1 K². */
  private static final double LINE = .1;

  private record Size(int features, double ratio) {}

  private FrontierChart() {}

  /**
   * The chart as an SVG element.
   *
   * @param fits at least one
   */
  public static String svg(List<FrontierFit> fits) {
    Panels panels = new Panels("Where features are found exactly");
    fits.stream()
        .collect(groupingBy(FrontierChart::caption, LinkedHashMap::new, toList()))
        .forEach((caption, some) -> panels.add(caption, chart(caption, some)));
    return panels.svg();
  }

  private static String caption(FrontierFit fit) {
    DenseProblem problem = fit.setting().problem();
    return "σ = %s, prevalence %s, dependence %s"
        .formatted(problem.sigma(), problem.prevalence(), problem.dependence());
  }

  private static LineChart chart(String caption, List<FrontierFit> fits) {
    Map<Size, Double> shares =
        fits.stream()
            .collect(
                groupingBy(
                    fit -> new Size(fit.setting().problem().features(), fit.setting().ratio()),
                    LinkedHashMap::new,
                    averagingDouble(fit -> fit.exact() ? 1 : 0)));
    double[] k = shares.keySet().stream().mapToDouble(Size::features).toArray();
    double[] ratios = shares.keySet().stream().mapToDouble(Size::ratio).toArray();
    double least = Math.min(PUBLISHED, least(k));
    double most = Math.max(PUBLISHED, most(k));
    LineChart chart = new LineChart(caption, "features K", "rows for each feature, N/K");
    points(chart, 0, "all exact", shares, share -> share == 1);
    points(chart, 2, "half or more", shares, share -> share >= .5 && share < 1);
    points(chart, 4, "fewer", shares, share -> share > 0 && share < .5);
    points(chart, 1, "none", shares, share -> share == 0);
    return chart
        .floor("N = 0.1 K²", new double[] {least, most}, new double[] {LINE * least, LINE * most})
        .mark(
            "K = 35, published",
            new double[] {PUBLISHED, PUBLISHED},
            new double[] {
              Math.min(LINE * least, least(ratios)), Math.max(LINE * most, most(ratios))
            });
  }

  private static void points(
      LineChart chart, int slot, String name, Map<Size, Double> shares, DoublePredicate those) {
    List<Size> sizes =
        shares.entrySet().stream()
            .filter(entry -> those.test(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    chart.points(
        slot,
        name,
        sizes.stream().mapToDouble(Size::features).toArray(),
        sizes.stream().mapToDouble(Size::ratio).toArray());
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double most(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
