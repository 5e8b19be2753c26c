package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.io.MatrixFormat.Trait;

/**
 * Reads a matrix from a file in any {@linkplain MatrixFormat format}, chosen by the file's
 * extension unless the options name it. Files of most are read also where they are compressed.
 */
public final class MatrixReader {

  /** Formats of a plug-in, for a message where it is absent. */
  private static final List<String> OF_PARQUET = List.of("parquet", "json", "jsonl", "ndjson");

  private MatrixReader() {}

  /**
   * Reads and checks an N×D matrix: {@code .npy}, {@code .npz} (arrays, or what {@code
   * scipy.sparse.save_npz} writes), {@code .csv}, {@code .tsv}, {@code .txt} (delimiter detected),
   * {@code .libsvm}, {@code .svm}, {@code .svmlight}, {@code .mtx}, or a {@link GenotypeFile}; also
   * what a {@link MatrixFormat} on the class path reads. A dense matrix is outside the Java heap;
   * later changes of the file do not affect it.
   *
   * @throws DataException if the file is missing, not of the format of its extension, damaged,
   *     changes while it is read, or has an entry that is neither a finite number nor a missing
   *     entry allowed by the options; the message says where
   * @throws IOException if the device fails while reading
   */
  public static Dataset read(Path path, ReadOptions options) throws IOException {
    return read(path, options, WorkListener.SILENT);
  }

  /** Reads a matrix like {@link #read(Path, ReadOptions)}, with {@link ReadOptions#DEFAULT}. */
  public static Dataset read(Path path) throws IOException {
    return read(path, ReadOptions.DEFAULT);
  }

  /**
   * Reads a matrix like {@link #read(Path, ReadOptions)}; {@code listener} receives the number of
   * bytes read, except for {@code .npz}.
   */
  public static Dataset read(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    MatrixFormat format = formatFor(path, options);
    Dataset data = UnchangedFile.read(path, () -> format.read(path, options, listener));
    requireColumns(data.rows().cols(), options, path);
    Dataset marked =
        has(format, Trait.TEXT_MARKS) ? data : data.withNote(options.missing().unused(false, path));
    return RepeatedNames.noted(marked, path, has(format, Trait.NAMED_COLUMNS));
  }

  /**
   * Opens a file whose rows stay there, and are read block by block: {@code .npy}, sparse rows of
   * {@code .npz} (csr), of {@code .mtx} in the order of rows, or of libsvm.
   *
   * @param listener receives the number of bytes read in a pass
   * @throws DataException if the file is none, or damaged; entries are checked when they are read
   */
  public static FileRows blocks(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    BlockReader reader = formatFor(path, options).blocks(path, options, listener);
    FileRows rows = new FileRows(reader, listener);
    try {
      requireColumns(rows.cols(), options, path);
    } catch (DataException e) {
      rows.close();
      throw e;
    }
    return rows;
  }

  /**
   * Returns whether {@link #blocks} can open the file, and X takes more than {@code most} bytes in
   * memory. Of a large libsvm file rows are counted first.
   *
   * @throws DataException as {@link #shape}
   */
  public static boolean isLarger(Path path, ReadOptions options, long most) throws IOException {
    return formatFor(path, options).isLarger(path, options, most);
  }

  /** Returns whether the extension is one that {@link #read} supports. */
  public static boolean isNamedMatrix(Path path) {
    return format(InputFile.extension(path)).isPresent();
  }

  /** Returns whether a file is of a format with a trait. */
  public static boolean has(MatrixFormat.Trait trait, Path path, ReadOptions options) {
    return format(options.formatOf(path)).stream().anyMatch(f -> f.traits().contains(trait));
  }

  /**
   * The size of the matrix that {@link #read} would return, without keeping it: from the header of
   * {@code .npy} and {@code .npz}, by counting in text.
   *
   * @throws DataException as {@link #read}, for what a header or the count of cells shows
   * @throws IOException if the device fails while reading
   */
  public static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    MatrixFormat format = formatFor(path, options);
    InputFile.requireReadable(path);
    MatrixShape shape = format.shape(path, options);
    requireColumns(shape.cols(), options, path);
    return shape;
  }

  private static void requireColumns(int cols, ReadOptions options, Path path) {
    if (options.columns() != null && options.columns() != cols) {
      throw new DataException(path + " has " + cols + " columns, not " + options.columns());
    }
  }

  /**
   * The format with a name, if there is one; plug-ins are loaded only for others than built-in
   * ones.
   */
  private static Optional<MatrixFormat> format(String name) {
    return all().filter(format -> format.names().contains(name)).findFirst();
  }

  /** The format by which a file is read, of which the options can be met. */
  private static MatrixFormat formatFor(Path path, ReadOptions options) {
    String name = options.formatOf(path);
    MatrixFormat format = format(name).orElseThrow(() -> unknown(path, name, options));
    if (CompressedFile.of(path).isPresent() && !has(format, Trait.STREAMED)) {
      throw new DataException(
          "%s is compressed, but .%s files are not read from start to end; expand it first"
              .formatted(path, format.names().get(0)));
    }
    if (options.entry() != null && !has(format, Trait.ENTRIES)) {
      throw new DataException(
          "an array's name (%s) is for files that may hold several (%s), not for %s"
              .formatted(options.entry(), listed(Trait.ENTRIES), path));
    }
    TableLayout layout = options.layout();
    if (layout.needsTable()
        && !has(format, Trait.TEXT_TABLE)
        && !(layout.onlyNamesColumns() && has(format, Trait.NAMED_COLUMNS))) {
      throw new DataException(
          path
              + (options.format() == null
                  ? " is not a table of text"
                  : " is read in the format " + name + ", no table of text")
              + " (%s); %s, %s, %s, %s, %s and %s are for tables of text only"
                  .formatted(
                      listed(Trait.TEXT_TABLE),
                      Phrase.HEADER,
                      Phrase.NO_HEADER,
                      Phrase.IDS,
                      Phrase.LABELS,
                      Phrase.DROPPED,
                      Phrase.TRIPLETS));
    }
    return format;
  }

  private static boolean has(MatrixFormat format, Trait trait) {
    return format.traits().contains(trait);
  }

  private static Stream<MatrixFormat> all() {
    return Stream.concat(
        BuiltInFormat.ALL.stream(),
        Stream.of(MatrixFormat.class)
            .flatMap(type -> ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get)));
  }

  private static String listed(Trait trait) {
    return all()
        .filter(format -> has(format, trait))
        .flatMap(format -> format.names().stream())
        .map(name -> "." + name)
        .collect(Collectors.joining(", "));
  }

  private static DataException unknown(Path path, String name, ReadOptions options) {
    String names =
        all().flatMap(format -> format.names().stream()).collect(Collectors.joining(", "));
    if (options.format() != null) {
      return new DataException(
          "there is no format %s; the formats are %s".formatted(Excerpt.of(name), names));
    }
    // Report a folder or a missing file first: the likelier mistake.
    InputFile.requireReadable(path);
    if (OF_PARQUET.contains(name)) {
      return new DataException(
          path
              + " needs the plug-in lfm-parquet, which reads .parquet, .json, .jsonl and .ndjson: build it with mvn -Pparquet package, and copy its jars from parquet/target/plugins to plugins beside lfm");
    }
    return new DataException(
        path
            + " has no supported extension; "
            + ForeignFile.wayOut(path).map(way -> way + "; ").orElse("")
            + "give the format of its content with %s, one of ".formatted(Phrase.FORMAT)
            + names);
  }
}
