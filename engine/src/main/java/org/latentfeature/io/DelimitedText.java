package org.latentfeature.io;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
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
  private final char delimiter;
  private final WorkListener listener;

  private DelimitedText(Path path, char delimiter, WorkListener listener) {
    this.path = path;
    this.delimiter = delimiter;
    this.listener = listener;
  }

  /**
   * A file whose cells are separated by tabs, as in every {@code .tsv}, by semicolons, commas or
   * spaces: by the first of these that both of its first two lines have outside quotes. Without any
   * it is a comma in a {@code .csv}, and a space elsewhere.
   *
   * @throws DataException if there is no such file, or it begins as that of another format, which
   *     the message names
   * @throws IOException if the device fails while reading
   */
  public static DelimitedText of(Path path) throws IOException {
    InputFile.requireReadable(path);
    TextStart start = TextStart.of(path);
    char delimiter =
        switch (InputFile.extension(path)) {
          case "csv" -> detect(start, ',');
          case "tsv" -> '\t';
          default -> detect(start, ' ');
        };
    new ForeignText(path, start, delimiter).requireNone();
    return new DelimitedText(path, delimiter, WorkListener.SILENT);
  }

  /**
   * Returns the same text with a listener, which receives the number of bytes read, in each
   * reading.
   */
  DelimitedText heardBy(WorkListener listener) {
    return new DelimitedText(path, delimiter, listener);
  }

  private static char detect(TextStart start, char otherwise) {
    List<String> first = start.first(2);
    for (char c : new char[] {'\t', ';', ','}) {
      if (!first.isEmpty() && first.stream().allMatch(line -> line.indexOf(c) >= 0)) {
        return c;
      }
    }
    return otherwise;
  }

  /**
   * Reads the file from its start.
   *
   * @param keepCells whether the text of the cells is wanted beyond the first record
   * @param sink gets each record; it is the same object every time
   * @throws DataException naming the line of what is not such text, or has another number of cells
   *     than the first record
   * @throws IOException if the device fails while reading
   */
  public void forEachRecord(boolean keepCells, Consumer<DelimitedRecord> sink) throws IOException {
    DelimitedRecord record = new DelimitedRecord(keepCells);
    RecordWidths widths = new RecordWidths(path, delimiter);
    try (InputStream in =
            ReportedInput.of(
                path, (keepCells ? "reading " : "counting the rows of ") + path, listener);
        CsvReader<DelimitedRecord> reader =
            CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(true)
                // The count of cells is checked here, for a message that gives both numbers.
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(record.handler(), TextEncoding.open(path, in));
        CloseableIterator<DelimitedRecord> all = reader.iterator()) {
      while (all.hasNext()) {
        DelimitedRecord next = all.next();
        if (!next.isBlank() && widths.fit(next)) {
          sink.accept(next);
          next.firstIsRead();
        }
      }
      widths.requireSame();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw invalid(e);
    }
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
    return new CellNumbers(delimiter == ';');
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
