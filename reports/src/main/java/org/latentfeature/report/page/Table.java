package org.latentfeature.report.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows begin with their names. A reader can sort it by a column. On a narrow screen
 * it scrolls in a box of its own.
 */
public final class Table {

  private final String caption;
  private final List<String> headings = new ArrayList<>();
  private final List<Boolean> numbers = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /** The cells of a row, and the feature that it is about or the features that it holds. */
  private static final class Row {
    private final List<Cell> cells = new ArrayList<>();
    private @Nullable String attribute;
    private String features = "";
  }

  /**
   * A cell.
   *
   * @param best whether it is set off as the best of its row or column
   * @param share length of a bar behind the content, of the cell's width; 0 for none
   */
  private record Cell(DomContent content, boolean best, double share) {}

  /** A table without columns. */
  public Table(String caption) {
    this.caption = caption;
  }

  /** Adds a column of text. The first column names the rows. */
  public Table column(String heading) {
    headings.add(heading);
    numbers.add(false);
    return this;
  }

  /** Adds a column of numbers, which are set flush right. */
  public Table numbers(String heading) {
    headings.add(heading);
    numbers.add(true);
    return this;
  }

  /** Adds a row, filled by {@link #cell} and {@link #best}. */
  public Table row() {
    rows.add(new Row());
    return this;
  }

  /** Adds a row of text. */
  public Table row(String... cells) {
    row();
    for (String cell : cells) {
      cell(cell);
    }
    return this;
  }

  /** Adds a cell to the last row. */
  public Table cell(String content) {
    return cell(content(content));
  }

  /** Adds a cell to the last row. */
  public Table cell(DomContent content) {
    last().add(new Cell(content, false, 0));
    return this;
  }

  /** Adds a cell in bold to the last row. */
  public Table best(String content) {
    last().add(new Cell(content(content), true, 0));
    return this;
  }

  /**
   * Adds a number with a bar behind it to the last row.
   *
   * @param share length of the bar, of the longest possible; what lies outside of [0, 1] is cut
   */
  public Table bar(String content, double share) {
    last().add(new Cell(content(content), false, Math.max(0, Math.min(1, share))));
    return this;
  }

  /** Says which feature, numbered from 1, the last row is about. */
  public Table about(int feature) {
    return mark("data-feature", Integer.toString(feature));
  }

  /** Says which features the last row has: their numbers, from 1, with blanks between them. */
  public Table has(String features) {
    return mark("data-features", features);
  }

  private Table mark(String attribute, String features) {
    Row row = rows.get(rows.size() - 1);
    row.attribute = attribute;
    row.features = features;
    return this;
  }

  /**
   * Returns the content of the next cell: numbers come from the program, names may come from
   * anyone.
   */
  private DomContent content(String content) {
    int column = rows.get(rows.size() - 1).cells.size();
    boolean number = column < numbers.size() && numbers.get(column);
    return number ? text(content) : Isolated.name(content);
  }

  private List<Cell> last() {
    List<Cell> row = rows.get(rows.size() - 1).cells;
    if (row.size() == headings.size()) {
      throw new IllegalStateException("the row has a cell in each of its columns: " + headings);
    }
    return row;
  }

  /** The table as part of a page. */
  public DomContent html() {
    boolean wide = rows.stream().flatMap(row -> row.cells.stream()).anyMatch(c -> c.share() > 0);
    return div(table(
                caption(caption),
                thead(tr(each(places(headings.size()), this::heading))),
                tbody(each(rows, row -> line(row))))
            .withClass(wide ? "sortable wide" : "sortable"))
        .withClass("scroll");
  }

  private DomContent heading(int j) {
    var cell = th(headings.get(j)).attr("scope", "col");
    return numbers.get(j) ? cell.withClass("number") : cell;
  }

  private DomContent line(Row row) {
    var line = tr(each(places(row.cells.size()), j -> cell(row.cells.get(j), j)));
    return row.attribute == null ? line : line.attr(row.attribute, row.features);
  }

  private DomContent cell(Cell cell, int j) {
    if (j == 0) {
      var name = th(cell.content()).attr("scope", "row");
      return numbers.get(j) ? name.withClass("number") : name;
    }
    String classes = (numbers.get(j) ? "number" : "") + (cell.best() ? " best" : "");
    var data = td(cell.content());
    if (cell.share() > 0) {
      classes += " bar";
      data.withStyle(String.format(Locale.ROOT, "--v:%.1f%%", 100 * cell.share()));
    }
    return classes.isEmpty() ? data : data.withClass(classes.strip());
  }

  private static List<Integer> places(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
