package org.latentfeature.data;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV and its kin: UTF-8, optionally with a header, cells optionally quoted, empty lines
 * skipped. The first record is a header if any of its cells is text. The file is read twice, first
 * for its shape, so that the matrix is allocated once and never copied.
 */
final class DelimitedReader {

  private final Path path;
  private final char delimiter;

  private long records;
  private List<String> first = List.of();

  private DelimitedReader(Path path, char delimiter) {
    this.path = path;
    this.delimiter = delimiter;
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming line and column of what cannot be used
   */
  static Dataset read(Path path, char delimiter, double scaleBy) throws IOException {
    InputFile.requireReadable(path);
    return new DelimitedReader(path, delimiter).read(scaleBy);
  }

  /** The size of the matrix in a file, by the first of the two readings. */
  static MatrixShape shape(Path path, char delimiter) throws IOException {
    InputFile.requireReadable(path);
    return new DelimitedReader(path, delimiter).shape();
  }

  /** The delimiter of the first line: tab, comma, semicolon, or else a space. */
  static char detect(Path path) throws IOException {
    InputFile.requireReadable(path);
    try (BufferedReader in =
        // Not Files.newBufferedReader, which throws on text that is not UTF-8.
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8))) {
      String line = in.readLine();
      for (char c : new char[] {'\t', ',', ';'}) {
        if (line != null && line.indexOf(c) >= 0) {
          return c;
        }
      }
      return ' ';
    }
  }

  private MatrixShape shape() throws IOException {
    forEachRecord(false, this::measure);
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

  private Dataset read(double scaleBy) throws IOException {
    MatrixShape shape = shape();
    List<String> names = header();
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    RowFiller filler = new RowFiller(x, names, scaleBy);
    forEachRecord(true, filler::accept);
    if (filler.at != x.rows()) {
      throw changed();
    }
    return new Dataset(x, names);
  }

  private void measure(DelimitedRecord record) {
    if (records == 0) {
      first = List.copyOf(record.cells());
    } else if (record.size() != first.size()) {
      throw new DataException(
          "line "
              + record.line()
              + " of "
              + path
              + " has "
              + record.size()
              + (record.size() == 1 ? " cell" : " cells")
              + ", expected "
              + first.size()
              + " as in the first line");
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

  private DataException changed() {
    return new DataException(path + " changed while it was read; try again");
  }

  private interface RecordSink {
    void accept(DelimitedRecord record);
  }

  /** Reads the file from the start; cells beyond the first record are kept where asked for. */
  private void forEachRecord(boolean keepCells, RecordSink sink) throws IOException {
    DelimitedRecord record = new DelimitedRecord(keepCells);
    try (CsvReader<DelimitedRecord> reader =
            CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(true)
                .detectBomHeader(true)
                // The count of cells is checked here, for a message that gives both numbers.
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(record.handler(), path, StandardCharsets.UTF_8);
        CloseableIterator<DelimitedRecord> all = reader.iterator()) {
      while (all.hasNext()) {
        sink.accept(all.next());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      Throwable cause = e.getCause();
      throw new DataException(
          path
              + " cannot be read as text with quoted cells: "
              + e.getMessage()
              + (cause == null ? "" : ": " + cause.getMessage()),
          e);
    }
  }

  /** Turns the cells of one record after the other into the rows of the matrix. */
  private final class RowFiller {

    private final Matrix x;
    private final @Nullable List<String> names;
    private final double scaleBy;
    private final float[] row;
    private boolean skip;
    private int at;

    RowFiller(Matrix x, @Nullable List<String> names, double scaleBy) {
      this.x = x;
      this.names = names;
      this.scaleBy = scaleBy;
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
        throw changed();
      }
      for (int j = 0; j < row.length; j++) {
        row[j] = number(cells.get(j).strip(), j, record.line());
      }
      x.setRow(at++, row);
    }

    private float number(String text, int j, long line) {
      double value;
      try {
        value = NumberText.parse(text);
      } catch (NumberFormatException e) {
        throw new DataException(
            place(j, line)
                + (text.isEmpty() ? " is empty" : " is " + Excerpt.of(text))
                + (NumberText.isMissing(text)
                    ? "; missing values are not supported: remove the row or column, or fill the"
                        + " value in, first"
                    : ", not a number"),
            e);
      }
      float rounded = (float) (value * scaleBy);
      if (!Float.isFinite(rounded)) {
        throw new DataException(
            place(j, line)
                + " is "
                + Excerpt.of(text)
                + (scaleBy == 1 ? "" : ", scaled by " + scaleBy)
                + ", beyond the largest 32-bit float (3.4e38)");
      }
      return rounded;
    }

    private String place(int j, long line) {
      return "line "
          + line
          + ", column "
          + (j + 1)
          + (names == null ? "" : " (" + Excerpt.of(names.get(j)) + ")")
          + " of "
          + path;
    }
  }
}
