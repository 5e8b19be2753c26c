package org.latentfeature.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.progress.WorkListener;

/**
 * Reads a matrix from {@link DelimitedText}, optionally with a header: the first record is one if
 * any of its cells is text. The file is read twice, first for its shape, so that the matrix is
 * allocated once and never copied.
 */
final class DelimitedReader {

  private final DelimitedText text;
  private final Path path;

  private long records;
  private List<String> first = List.of();

  private DelimitedReader(DelimitedText text) {
    this.text = text;
    this.path = text.path();
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming line and column of what cannot be used
   */
  static Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    return new DelimitedReader(DelimitedText.of(path).heardBy(listener)).read(options);
  }

  /** The size of the matrix in a file, by the first of the two readings. */
  static MatrixShape shape(Path path) throws IOException {
    return new DelimitedReader(DelimitedText.of(path)).shape();
  }

  private MatrixShape shape() throws IOException {
    text.forEachRecord(false, this::measure);
    if (records == 0) {
      throw new DataException(path + " is empty");
    }
    long rows = header() == null ? records : records - 1;
    if (rows == 0) {
      throw new DataException(path + " has a header but no rows");
    }
    if (rows > Integer.MAX_VALUE) {
      throw new DataException(path + " has " + rows + " rows, more than " + Integer.MAX_VALUE);
    }
    return new MatrixShape((int) rows, first.size());
  }

  private Dataset read(ReadOptions options) throws IOException {
    MatrixShape shape = shape();
    List<String> names = header();
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    RowFiller filler = new RowFiller(x, names, options);
    text.forEachRecord(true, filler::accept);
    if (filler.at != x.rows()) {
      throw text.changed();
    }
    return new Dataset(x, names);
  }

  private void measure(DelimitedRecord record) {
    if (records == 0) {
      first = List.copyOf(record.cells());
    }
    records++;
  }

  private @Nullable List<String> header() {
    List<String> names = first.stream().map(String::strip).toList();
    if (names.stream().allMatch(c -> NumberText.isMissing(c) || NumberText.isNumber(c))) {
      return null;
    }
    int unnamed = names.indexOf("");
    if (unnamed >= 0) {
      // pandas writes its row index so; taken as data it would drown every feature.
      throw new DataException(
          "column "
              + (unnamed + 1)
              + " of "
              + path
              + " has no name in the header; name it, or, if it is an index of the rows, remove it"
              + " (pandas: to_csv(…, index=False))");
    }
    return names;
  }

  /** Turns the cells of one record after the other into the rows of the matrix. */
  private final class RowFiller {

    private final Matrix x;
    private final @Nullable List<String> names;
    private final double scaleBy;
    private final MissingCode missing;
    private final float[] row;
    private boolean skip;
    private int at;

    RowFiller(Matrix x, @Nullable List<String> names, ReadOptions options) {
      this.x = x;
      this.names = names;
      this.scaleBy = options.scaleBy();
      this.missing = options.missing();
      this.row = new float[x.cols()];
      this.skip = names != null;
    }

    void accept(DelimitedRecord record) {
      if (skip) {
        skip = false;
        return;
      }
      List<String> cells = record.cells();
      if (at == x.rows() || cells.size() != row.length) {
        throw text.changed();
      }
      for (int j = 0; j < row.length; j++) {
        row[j] = number(cells.get(j).strip(), j, record.line());
      }
      x.setRow(at++, row);
    }

    private float number(String cell, int j, long line) {
      if (missing.allowed() && NumberText.isMissing(cell)) {
        return Float.NaN;
      }
      double value;
      try {
        value = NumberText.parse(cell);
      } catch (NumberFormatException e) {
        throw new DataException(
            text.place(line, j, names)
                + (cell.isEmpty() ? " is empty" : " is " + Excerpt.of(cell))
                + (NumberText.isMissing(cell)
                    ? "; missing values are not supported: remove the row or column, or fill the"
                        + " value in, first"
                        + MissingCode.WAY_OUT
                    : ", not a number"),
            e);
      }
      if (missing.means(value)) {
        return Float.NaN;
      }
      float rounded = (float) (value * scaleBy);
      if (!Float.isFinite(rounded)) {
        throw new DataException(
            text.place(line, j, names)
                + " is "
                + Excerpt.of(cell)
                + (scaleBy == 1 ? "" : ", scaled by " + scaleBy)
                + ", beyond the largest 32-bit float (3.4e38)");
      }
      return rounded;
    }
  }
}
