package org.latentfeature.report.page;

import static j2html.TagCreator.each;
import static j2html.TagCreator.i;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Named values with a horizontal bar each, to the left of a common zero where negative. */
public final class Bars {

  private final double least;
  private final double most;
  private final List<Bar> bars = new ArrayList<>();

  private record Bar(int column, String name, double value, String text) {}

  /** Bars on a scale that holds 0 and every value from {@code least} to {@code most}. */
  public Bars(double least, double most) {
    this.least = Math.min(0, least);
    this.most = Math.max(0, most);
  }

  /**
   * Adds a bar.
   *
   * @param column of the data that it is about, from 1
   * @param name of that column
   * @param value within the scale
   * @param text the value in words
   */
  public Bars bar(int column, String name, double value, String text) {
    bars.add(new Bar(column, name, value, text));
    return this;
  }

  /** The bars as part of a page. */
  public DomContent html() {
    return table(tbody(each(bars, this::row))).withClass("bars");
  }

  private DomContent row(Bar bar) {
    double from = share(Math.min(0, bar.value()));
    double to = share(Math.max(0, bar.value()));
    return tr(
            th(Isolated.name(bar.name())).attr("scope", "row"),
            td(
                i().withClass(bar.value() < 0 ? "negative" : "positive")
                    .withStyle(
                        String.format(
                            Locale.ROOT,
                            "left:%.1f%%;width:%.1f%%",
                            100 * from,
                            100 * (to - from)))),
            td(bar.text()).withClass("number"))
        .attr("data-column", bar.column())
        .withTitle("column " + bar.column() + ", " + bar.name() + ": " + bar.text());
  }

  private double share(double value) {
    return most > least ? (value - least) / (most - least) : 0;
  }
}
