package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;

/**
 * Dictionary elements as cards, larger where used more: the name, and below it the columns of the
 * largest weights with a bar each, to the right where the weight is positive.
 */
final class ColumnPortraits implements Portraits {

  private static final int COLUMNS = 3;
  private static final double WIDTH = 108;
  private static final double LINE = 11.5;
  private static final double MARGIN = 5;
  private static final double BAR_MIDDLE = 84;
  private static final double BAR_HALF = 18;
  private static final double BAR_HEIGHT = 6;
  private static final double LEAST = 1;
  private static final double MOST = 1.4;

  private static final String POSITIVE = "#b2182b";
  private static final String NEGATIVE = "#2166ac";

  private final Dense w;
  private final @Nullable List<String> columnNames;

  ColumnPortraits(Dense w, @Nullable List<String> columnNames) {
    this.w = w;
    this.columnNames = columnNames;
  }

  @Override
  public Extent extent(State feature, double share) {
    return new Extent(scale(share) * WIDTH, scale(share) * height());
  }

  @Override
  public DomContent draw(State feature, double share, String frame) {
    int row = feature.number() - 1;
    List<Integer> strongest =
        IntStream.range(0, w.cols())
            .boxed()
            .sorted(Comparator.comparing((Integer j) -> -Math.abs(w.get(row, j))))
            .limit(COLUMNS)
            .toList();
    double largest = strongest.isEmpty() ? 0 : Math.abs(w.get(row, strongest.get(0)));
    List<DomContent> parts = new ArrayList<>();
    parts.add(
        tag("rect")
            .attr("width", SvgText.number(WIDTH))
            .attr("height", SvgText.number(height()))
            .attr("rx", "3")
            .attr("fill", "#fff")
            .attr("stroke", frame)
            .attr("stroke-width", "2"));
    parts.add(
        SvgText.line(SvgText.cut(feature.label(), WIDTH - 2 * MARGIN), WIDTH / 2, LINE)
            .attr("font-weight", "bold"));
    for (int c = 0; c < strongest.size(); c++) {
      double baseline = (c + 2) * LINE;
      int column = strongest.get(c);
      double weight = w.get(row, column);
      double length = largest > 0 ? BAR_HALF * Math.abs(weight) / largest : 0;
      parts.add(
          SvgText.line(
                  SvgText.cut(name(column), BAR_MIDDLE - BAR_HALF - 2 * MARGIN), MARGIN, baseline)
              .attr("text-anchor", "start"));
      parts.add(
          tag("rect")
              .attr("x", SvgText.number(weight < 0 ? BAR_MIDDLE - length : BAR_MIDDLE))
              .attr("y", SvgText.number(baseline - BAR_HEIGHT))
              .attr("width", SvgText.number(length))
              .attr("height", SvgText.number(BAR_HEIGHT))
              .attr("fill", weight < 0 ? NEGATIVE : POSITIVE));
    }
    parts.add(
        tag("path")
            .attr(
                "d",
                "M%s %sV%s"
                    .formatted(
                        SvgText.number(BAR_MIDDLE),
                        SvgText.number(LINE + 3),
                        SvgText.number(height() - 3)))
            .attr("stroke", "#767676"));
    return tag("g")
        .attr("transform", String.format(Locale.ROOT, "scale(%.3f)", scale(share)))
        .with(parts);
  }

  private String name(int column) {
    return columnNames == null ? "column " + (column + 1) : columnNames.get(column);
  }

  private double height() {
    return (Math.min(COLUMNS, w.cols()) + 1) * LINE + MARGIN;
  }

  private static double scale(double share) {
    return LEAST + (MOST - LEAST) * Math.sqrt(share);
  }
}
