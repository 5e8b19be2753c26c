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

/** A table whose rows begin with their names. On a narrow screen it scrolls in a box of its own. */
public final class Table {

  private final String caption;
  private final List<String> headings = new ArrayList<>();
  private final List<Boolean> numbers = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  /** What a cell holds, and whether it is set off as the best of its row or column. */
  private record Cell(DomContent content, boolean best) {}

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
    rows.add(new ArrayList<>());
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
    last().add(new Cell(content, false));
    return this;
  }

  /** Adds a cell in bold to the last row. */
  public Table best(String content) {
    last().add(new Cell(content(content), true));
    return this;
  }

  /** Of the next cell: numbers are the program's own, names may be anyone's. */
  private DomContent content(String content) {
    int column = rows.get(rows.size() - 1).size();
    boolean number = column < numbers.size() && numbers.get(column);
    return number ? text(content) : Isolated.name(content);
  }

  private List<Cell> last() {
    List<Cell> row = rows.get(rows.size() - 1);
    if (row.size() == headings.size()) {
      throw new IllegalStateException("the row has a cell in each of its columns: " + headings);
    }
    return row;
  }

  /** The table as part of a page. */
  public DomContent html() {
    return div(table(
            caption(caption),
            thead(tr(each(places(headings.size()), this::heading))),
            tbody(each(rows, row -> tr(each(places(row.size()), j -> cell(row.get(j), j)))))))
        .withClass("scroll");
  }

  private DomContent heading(int j) {
    var cell = th(headings.get(j)).attr("scope", "col");
    return numbers.get(j) ? cell.withClass("number") : cell;
  }

  private DomContent cell(Cell cell, int j) {
    if (j == 0) {
      var name = th(cell.content()).attr("scope", "row");
      return numbers.get(j) ? name.withClass("number") : name;
    }
    String classes = (numbers.get(j) ? "number" : "") + (cell.best() ? " best" : "");
    return classes.isEmpty() ? td(cell.content()) : td(cell.content()).withClass(classes.strip());
  }

  private static List<Integer> places(int count) {
    List<Integer> places = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      places.add(j);
    }
    return places;
  }
}
