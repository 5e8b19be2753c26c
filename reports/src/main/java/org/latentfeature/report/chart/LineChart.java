package org.latentfeature.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Curves over one pair of axes. A point that cannot be shown is left out: one that is not finite,
 * or not above 0 on a logarithmic axis.
 */
public final class LineChart {

  /** From this ratio of the largest to the smallest value on, a logarithmic axis shows more. */
  private static final double DECADE = 10;

  /** From this ratio on there is room for the powers of ten alone. */
  private static final double MANY_DECADES = 1e3;

  /**
   * From this ratio on the horizontal axis, whose numbers are beside each other, has room for the
   * powers of ten alone.
   */
  private static final double TWO_DECADES = 100;

  /** Markers of longer lines would run together. */
  private static final int MOST_MARKERS = 60;

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final List<Curve> curves = new ArrayList<>();
  private boolean logarithmic;
  private boolean logarithmicPlaces;
  private boolean whole;
  private int nextSlot;
  private @Nullable Shade shade;

  private enum Kind {
    LINE,
    STEPS,
    POINTS,
    FLOOR,
    MARK;

    /** Returns whether other curves are drawn over it. */
    boolean isBehind() {
      return this == FLOOR || this == MARK;
    }
  }

  private record Curve(String name, int slot, Kind kind, List<Point> points) {}

  private record Point(double x, double y) {}

  private record Shade(String name, double from, double to) {}

