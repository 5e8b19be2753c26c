package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.DirectMemory;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.data.Phrase;

/**
 * Reads a matrix from {@link DelimitedText} whose lines are single entries: the name of a row, that
 * of a column, and a value. What has no line is missing. The rows and columns are the different
 * names, sorted, so that the order of the lines does not matter. The file is read twice, first for
 * the names, so that the entries are stored once.
 */
final class TripletReader {

  /** The row, the column and the value. */
  private static final int COLUMNS = 3;

  /** Name of the rows' column if the file has no header. */
  private static final String ROW = "row";

  private final DelimitedText text;
  private final Path path;
  private final ReadOptions options;
  private final TripletNames rowNames = new TripletNames();
  private final TripletNames columnNames = new TripletNames();

  private long records;
  private boolean header;
  private TableColumns columns;
  private int[] places = {};

  private TripletReader(DelimitedText text, ReadOptions options) {
    this.text = text;
    this.path = text.path();
    this.options = options;
    columns = TableColumns.of(path, COLUMNS, null, TableLayout.DETECTED);
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming line and column of what cannot be used, or the memory that it
   *     would take
   */
  static Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    return new TripletReader(
            DelimitedText.of(path, options.formatOf(path)).heardBy(listener), options)
        .read();
  }

  /** The size of the matrix in a file, by the first of the two readings. */
  static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    return new TripletReader(DelimitedText.of(path, options.formatOf(path)), options).shape();
  }

  private MatrixShape shape() throws IOException {
    text.forEachRecord(true, this::name);
    if (rowNames.count() == 0) {
      throw new DataException(path + (records == 0 ? " is empty" : " has a header but no entries"));
    }
    return new MatrixShape(rowNames.count(), columnNames.count());
  }

  /** The first reading: which rows and columns there are. */
  private void name(DelimitedRecord record) {
    if (records++ == 0) {
      header = begin(record);
      if (header) {
        return;
      }
    }
    rowNames.add(cell(record, 0, "row"));
    columnNames.add(cell(record, 1, "column"));
  }

  /** Finds the three columns; whether the first line names them. */
  private boolean begin(DelimitedRecord record) {
    List<String> cells = record.cells().stream().map(String::strip).map(TextCell::plain).toList();
    TableLayout layout = options.layout();
    if (layout.ids() != null && !layout.optional().contains(layout.ids())) {
      throw notForTriplets(Phrase.IDS);
    }
    if (!layout.labels().isEmpty() && !layout.optional().containsAll(layout.labels())) {
      throw notForTriplets(Phrase.LABELS);
    }
    TripletHeader first = new TripletHeader(cells, record.line(), text);
    boolean isHeader = first.isHeader(layout, options.missing());
    boolean inOrder = layout.entryColumns().isEmpty();
    TableLayout dropping =
        inOrder
            ? layout.withColumns(null, List.of(), layout.dropped())
            : TableLayout.DETECTED.withColumns(null, List.of(), leftOut(layout.entryColumns()));
    columns = TableColumns.of(path, cells.size(), isHeader ? cells : null, dropping);
    places = inOrder ? columns.ofX() : layout.places(cells.size(), path);
    if (inOrder) {
      new LongTable(path, cells, places, isHeader).requireTriplets();
    }
    return isHeader;
  }

  /** The numbers of the columns that are not read. */
  private static List<String> leftOut(List<String> columns) {
    return IntStream.range(0, columns.size())
        .filter(j -> columns.get(j).equals("-"))
        .mapToObj(j -> Integer.toString(j + 1))
        .toList();
  }

  private DataException notForTriplets(Phrase option) {
    return new DataException(
        path
            + " is read as triplets, of which the first column names the rows and none labels them;"
            + " drop "
            + option);
  }

  private String cell(DelimitedRecord record, int at, String what) {
    String name = TextCell.plain(record.cells().get(places[at]).strip());
    if (name.isEmpty()) {
      throw refused(record, at, "is empty; it must name the " + what + " of the entry");
    }
    return name;
  }

  private DataException refused(DelimitedRecord record, int at, String why) {
    return new DataException(text.place(record.line(), places[at], columns.header()) + " " + why);
  }

  private Dataset read() throws IOException {
    MatrixShape shape = shape();
    requireRoom(shape);
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    float[] unknown = new float[shape.cols()];
    Arrays.fill(unknown, Float.NaN);
    for (int i = 0; i < shape.rows(); i++) {
      x.setRow(i, unknown);
    }
    List<String> rows = rowNames.sort();
    List<String> cols = columnNames.sort();
    Entries entries = new Entries(x);
    text.forEachRecord(true, entries::accept);
    if (entries.seen != records) {
      throw text.changed();
    }
    List<String> names = columns.header();
    String rowsNamedBy = names == null ? ROW : names.get(places[0]);
    return new Dataset(x, cols, Map.of(rowsNamedBy, rows), rowsNamedBy)
        .withNote(options.missing().unused(entries.marked, path));
  }

  /** Told before gigabytes of NaN are written. */
  private void requireRoom(MatrixShape shape) {
    long available = DirectMemory.available();
    boolean fits = shape.bytes() <= available;
    if (fits && shape.bytes() / Float.BYTES - records <= MissingEntries.LARGEST) {
      return;
    }
    throw new DataException(
        ("%s has %,d different rows and %,d different columns: with every entry, known or not, X "
                + "takes %,d MiB%s; take the rows and columns with the most entries")
            .formatted(
                path,
                shape.rows(),
                shape.cols(),
                (shape.bytes() >> 20) + 1,
                fits
                    ? ", and has more than %,d missing ones".formatted(MissingEntries.LARGEST)
                    : ", and %,d MiB are free, of those that -XX:MaxDirectMemorySize allows"
                        .formatted(available >> 20)));
  }

  /** The second reading. */
  private final class Entries {

    private final Matrix x;
    private final CellNumbers numbers = text.numbers();
    private long seen;

    /** True if a value has the text of missing entries. */
    private boolean marked;

    Entries(Matrix x) {
      this.x = x;
    }

    void accept(DelimitedRecord record) {
      if (record.size() <= IntStream.of(places).max().orElse(0)) {
        throw text.changed();
      }
      if (seen++ == 0 && header) {
        return;
      }
      int i = rowNames.place(cell(record, 0, "row"));
      int j = columnNames.place(cell(record, 1, "column"));
      if (i < 0 || j < 0) {
        throw text.changed();
      }
      float value = value(record);
      if (!Float.isNaN(x.get(i, j))) {
        throw new DataException(
            "line %d of %s is the second one with row %s and column %s; leave one of them"
                .formatted(
                    record.line(),
                    path,
                    Excerpt.of(cell(record, 0, "row")),
                    Excerpt.of(cell(record, 1, "column"))));
      }
      x.set(i, j, value);
    }

    private float value(DelimitedRecord record) {
      String cell = record.cells().get(places[2]).strip();
      MissingCode code = options.missing();
      if (cell.equals(code.text())) {
        marked = true;
        return Float.NaN;
      }
      if (NumberText.isMissing(cell)) {
        throw refused(
            record,
            2,
            "is "
                + Excerpt.of(cell)
                + ", a missing value; remove the line: an entry without one is missing");
      }
      double value;
      try {
        value = numbers.parse(cell);
      } catch (NumberFormatException e) {
        throw refused(
            record,
            2,
            "is " + Excerpt.of(cell) + ", not a number" + String.valueOf(e.getMessage()));
      }
      if (code.means(value)) {
        return Float.NaN;
      }
      float rounded = (float) (value * options.scaleBy());
      if (!Float.isFinite(rounded)) {
        throw refused(
            record,
            2,
            "is "
                + Excerpt.of(cell)
                + (options.scaleBy() == 1 ? "" : ", scaled by " + options.scaleBy())
                + ", beyond the largest 32-bit float (3.4e38); correct it or remove the line");
      }
      return rounded;
    }
  }
}
