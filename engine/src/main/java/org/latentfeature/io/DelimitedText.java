package org.latentfeature.io;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.progress.WorkListener;

/**
 * A file of delimited text: UTF-8, cells optionally quoted, blank lines skipped, every record as
 * long as the first. It can be read several times, first for its shape and then for its values.
 */
public final class DelimitedText {

  /** Characters in which the delimiter is looked for. */
  private static final int START = 1 << 16;

  private static final int CHUNK = 1 << 13;

  /** What is between quotes, and after an open one. */
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*(\"|$)");

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
   * @throws DataException if there is no such file
   * @throws IOException if the device fails while reading
   */
  public static DelimitedText of(Path path) throws IOException {
    InputFile.requireReadable(path);
    return new DelimitedText(
        path,
        switch (InputFile.extension(path)) {
          case "csv" -> detect(path, ',');
          case "tsv" -> '\t';
          default -> detect(path, ' ');
        },
        WorkListener.SILENT);
  }

  /** The same text; {@code listener} receives the number of bytes read, in each reading. */
  DelimitedText heardBy(WorkListener listener) {
    return new DelimitedText(path, delimiter, listener);
  }

  private static char detect(Path path, char otherwise) throws IOException {
    List<String> lines = QUOTED.matcher(start(path)).replaceAll("\"").lines().toList();
    List<String> first = lines.stream().filter(line -> !line.isBlank()).limit(2).toList();
    for (char c : new char[] {'\t', ';', ','}) {
      if (!first.isEmpty() && first.stream().allMatch(line -> line.indexOf(c) >= 0)) {
        return c;
      }
    }
    return otherwise;
  }

  /** The lines that the first characters hold in whole; of a longer line, its beginning. */
  private static String start(Path path) throws IOException {
    StringBuilder text = new StringBuilder();
    // Not Files.newBufferedReader, which throws on text that is not UTF-8.
    try (Reader in = new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8)) {
      char[] chunk = new char[CHUNK];
      for (int n = in.read(chunk); n > 0 && text.length() < START; n = in.read(chunk)) {
        text.append(chunk, 0, n);
      }
    }
    int end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    return (text.length() < START || end < 0 ? text.toString() : text.substring(0, end))
        .replaceFirst("^\uFEFF", "");
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
    try (InputStream in =
            HeardInput.of(
                path, (keepCells ? "reading " : "counting the rows of ") + path, listener);
        CsvReader<DelimitedRecord> reader =
            CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(true)
                .detectBomHeader(true)
                // The count of cells is checked here, for a message that gives both numbers.
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(record.handler(), in, StandardCharsets.UTF_8);
        CloseableIterator<DelimitedRecord> all = reader.iterator()) {
      int expected = -1;
      while (all.hasNext()) {
        DelimitedRecord next = all.next();
        if (next.isBlank()) {
          continue;
        }
        if (expected < 0) {
          expected = next.size();
        } else if (next.size() != expected) {
          throw ragged(next, expected);
        }
        sink.accept(next);
        next.firstIsRead();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      Throwable cause = e.getCause();
      throw new DataException(
          path
              + " is not valid delimited text: "
              + e.getMessage()
              + (cause == null ? "" : ": " + cause.getMessage()),
          e);
    }
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

  private DataException ragged(DelimitedRecord record, int expected) {
    return new DataException(
        "line "
            + record.line()
            + " of "
            + path
            + " has "
            + record.size()
            + (record.size() == 1 ? " cell" : " cells")
            + ", expected "
            + expected
            + " as in the first line");
  }
}
