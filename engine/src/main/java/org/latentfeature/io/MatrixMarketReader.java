package org.latentfeature.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.SparseRows;

/**
 * Reads Matrix Market files, {@code .mtx}: {@code coordinate} matrices of {@code real}, {@code
 * integer} or {@code pattern} entries, {@code general}: a line {@code row column value} for each
 * entry, in any order, both counted from 1.
 */
final class MatrixMarketReader implements AutoCloseable {

  private static final String BANNER = "%%MatrixMarket";
  private static final int CHUNK = 1 << 16;

  private final String name;
  private final ReadOptions options;
  private final BufferedReader in;
  private final boolean pattern;
  private final MatrixShape shape;
  private final long entries;
  private long line;

  private MatrixMarketReader(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    name = path.toString();
    this.options = options;
    InputStream file = ReportedInput.of(path, "reading " + name, listener);
    try {
      in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8), CHUNK);
      pattern = isPattern(next());
      String sizes = next();
      while (sizes != null && (sizes.startsWith("%") || sizes.isBlank())) {
        sizes = next();
      }
      long[] size = size(sizes);
      shape = new MatrixShape((int) size[0], (int) size[1]);
      entries = size[2];
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming the line, or row, column and values, of what cannot be used
   */
  static SparseRows read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    InputFile.requireReadable(path);
    requireZeros(path, options);
    try (MatrixMarketReader reader = new MatrixMarketReader(path, options, listener)) {
      return reader.read();
    }
  }

  private static void requireZeros(Path path, ReadOptions options) {
    if (options.missing().means(0)) {
      throw new DataException(
          "0 cannot be the missing code of "
              + path
              + ", where every omitted entry is 0; write missing entries as nan");
    }
  }

  /**
   * Opens a file of which blocks of rows are read, after a reading that counts their entries.
   *
   * @throws DataException as {@link #read}, or naming the line where rows are not in order
   */
  static SparseBlocks blocks(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    InputFile.requireReadable(path);
    requireZeros(path, options);
    UnchangedFile opened = UnchangedFile.of(path);
    try (MatrixMarketReader reader = new MatrixMarketReader(path, options, listener)) {
      int[] entries = reader.entriesOfRows();
      return new SparseBlocks(
          path,
          reader.shape,
          entries,
          opened,
          () -> {},
          () -> new MatrixMarketReader(path, options, WorkListener.SILENT).new RowCursor(entries));
    }
  }

  /** Bytes of the rows in memory, by the header. */
  static long bytes(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    try (MatrixMarketReader reader =
        new MatrixMarketReader(path, ReadOptions.DEFAULT, WorkListener.SILENT)) {
      return SparseDensity.bytes(reader.shape, reader.entries, options);
    }
  }

  private int[] entriesOfRows() throws IOException {
    SparseArrays.requireHeap(name, (long) Integer.BYTES * shape.rows());
    SparseArrays one = new SparseArrays(name);
    int[] counts = new int[shape.rows()];
    int last = 0;
    long count = 0;
    for (String text = entryLine(); text != null; text = entryLine()) {
      one.clear();
      requireClaimed(count++);
      int row = entry(text, one);
      if (row < last) {
        throw new DataException(
            "%s is of row %d after row %d, but a file that is read block by block has its rows in order; write it by scipy.io.mmwrite(…, x.tocsr()), or %s"
                .formatted(place(), row + 1, last + 1, Phrase.MEMORY));
      }
      last = row;
      counts[row]++;
    }
    requireAll(count);
    return counts;
  }

  /** Row after row of a file that has been read once. */
  private final class RowCursor implements SparseBlocks.Cursor {

    private final int[] entriesOf;
    private final SparseArrays found = new SparseArrays(name);
    private int row;

    RowCursor(int[] entriesOf) {
      this.entriesOf = entriesOf;
    }

    @Override
    public SparseRows next(int count) throws IOException {
      found.clear();
      int[] start = new int[count + 1];
      for (int i = 0; i < count; i++, row++) {
        for (int e = 0; e < entriesOf[row]; e++) {
          if (entry(line(), found) != row) {
            throw changed();
          }
        }
        start[i + 1] = found.count();
      }
      return SparseRows.summing(
          count,
          shape.cols(),
          start,
          Arrays.copyOf(found.columns(), found.count()),
          Arrays.copyOf(found.values(), found.count()));
    }

    private String line() throws IOException {
      String text = entryLine();
      if (text == null) {
        throw changed();
      }
      return text;
    }

    @Override
    public void skip(int count) throws IOException {
      for (int i = 0; i < count; i++, row++) {
        for (int e = 0; e < entriesOf[row]; e++) {
          line();
        }
      }
    }

    @Override
    public void requireEnd() throws IOException {
      if (entryLine() != null) {
        throw changed();
      }
    }

    private DataException changed() {
      return new DataException(name + " changed while it was read; try again");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** The size of the matrix in a file, by its header. */
  static MatrixShape shape(Path path) throws IOException {
    InputFile.requireReadable(path);
    try (MatrixMarketReader reader =
        new MatrixMarketReader(path, ReadOptions.DEFAULT, WorkListener.SILENT)) {
      return reader.shape;
    }
  }

  private @Nullable String next() throws IOException {
    line++;
    return in.readLine();
  }

  private boolean isPattern(@Nullable String banner) {
    String text = banner == null ? "" : banner;
    List<String> words = List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
    if (!words.get(0).equals(BANNER.toLowerCase(Locale.ROOT)) || words.size() != 5) {
      throw new DataException(
          "%s is not a Matrix Market file: line 1 is %s, expected '%s matrix coordinate real general'"
              .formatted(name, Excerpt.of(text), BANNER));
    }
    require(words.get(1), List.of("matrix"), "x");
    require(words.get(2), List.of("coordinate"), "scipy.sparse.coo_matrix(x)");
    require(words.get(3), List.of("real", "integer", "pattern"), "x.real");
    require(words.get(4), List.of("general"), "x, symmetry='general'");
    return words.get(3).equals("pattern");
  }

  private void require(String word, List<String> possible, String written) {
    if (!possible.contains(word)) {
      throw new DataException(
          "line 1 of %s has %s, expected %s; write it with scipy.io.mmwrite(…, %s)"
              .formatted(name, Excerpt.of(word), String.join(" or ", possible), written));
    }
  }

  /** Rows, columns and entries. */
  private long[] size(@Nullable String text) {
    String content = text == null ? "" : text;
    String[] words = content.strip().split("\\s+", -1);
    long[] size = new long[3];
    try {
      for (int w = 0; w < 3; w++) {
        size[w] = Long.parseLong(words.length == 3 ? words[w] : "");
      }
    } catch (NumberFormatException e) {
      throw new DataException(
          place() + " is " + Excerpt.of(content) + ", expected rows, columns and entries", e);
    }
    if (size[0] < 1
        || size[1] < 1
        || Math.max(size[0], size[1]) > Integer.MAX_VALUE - 8
        || size[2] < 0
        || size[2] > SparseRows.MOST_ENTRIES) {
      throw new DataException(
          "%s has %d rows, %d columns and %d entries; there must be at least one row and one column, and at most %d of each"
              .formatted(place(), size[0], size[1], size[2], SparseRows.MOST_ENTRIES));
    }
    return size;
  }

  private SparseRows read() throws IOException {
    SparseArrays found = new SparseArrays(name);
    int[] rowOf = new int[CHUNK];
    for (String text = entryLine(); text != null; text = entryLine()) {
      int at = found.count();
      requireClaimed(at);
      if (at == rowOf.length) {
        SparseArrays.requireHeap(name, 12L * at);
        rowOf = Arrays.copyOf(rowOf, (int) Math.min(SparseRows.MOST_ENTRIES, 2L * at));
      }
      rowOf[at] = entry(text, found);
    }
    requireAll(found.count());
    return found.byRow(rowOf, shape);
  }

  /** The next line that is not blank; null at the end. */
  private @Nullable String entryLine() throws IOException {
    String text = next();
    while (text != null && text.isBlank()) {
      text = next();
    }
    return text;
  }

  private void requireClaimed(long before) {
    if (before == entries) {
      throw new DataException(
          "%s is an entry beyond the %d that the file claims; correct its size line"
              .formatted(place(), entries));
    }
  }

  private void requireAll(long count) {
    if (count < entries) {
      throw new DataException(
          "%s is truncated: it has %d entries of the %d that it claims; write or copy it again"
              .formatted(name, count, entries));
    }
  }

  /** Adds the entry of a line; returns its row. */
  private int entry(String text, SparseArrays found) {
    int end = text.length();
    int first = skip(text, 0, end);
    int firstEnd = word(text, first, end);
    int second = skip(text, firstEnd, end);
    int secondEnd = word(text, second, end);
    int third = skip(text, secondEnd, end);
    int thirdEnd = word(text, third, end);
    if (skip(text, thirdEnd, end) < end || (third < end) == pattern || second == end) {
      throw new DataException(
          "%s is %s, expected row and column%s"
              .formatted(place(), Excerpt.of(text), pattern ? "" : " and value"));
    }
    int i = index(text.substring(first, firstEnd), shape.rows(), "row");
    int j = index(text.substring(second, secondEnd), shape.cols(), "column");
    double value = pattern ? 1 : value(text.substring(third, thirdEnd));
    found.add(j, options.narrow(value, i, j, name));
    return i;
  }

  private static int skip(String text, int from, int end) {
    int at = from;
    while (at < end && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int word(String text, int from, int end) {
    int at = from;
    while (at < end && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int index(String word, int most, String what) {
    long index;
    try {
      index = Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new DataException(
          "%s has %s, expected a %s".formatted(place(), Excerpt.of(word), what), e);
    }
    if (index < 1 || index > most) {
      throw new DataException(
          "%s has %s %d; it must be from 1 to %d".formatted(place(), what, index, most));
    }
    return (int) index - 1;
  }

  private double value(String word) {
    try {
      return NumberText.isMissing(word) ? Double.NaN : NumberText.parse(word);
    } catch (NumberFormatException e) {
      throw new DataException(
          place() + " has " + Excerpt.of(word) + ", whose value is not a number", e);
    }
  }

  private String place() {
    return "line " + line + " of " + name;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
