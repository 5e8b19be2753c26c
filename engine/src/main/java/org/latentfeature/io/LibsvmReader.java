package org.latentfeature.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DirectMemory;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/**
 * Reads sparse text: one line {@code label index:value …} per row, indices ascending from 1. Labels
 * and {@code qid:} are ignored, {@code #} starts a comment, and a line with nothing else is no row
 * (one with only a label is a row of zeros). The number of columns is given, or else the largest
 * index. The file is read twice, first for its shape.
 */
final class LibsvmReader {

  /**
   * Most bytes of memory for a byte of the file: an entry has four letters at least, and a
   * twentieth of dense rows, or more, would be such entries.
   */
  private static final long MOST_OF_TEXT = 20;

  private static final int FIRST_ROWS = 1 << 16;

  private final Path path;
  private final ReadOptions options;
  private long line;
  private final WorkListener listener;
  private long rows;
  private int largest;
  private long lineOfLargest;
  private long nonZero;

  /** Number of entries of each row that are not zero; null while nobody asks. */
  private int @Nullable [] counts;

  private LibsvmReader(Path path, ReadOptions options, WorkListener listener) {
    this.path = path;
    this.options = options;
    this.listener = listener;
  }

  /**
   * Reads a file.
   *
   * @throws DataException naming the line of what cannot be used
   */
  static Rows read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    InputFile.requireReadable(path);
    requireZeros(path, options);
    return new LibsvmReader(path, options, listener).read();
  }

  private static void requireZeros(Path path, ReadOptions options) {
    if (options.missing().means(0)) {
      throw new DataException(
          "0 cannot be the missing code of "
              + path
              + ", where every omitted entry is 0; write missing entries as index:nan");
    }
  }

  /**
   * Opens a file of which blocks of rows are read, after a reading that counts them.
   *
   * @throws DataException naming the line of what cannot be used
   */
  static SparseBlocks blocks(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    InputFile.requireReadable(path);
    requireZeros(path, options);
    UnchangedFile opened = UnchangedFile.of(path);
    LibsvmReader reader = new LibsvmReader(path, options, listener);
    reader.counts = new int[FIRST_ROWS];
    MatrixShape shape = reader.shape();
    int[] entries = Arrays.copyOf(reader.counts, shape.rows());
    return new SparseBlocks(
        path,
        shape,
        entries,
        opened,
        () -> {},
        () -> new LibsvmReader(path, options, WorkListener.SILENT).new RowCursor(shape, entries));
  }

  /** As {@link MatrixFormat#isLarger}; the rows of a large file are counted first. */
  static boolean isLarger(Path path, ReadOptions options, long most) throws IOException {
    InputFile.requireReadable(path);
    boolean isSmall =
        options.sparse()
            && CompressedFile.of(path).isEmpty()
            && MOST_OF_TEXT * Files.size(path) <= most;
    return !isSmall && bytes(path, options) > most;
  }

  /** Bytes of the rows in memory, by a reading that counts them. */
  static long bytes(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    LibsvmReader reader = new LibsvmReader(path, options, WorkListener.SILENT);
    return SparseDensity.bytes(reader.shape(), reader.nonZero, options);
  }

  /** Row after row of a file that has been read once. */
  private final class RowCursor implements SparseBlocks.Cursor {

    private final MatrixShape shape;
    private final int[] entries;
    private final BufferedReader in;

    RowCursor(MatrixShape shape, int[] entries) throws IOException {
      this.shape = shape;
      this.entries = entries;
      in = open("reading ");
    }

    @Override
    public SparseRows next(int count) throws IOException {
      int[] start = new int[count + 1];
      int first = (int) rows;
      for (int i = 0; i < count; i++) {
        start[i + 1] = start[i] + entries[first + i];
      }
      int[] column = new int[start[count]];
      float[] value = new float[column.length];
      int[] at = new int[1];
      EntrySink sink =
          (row, index, v) -> {
            float narrow = narrow(row, index, v);
            if (narrow != 0) {
              if (index > shape.cols() || at[0] == start[row - first + 1]) {
                throw changed();
              }
              column[at[0]] = index - 1;
              value[at[0]++] = narrow;
            }
          };
      for (int i = 0; i < count; i++) {
        parse(line(), sink);
        rows++;
        if (at[0] != start[i + 1]) {
          throw changed();
        }
      }
      return SparseRows.of(count, shape.cols(), start, column, value);
    }

    private String line() throws IOException {
      String content = row(in);
      if (content == null) {
        throw changed();
      }
      return content;
    }

    @Override
    public void skip(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        line();
        rows++;
      }
    }

    @Override
    public void requireEnd() throws IOException {
      if (row(in) != null) {
        throw changed();
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private DataException changed() {
    return new DataException(path + " changed while it was read; try again");
  }

  /** The size of the matrix in a file, by the first of the two readings. */
  static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    return new LibsvmReader(path, options, WorkListener.SILENT).shape();
  }

  private MatrixShape shape() throws IOException {
    forEachEntry("counting the rows of ", this::measure);
    if (rows == 0) {
      throw new DataException(path + " is empty");
    }
    Integer given = options.columns();
    int cols = given == null ? largest : given;
    if (cols == 0) {
      throw new DataException(
          path
              + " has no index:value entry, and so no columns; give their number with "
              + Phrase.COLUMNS);
    }
    if (rows > Integer.MAX_VALUE) {
      throw new DataException(path + " has " + rows + " rows, more than " + Integer.MAX_VALUE);
    }
    return new MatrixShape((int) rows, cols);
  }

  /** Values are checked here, too: one wrong at the end costs no memory for those before. */
  private void measure(int row, int index, double value) {
    int one = narrow(row, index, value) == 0 ? 0 : 1;
    nonZero += one;
    int[] ofRows = counts;
    if (ofRows != null) {
      if (row >= ofRows.length) {
        ofRows = Arrays.copyOf(ofRows, (int) Math.min(Integer.MAX_VALUE - 8, 2L * row));
        counts = ofRows;
      }
      ofRows[row] += one;
    }
    if (index > largest) {
      largest = index;
      lineOfLargest = line;
    }
  }

  private Rows read() throws IOException {
    MatrixShape shape = shape();
    if (SparseDensity.isKept(nonZero, shape.size(), options)) {
      return sparse(shape);
    }
    if (options.columns() == null && shape.bytes() > DirectMemory.limit()) {
      throw new DataException(
          place(lineOfLargest)
              + " has index "
              + largest
              + ", so X takes "
              + shape.bytes()
              + " bytes, but the JVM's limit is "
              + DirectMemory.limit()
              + "; correct the index, number the columns from 1 without gaps, or raise the limit with"
              + " -XX:MaxDirectMemorySize");
    }
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    forEachEntry(
        "reading ",
        (row, index, value) -> {
          if (row >= x.rows() || index > x.cols()) {
            throw changed();
          }
          x.set(row, index - 1, narrow(row, index, value));
        });
    return x;
  }

  private SparseRows sparse(MatrixShape shape) throws IOException {
    SparseArrays found = new SparseArrays(path.toString());
    int[] start = new int[shape.rows() + 1];
    forEachEntry(
        "reading ",
        (row, index, value) -> {
          if (row >= shape.rows() || index > shape.cols()) {
            throw changed();
          }
          float narrow = narrow(row, index, value);
          if (narrow != 0) {
            found.add(index - 1, narrow);
            start[row + 1]++;
          }
        });
    for (int i = 0; i < shape.rows(); i++) {
      start[i + 1] += start[i];
    }
    return SparseRows.of(shape.rows(), shape.cols(), start, found.columns(), found.values());
  }

  private float narrow(int row, int index, double value) {
    return options.narrow(value, row, index - 1, path.toString());
  }

  private void forEachEntry(String work, EntrySink sink) throws IOException {
    rows = 0;
    line = 0;
    try (BufferedReader in = open(work)) {
      for (String content = row(in); content != null; content = row(in)) {
        parse(content, sink);
        rows++;
      }
    }
  }

  private BufferedReader open(String work) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            ReportedInput.of(path, work + path, listener), StandardCharsets.UTF_8));
  }

  /** The next line that is a row, without its comment; null at the end. */
  private @Nullable String row(BufferedReader in) throws IOException {
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      line++;
      int comment = text.indexOf('#');
      String content = comment < 0 ? text : text.substring(0, comment);
      if (!content.isBlank()) {
        return content;
      }
    }
    return null;
  }

  private void parse(String text, EntrySink sink) {
    int last = 0;
    boolean label = true;
    int at = skipSpace(text, 0);
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      String token = text.substring(at, end);
      if (label) {
        requireLabel(token);
        label = false;
      } else if (!token.startsWith("qid:")) {
        int colon = token.indexOf(':');
        int index = index(token, colon, last);
        sink.accept((int) rows, index, value(token, token.substring(colon + 1)));
        last = index;
      }
      at = skipSpace(text, end);
    }
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private void requireLabel(String token) {
    if (token.indexOf(':') >= 0) {
      throw new DataException(
          place()
              + " begins with "
              + Excerpt.of(token)
              + ", expected a label; put any number, such as 0, before the first index:value");
    }
    // A text file of another kind would otherwise pass for rows of labels.
    for (String part : token.split(",", -1)) {
      if (!NumberText.isNumber(part)) {
        throw new DataException(
            place() + " begins with " + Excerpt.of(token) + ", expected a label: a number");
      }
    }
  }

  private int index(String token, int colon, int last) {
    long index;
    try {
      index = Long.parseLong(token.substring(0, Math.max(colon, 0)));
    } catch (NumberFormatException e) {
      throw new DataException(place() + " has " + Excerpt.of(token) + ", expected index:value", e);
    }
    if (index < 1) {
      throw new DataException(
          place() + " has index " + index + "; indices count from 1 in this format");
    }
    if (index <= last) {
      throw new DataException(
          place() + " has index " + index + " after " + last + "; indices must ascend");
    }
    Integer given = options.columns();
    if (given != null && index > given) {
      throw new DataException(
          place()
              + " has index "
              + index
              + ", but X has "
              + given
              + " columns; remove the entry, or fit with "
              + Phrase.COLUMNS
              + " "
              + index);
    }
    if (index > Matrix.MAX_SEGMENT_ENTRIES) {
      throw new DataException(
          place()
              + " has index "
              + index
              + ", beyond "
              + Matrix.MAX_SEGMENT_ENTRIES
              + ", the largest supported; correct it, or number the columns from 1 without gaps");
    }
    return (int) index;
  }

  private double value(String token, String text) {
    try {
      return NumberText.isMissing(text) ? Double.NaN : NumberText.parse(text);
    } catch (NumberFormatException e) {
      throw new DataException(
          place() + " has " + Excerpt.of(token) + ", whose value is not a number", e);
    }
  }

  private String place() {
    return place(line);
  }

  private String place(long number) {
    return "line " + number + " of " + path;
  }
}
