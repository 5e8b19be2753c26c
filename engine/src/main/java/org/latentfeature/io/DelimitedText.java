package org.latentfeature.io;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;

/**
 * A file of delimited text: UTF-8, or what its byte order mark says, cells optionally quoted, blank
 * lines skipped, every record as long as the first. It can be read several times, first for its
 * shape and then for its values.
 */
public final class DelimitedText {

  private final Path path;
  private final TablePreface preface;
  private final String separator;
  private final boolean rowNames;
  private final WorkListener listener;

  private DelimitedText(
      Path path, TablePreface preface, String separator, boolean rowNames, WorkListener listener) {
    this.path = path;
    this.preface = preface;
    this.separator = separator;
    this.rowNames = rowNames;
    this.listener = listener;
  }

  /**
   * A file whose cells are separated as {@link TableSeparator} finds it. Comments are left out
   * where the file begins with some, and so is the line that tells Excel the separator.
   *
   * @throws DataException if there is no such file, or it is of another format, which the message
   *     names
   * @throws IOException if the device fails while reading
   */
  public static DelimitedText of(Path path) throws IOException {
    return of(path, InputFile.extension(path));
  }

  /**
   * A file as {@link #of(Path)} opens it, whatever its extension.
   *
   * @param format that decides between separators: csv, tsv or txt
   */
  static DelimitedText of(Path path, String format) throws IOException {
    InputFile.requireReadable(path);
    TextStart start = TextStart.of(path);
    TablePreface preface = TablePreface.of(start.lines());
    List<String> first = start.first(preface.lines(), 2);
    PlinkPed.requireNone(
        path, first.stream().map(line -> List.of(line.strip().split("\\s+", -1))).toList());
    String separator =
        preface.separator().isBlank() ? TableSeparator.of(first, format) : preface.separator();
    return new DelimitedText(path, preface, separator, false, WorkListener.SILENT);
  }

  /**
   * Returns the same text with a listener, which receives the number of bytes read, in each
   * reading.
   */
  DelimitedText heardBy(WorkListener other) {
    return new DelimitedText(path, preface, separator, rowNames, other);
  }

  /**
   * Returns the same text where the first record may have a cell less than all others, which then
   * begin with the names of the rows, as R writes them.
   */
  DelimitedText withRowNames() {
    return new DelimitedText(path, preface, separator, true, listener);
  }

  /**
   * Reads the file from its start.
   *
   * @param keepCells whether the text of the cells is wanted beyond the first two records
   * @param sink gets each record; it is the same object every time
   * @throws DataException naming the line of what is not such text, or has another number of cells
   *     than the first record
   * @throws IOException if the device fails while reading
   */
  public void forEachRecord(boolean keepCells, Consumer<DelimitedRecord> sink) throws IOException {
    DelimitedRecord record = new DelimitedRecord(keepCells);
    RecordWidths widths = new RecordWidths(path, separator, rowNames);
    try (InputStream in =
            ReportedInput.of(
                path, (keepCells ? "reading " : "counting the rows of ") + path, listener);
        CsvReader<DelimitedRecord> reader =
            CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                // The count of cells is checked here, for a message that gives both numbers.
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(record.handler(), lines(TextEncoding.open(path, in)));
        CloseableIterator<DelimitedRecord> all = reader.iterator()) {
      while (all.hasNext()) {
        DelimitedRecord next = all.next();
        if (!next.isBlank()) {
          widths.add(next);
          sink.accept(next);
          next.isRead();
        }
      }
      widths.requireSame();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw invalid(e);
    }
  }

  /** Most tables have nothing to leave out, and are read as they are. */
  private Reader lines(Reader all) {
    boolean asTheyAre =
        preface.lines() == 0
            && preface.marker().isEmpty()
            && !separator.equals(TableSeparator.BLANKS);
    return asTheyAre ? all : new TableLines(all, preface, separator);
  }

  private DataException invalid(CsvParseException e) {
    Throwable cause = e.getCause();
    return cause instanceof DataException known
        ? known
        : new DataException(
            path
                + " is not valid delimited text: "
                + e.getMessage()
                + (cause == null ? "" : ": " + cause.getMessage()),
            e);
  }

  /** How the numbers in its cells are read; new for each reading. */
  public CellNumbers numbers() {
    return new CellNumbers(separator.equals(";"));
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /**
   * The words for a cell in messages.
   *
   * @param line as in {@link DelimitedRecord#line}
   * @param j column, from 0
   * @param columnNames the columns' names; null where the file has none
   */
  public String place(long line, int j, @Nullable List<String> columnNames) {
    return "line "
        + line
        + ", column "
        + (j + 1)
        + (columnNames == null ? "" : " (" + Excerpt.of(columnNames.get(j)) + ")")
        + " of "
        + path;
  }

  /** To be thrown where a second reading finds other records than the first. */
  public DataException changed() {
    return new DataException(path + " changed while it was read; try again");
  }
}
