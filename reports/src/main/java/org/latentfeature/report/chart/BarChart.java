package org.latentfeature.report.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.style.AxesChartStyler;

/** One bar for each of several named values. */
public final class BarChart {

  /** Names under upright bars beyond this number would run into each other. */
  private static final int MOST_NAMES = 14;

  private static final int ROOM_FOR_A_NAME = 20;

  private final String title;
  private final String nameTitle;
  private final String valueTitle;
  private final Map<String, Double> bars = new LinkedHashMap<>();

  /** A chart without bars. {@code title} is for those who hear it; a caption shows it. */
  public BarChart(String title, String nameTitle, String valueTitle) {
    this.title = title;
    this.nameTitle = nameTitle;
    this.valueTitle = valueTitle;
  }

  /**
   * Adds a bar.
   *
   * @throws IllegalArgumentException if {@code value} is not finite, or there is one of that name
   */
  public BarChart bar(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("the bar of " + name + " would be " + value + " long");
    }
    if (bars.put(name, value) != null) {
      throw new IllegalArgumentException("there are two bars named " + name);
    }
    return this;
  }

  /** Bars that stand beside each other, for many short names. */
  public String upright() {
    Labels labels = new Labels();
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(Canvas.WIDTH)
            .height(Canvas.HEIGHT)
            .xAxisTitle(labels.learn(nameTitle))
            .yAxisTitle(labels.learn(valueTitle))
            .build();
    look(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(.8);
    chart.getStyler().setXAxisTickMarkSpacingHint(1);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(y -> labels.learn(AxisNumber.of(y)));
    if (allZero()) {
      chart.getStyler().setYAxisMin(0.0);
      chart.getStyler().setYAxisMax(1.0);
    }
    chart
        .addSeries(title, names(labels), List.copyOf(bars.values()))
        .setFillColor(Palette.colour(0));
    return Canvas.svg(chart, new Legend(), title, labels);
  }

  /** Bars under each other, the first at the top, for up to ten long names. */
  public String lying() {
    Labels labels = new Labels();
    HorizontalBarChart chart =
        new HorizontalBarChartBuilder()
            .width(Canvas.WIDTH)
            .height(Canvas.HEIGHT)
            .xAxisTitle(labels.learn(valueTitle))
            .yAxisTitle(labels.learn(nameTitle))
            .build();
    look(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(.8);
    // The vertical axis goes by it too, and would leave out names.
    chart.getStyler().setXAxisTickMarkSpacingHint(ROOM_FOR_A_NAME);
    chart.getStyler().setPlotGridVerticalLinesVisible(true);
    chart.getStyler().setPlotGridHorizontalLinesVisible(false);
    chart.getStyler().setXAxisTickLabelsFormattingFunction(x -> labels.learn(AxisNumber.of(x)));
    bars.keySet().forEach(labels::learn);
    if (allZero()) {
      chart.getStyler().setXAxisMin(0.0);
      chart.getStyler().setXAxisMax(1.0);
    }
    chart
        .addSeries(title, List.copyOf(bars.values()), List.copyOf(bars.keySet()))
        .setFillColor(Palette.colour(0));
    return Canvas.svg(chart, new Legend(), title, labels);
  }

  /** XChart divides by the length of its axis. */
  private boolean allZero() {
    return bars.values().stream().allMatch(value -> value == 0);
  }

  private void look(AxesChartStyler styler) {
    if (bars.isEmpty()) {
      throw new IllegalStateException("the chart '" + title + "' has no bar to show");
    }
    Look.apply(styler);
  }

  /** The names as far as there is room: every second, fifth or tenth of many. */
  private List<String> names(Labels labels) {
    int step = 1;
    for (int next : new int[] {2, 5, 10, 20, 50, 100}) {
      step = bars.size() > step * MOST_NAMES ? next : step;
    }
    List<String> names = new ArrayList<>();
    for (String name : bars.keySet()) {
      int number = names.size() + 1;
      // Names must differ; blanks of different length do, and leave no trace.
      names.add(number % step == 0 ? labels.learn(name) : " ".repeat(number));
    }
    return names;
  }
}