  /** A chart without curves. {@code title} is for those who hear it; a caption shows it. */
  public LineChart(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** Adds a line with markers in the next free look. */
  public LineChart line(String name, double[] x, double[] y) {
    return line(nextSlot, name, x, y);
  }

  /** Adds a line with markers in the look number {@code slot}, the same in every chart. */
  public LineChart line(int slot, String name, double[] x, double[] y) {
    return add(name, slot, Kind.LINE, x, y);
  }

  /**
   * Adds a solid line without markers that keeps each value until the next place, in the colour of
   * look number {@code slot}.
   */
  public LineChart steps(int slot, String name, double[] x, double[] y) {
    return add(name, slot, Kind.STEPS, x, y);
  }

  /** Adds markers without a line. */
  public LineChart points(String name, double[] x, double[] y) {
    return points(nextSlot, name, x, y);
  }

  /** Adds markers without a line in the look number {@code slot}, the same in every chart. */
  public LineChart points(int slot, String name, double[] x, double[] y) {
    return add(name, slot, Kind.POINTS, x, y);
  }

  /** Adds a dotted line without markers that bounds the others. */
  public LineChart floor(String name, double[] x, double[] y) {
    return add(name, -1, Kind.FLOOR, x, y);
  }

  /** Adds a thin dashed line without markers, for a value to hold the others against. */
  public LineChart mark(String name, double[] x, double[] y) {
    return add(name, -1, Kind.MARK, x, y);
  }

  /** Greys what is from one place to another, behind all lines. */
  public LineChart shade(String name, double from, double to) {
    shade = new Shade(name, from, to);
    return this;
  }

  /** Makes the vertical axis logarithmic, if what it shows spans a factor of 10 or more. */
  public LineChart logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Makes the horizontal axis logarithmic; all places must be above 0. */
  public LineChart logarithmicPlaces() {
    logarithmicPlaces = true;
    return this;
  }

  /** Numbers the horizontal axis by whole numbers only. */
  public LineChart wholeNumbers() {
    whole = true;
    return this;
  }

  private LineChart add(String name, int slot, Kind kind, double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          name + " has " + x.length + " places and " + y.length + " values");
    }
    nextSlot = Math.max(nextSlot, slot + 1);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      if (Double.isFinite(x[i]) && Double.isFinite(y[i])) {
        points.add(new Point(x[i], y[i]));
      }
    }
    curves.add(new Curve(name, slot, kind, points));
    return this;
  }

  /** Returns whether there is no point to show. */
  public boolean isEmpty() {
    return curves.stream().allMatch(curve -> curve.points().isEmpty());
  }

  /**
   * The chart as an SVG element.
   *
   * @throws IllegalStateException if it {@link #isEmpty}
   * @throws MissingFontsException if this machine has no fonts
   */
  public String svg() {
    if (isEmpty()) {
      throw new IllegalStateException("the chart '" + title + "' has no point to show");
    }
    double span = span(Point::y);
    boolean log = logarithmic && span >= DECADE;
    Labels labels = new Labels();
    XYChart chart =
        new XYChartBuilder()
            .width(Canvas.WIDTH)
            .height(Canvas.HEIGHT)
            .xAxisTitle(labels.learn(xTitle))
            .yAxisTitle(labels.learn(yTitle))
            .build();
    XYStyler styler = chart.getStyler();
    Look.apply(styler);
    styler.setYAxisLogarithmic(log);
    styler.setXAxisLogarithmic(logarithmicPlaces);
    styler.setYAxisLogarithmicDecadeOnly(span >= MANY_DECADES);
    styler.setXAxisLogarithmicDecadeOnly(span(Point::x) >= TWO_DECADES);
    styler.setYAxisTickLabelsFormattingFunction(
        y -> labels.learn(log ? AxisNumber.logarithmic(y) : AxisNumber.of(y)));
    styler.setXAxisTickLabelsFormattingFunction(x -> labels.learn(place(x)));
    Legend legend = new Legend();
    Shade stretch = shade;
    if (stretch != null) {
      draw(chart, stretch);
      legend.add(stretch.name(), Palette.SHADE, Palette.SHADE_STROKE, null);
    }
    curves.stream().filter(c -> c.kind().isBehind()).forEach(c -> draw(chart, c, log));
    curves.stream().filter(c -> !c.kind().isBehind()).forEach(c -> draw(chart, c, log));
    curves.stream()
        .filter(curve -> !curve.points().isEmpty())
        .forEach(curve -> legend.add(curve.name(), colour(curve), stroke(curve), marker(curve)));
    return Canvas.svg(chart, legend, title, labels);
  }

  private String place(double x) {
    if (logarithmicPlaces) {
      // XChart leaves as much room below as its first longest label needs, and a blank needs none.
      return AxisNumber.logarithmic(x).strip();
    }
    return whole ? AxisNumber.whole(x) : AxisNumber.of(x);
  }

  /** The ratio of the largest coordinate to the smallest above 0. */
  private double span(ToDoubleFunction<Point> coordinate) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (Curve curve : curves) {
      for (Point point : curve.points()) {
        double value = coordinate.applyAsDouble(point);
        if (value > 0) {
          smallest = Math.min(smallest, value);
          largest = Math.max(largest, value);
        }
      }
    }
    return largest / smallest;
  }

  /**
   * Draws the line and the markers as two series: XChart draws them in turns, and a line that is
   * drawn in one go has even dashes.
   */
  private static void draw(XYChart chart, Curve curve, boolean log) {
    List<Point> shown = curve.points().stream().filter(p -> !log || p.y() > 0).toList();
    if (shown.isEmpty()) {
      return;
    }
    BasicStroke stroke = stroke(curve);
    if (stroke != null) {
      XYSeries line = add(chart, curve.name() + ", line", line(curve, shown, log));
      line.setMarker(SeriesMarkers.NONE);
      line.setLineColor(colour(curve));
      line.setLineStyle(stroke);
    }
    Marker marker = marker(curve);
    if (marker != null) {
      boolean isMany = shown.size() > MOST_MARKERS;
      XYSeries markers =
          add(chart, curve.name() + ", markers", isMany ? uneven(shown, Double.NaN) : shown);
      markers.setLineStyle(SeriesLines.NONE);
      markers.setMarker(marker);
      markers.setMarkerColor(colour(curve));
    }
  }

  /** As high as the curves, or around them if they are flat. */
  private void draw(XYChart chart, Shade shade) {
    DoubleSummaryStatistics y =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(Point::y)
            .summaryStatistics();
    double around = y.getMax() > y.getMin() ? 0 : 1;
    double top = y.getMax() + around;
    double bottom = y.getMin() - around;
    XYSeries area =
        add(
            chart,
            shade.name(),
            List.of(
                new Point(shade.from(), bottom),
                new Point(shade.from(), top),
                new Point(shade.to(), top),
                new Point(shade.to(), bottom)));
    area.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    area.setFillColor(Palette.SHADE);
    area.setLineStyle(SeriesLines.NONE);
    area.setMarker(SeriesMarkers.NONE);
  }

  private static List<Point> line(Curve curve, List<Point> shown, boolean log) {
    if (curve.kind() == Kind.STEPS) {
      return corners(shown);
    }
    if (!isCrowded(curve) || shown.size() < 2) {
      return shown;
    }
    double a = shown.get(0).y();
    double b = shown.get(1).y();
    return uneven(shown, log ? Math.sqrt(a) * Math.sqrt(b) : (a + b) / 2);
  }

  private static List<Point> corners(List<Point> points) {
    List<Point> all = new ArrayList<>();
    for (Point point : points) {
      if (!all.isEmpty()) {
        all.add(new Point(point.x(), all.get(all.size() - 1).y()));
      }
      all.add(point);
    }
    return all;
  }

  private static XYSeries add(XYChart chart, String name, List<Point> points) {
    return chart.addSeries(
        name,
        points.stream().mapToDouble(Point::x).toArray(),
        points.stream().mapToDouble(Point::y).toArray());
  }

  private static Color colour(Curve curve) {
    return curve.kind().isBehind() ? Palette.FLOOR : Palette.colour(curve.slot());
  }

  private static @Nullable BasicStroke stroke(Curve curve) {
    return switch (curve.kind()) {
      case LINE -> Palette.line(curve.slot());
      case STEPS -> Palette.line(0);
      case POINTS -> null;
      case FLOOR -> Palette.FLOOR_STROKE;
      case MARK -> Palette.MARK_STROKE;
    };
  }

  private static boolean isCrowded(Curve curve) {
    return curve.points().size() > MOST_MARKERS && curve.kind() == Kind.LINE;
  }

  /**
   * Adds one more point amid the first two. XChart labels evenly spaced places with their values,
   * so close that three digits run together; uneven ones it labels in round steps.
   *
   * @param y value of the point; NaN draws none
   */
  private static List<Point> uneven(List<Point> points, double y) {
    List<Point> more = new ArrayList<>(points);
    more.add(1, new Point((points.get(0).x() + points.get(1).x()) / 2, y));
    return more;
  }

  private static @Nullable Marker marker(Curve curve) {
    boolean isBare = isCrowded(curve) || curve.kind() == Kind.STEPS || curve.kind().isBehind();
    return isBare ? null : Palette.marker(curve.slot());
  }
}
