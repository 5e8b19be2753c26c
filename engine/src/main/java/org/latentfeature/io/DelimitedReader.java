package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.data.Phrase;

/**
 * Reads a matrix from {@link DelimitedText} by its {@link TableLayout}. The file is read twice,
 * first for its shape, so that the matrix is allocated once and never copied.
 */
final class DelimitedReader {

  private final DelimitedText text;
  private final Path path;
  private final ReadOptions options;

  /** Most columns that a message names. */
  private static final int NAMED = 12;

  /** Dates and times as most programs write them. */
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}[-/]\\d\\d[-/]\\d\\d|\\d\\d?[./]\\d\\d?[./]\\d{4})([T ]\\d\\d?:\\d\\d.*)?|\\d\\d?:\\d\\d(:\\d\\d.*)?");

  private long records;
  private long firstLine;
  private List<String> first = List.of();

  /** The first cell of the second record; empty if there is none. */
  private String next = "";

  /** True if the first record lacks a cell, the name of those that name the rows. */
  private boolean isShort;

  private DelimitedReader(DelimitedText text, ReadOptions options) {
    this.text = text;
    this.path = text.path();
    this.options = options;
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming line and column of what cannot be used
   */
  static Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    return new DelimitedReader(open(path, options).heardBy(listener), options).read();
  }

  /** The size of the matrix in a file, by the first of the two readings. */
  static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    DelimitedReader reader = new DelimitedReader(open(path, options), options);
    return reader.shape(reader.columns());
  }

  private static DelimitedText open(Path path, ReadOptions options) throws IOException {
    return DelimitedText.of(path, options.formatOf(path)).withRowNames();
  }

  /** Reads the file for its first line and the number of its records. */
  private TableColumns columns() throws IOException {
    text.forEachRecord(false, this::measure);
    if (records == 0) {
      throw new DataException(path + " is empty");
    }
    TableLayout layout = options.layout();
    boolean mayName = layout.ids() == null && !layout.columns().contains("1");
    boolean isTime = mayName && TIME.matcher(first.get(0)).matches();
    TableLayout known =
        isTime ? layout.withColumns("1", layout.labels(), layout.dropped()) : layout;
    boolean header = new FirstLine(first, firstLine, text).isHeader(known, options.missing());
    if (isShort && !header) {
      throw new DataException(
          "line %d of %s has one cell fewer than all others, which names of columns may have, but not data"
              .formatted(firstLine, path));
    }
    if (header && mayName && TIME.matcher(next).matches() && isName(first.get(0), layout)) {
      known = layout.withColumns(first.get(0), layout.labels(), layout.dropped());
    }
    return TableColumns.of(path, first.size(), header ? first : null, known);
  }

  /** Returns whether a column has a name of its own, by which it is not yet left out of X. */
  private boolean isName(String name, TableLayout layout) {
    return !name.isEmpty() && first.lastIndexOf(name) == 0 && !layout.columns().contains(name);
  }

  private void measure(DelimitedRecord record) {
    if (records == 0) {
      firstLine = record.line();
      first = record.cells().stream().map(String::strip).map(TextCell::plain).toList();
    } else if (records == 1) {
      next = TextCell.plain(record.cells().get(0).strip());
      isShort = record.size() > first.size();
      if (isShort) {
        first = Stream.concat(Stream.of(""), first.stream()).toList();
      }
    }
    records++;
  }

  private MatrixShape shape(TableColumns columns) {
    long rows = columns.header() == null ? records : records - 1;
    if (rows == 0) {
      throw new DataException(path + " has a header but no rows");
    }
    if (rows > Integer.MAX_VALUE) {
      throw new DataException(path + " has " + rows + " rows, more than " + Integer.MAX_VALUE);
    }
    return new MatrixShape((int) rows, columns.ofX().length);
  }

  private Dataset read() throws IOException {
    TableColumns columns = columns();
    MatrixShape shape = shape(columns);
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    RowFiller filler = new RowFiller(x, columns);
    text.forEachRecord(true, filler::accept);
    if (filler.at != x.rows()) {
      throw text.changed();
    }
    filler.firstRow.requireData("line " + firstLine + " of " + path);
    filler.requireKnown();
    return new Dataset(x, columns.namesOfX(), filler.labels, columns.idColumn())
        .withNote(options.missing().unused(filler.marked, path));
  }

  /** Turns one record after the other into a row of the matrix and a label of each kind. */
  private final class RowFiller {

    private final Matrix x;
    private final TableColumns columns;
    private final int[] ofX;
    private final CellNumbers numbers = text.numbers();
    private final Map<String, List<String>> labels = new LinkedHashMap<>();
    private final float[] row;
    private final WholeFirstRow firstRow;
    private boolean skip;
    private int at;
    private String firstMissing = "";
    private long missing;

    /** True if a cell has the text of missing entries. */
    private boolean marked;

    RowFiller(Matrix x, TableColumns columns) {
      this.x = x;
      this.columns = columns;
      this.ofX = columns.ofX();
      this.row = new float[x.cols()];
      this.skip = columns.header() != null;
      boolean mayBeHeader = !skip && options.layout().header() == TableLayout.Header.DETECTED;
      this.firstRow =
          new WholeFirstRow(mayBeHeader, IntStream.of(ofX).mapToObj(first::get).toList());
    }

    void accept(DelimitedRecord record) {
      if (skip) {
        skip = false;
        return;
      }
      List<String> cells = record.cells();
      if (at == x.rows() || cells.size() != first.size()) {
        throw text.changed();
      }
      columns
          .labels()
          .forEach(
              (name, j) ->
                  labels
                      .computeIfAbsent(name, n -> new ArrayList<>())
                      .add(TextCell.plain(cells.get(j).strip())));
      for (int p = 0; p < row.length; p++) {
        String cell = cells.get(ofX[p]).strip();
        row[p] = number(cell, ofX[p], record);
        firstRow.compare(p, options.missing().means(cell) ? "" : cell);
      }
      x.setRow(at++, row);
    }

    private float number(String cell, int j, DelimitedRecord record) {
      long line = record.line();
      MissingCode code = options.missing();
      marked |= cell.equals(code.text());
      if (NumberText.isMissing(cell) || code.means(cell)) {
        if (!code.allowed() && missing++ == 0) {
          firstMissing = place(cell, j, line);
        }
        return Float.NaN;
      }
      double value;
      try {
        value = numbers.parse(cell);
      } catch (NumberFormatException e) {
        throw refused(cell, j, line, text(cell, record.cells(), e));
      }
      if (code.means(value)) {
        return Float.NaN;
      }
      double scale = options.scaleBy();
      float rounded = (float) (value * scale);
      if (!Float.isFinite(rounded)) {
        throw refused(
            cell,
            j,
            line,
            (scale == 1 ? "" : ", scaled by " + scale)
                + ", beyond the largest 32-bit float (3.4e38)");
      }
      return rounded;
    }

    /**
     * Returns the message for a cell of text among {@code row}: that it is no number, and the way
     * out.
     */
    private String text(String cell, List<String> row, NumberFormatException e) {
      String hint = String.valueOf(e.getMessage());
      return ", not a number" + (hint.isEmpty() ? wayOut(cell, row) : hint);
    }

    private String wayOut(String cell, List<String> row) {
      return Nucleotides.areLetters(row)
          ? Nucleotides.WAY_OUT
          : ": correct the cell, or exclude %s %s%s"
              .formatted(
                  texts(row), Phrase.EXCLUDED, LongTable.triplets(row) + MissingCode.wayOut(cell));
    }

    /** The columns of X with text in a row, all of which must go before it is one of numbers. */
    private String texts(List<String> row) {
      List<String> named = new ArrayList<>();
      for (int j : ofX) {
        String cell = row.get(j).strip();
        if (!numbers.isNumber(cell)
            && !NumberText.isMissing(cell)
            && !options.missing().means(cell)) {
          List<String> header = columns.header();
          named.add(header == null ? Integer.toString(j + 1) : header.get(j));
        }
      }
      boolean few = named.size() > 1 && named.size() <= NAMED;
      return few ? "the columns with text, " + String.join(", ", named) + "," : "a column";
    }

    private DataException refused(String cell, int j, long line, String why) {
      return new DataException(place(cell, j, line) + why);
    }

    private String place(String cell, int j, long line) {
      return text.place(line, j, columns.header())
          + (cell.isEmpty() ? " is empty" : " is " + Excerpt.of(cell));
    }

    /** Told once all are counted. */
    void requireKnown() {
      if (missing > 0) {
        throw new DataException(
            "%s; missing values are not supported (%s): remove the row or column, or fill in the value%s"
                .formatted(
                    firstMissing, MissingEntries.share(missing, x.size()), MissingEntries.WAY_OUT));
      }
    }
  }
}
