package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;

/** Reads a matrix from a file in any supported format, chosen by the file's extension. */
public final class MatrixReader {

  private static final List<String> EXTENSIONS =
      Stream.concat(
              Stream.of(
                  "npy", "npz", "csv", "tsv", "txt", "libsvm", "svm", "svmlight", "mtx", "mtx.gz"),
              GenotypeFile.EXTENSIONS.stream())
          .toList();

  private static final List<String> TABLES = List.of("csv", "tsv", "txt");

  private static final List<String> SPARSE = List.of("libsvm", "svm", "svmlight");

  /**
   * Most bytes of memory for a byte of libsvm: an entry has four letters at least, and a twentieth
   * of dense rows, or more, would be such entries.
   */
  private static final long MOST_OF_TEXT = 20;

  private MatrixReader() {}

  /**
   * Reads and checks an N×D matrix: {@code .npy}, {@code .npz} (arrays, or what {@code
   * scipy.sparse.save_npz} writes), {@code .csv}, {@code .tsv}, {@code .txt} (delimiter detected),
   * {@code .libsvm}, {@code .svm}, {@code .svmlight}, {@code .mtx}, {@code .mtx.gz}, or a {@link
   * GenotypeFile}; also what a {@link ColumnarFormat} on the class path reads, such as {@code
   * .parquet}. A dense matrix is outside the Java heap; later changes of the file do not affect it.
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
    String extension = InputFile.extension(path);
    requireOptionsFit(options, extension, path);
    Dataset data = UnchangedFile.read(path, () -> readAs(extension, path, options, listener));
    requireColumns(data.rows().cols(), options, path);
    return data;
  }

  private static Dataset readAs(
      String extension, Path path, ReadOptions options, WorkListener listener) throws IOException {
    return switch (extension) {
      case "npy" -> new Dataset(NpyReader.read(path, options, listener), null);
      case "npz" -> NpzReader.read(path, options);
      case "csv", "tsv", "txt" ->
          options.layout().triplets()
              ? TripletReader.read(path, options, listener)
              : DelimitedReader.read(path, options, listener);
      case "libsvm", "svm", "svmlight" ->
          new Dataset(LibsvmReader.read(path, options, listener), null);
      case "mtx", "mtx.gz" ->
          SparseDensity.chosen(MatrixMarketReader.read(path, options, listener), options);
      case "bed", "vcf", "vcf.gz" -> GenotypeFile.read(path, listener).dataset(options, path);
      default -> ColumnarReader.read(columnar(extension, path), path, options);
    };
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
    String extension = InputFile.extension(path);
    requireOptionsFit(options, extension, path);
    BlockReader reader =
        switch (extension) {
          case "npy" -> NpyBlocks.open(path, options);
          case "npz" -> SparseDensity.chosen(NpzReader.blocks(path, options), options);
          case "libsvm", "svm", "svmlight" ->
              SparseDensity.chosen(LibsvmReader.blocks(path, options, listener), options);
          case "mtx", "mtx.gz" ->
              SparseDensity.chosen(MatrixMarketReader.blocks(path, options, listener), options);
          default ->
              throw new DataException(
                  "%s cannot be read block by block, as .npy files can; convert it to .npy, or give more memory"
                      .formatted(path));
        };
    FileRows rows = new FileRows(reader, listener);
    requireColumns(rows.cols(), options, path);
    return rows;
  }

  /**
   * Returns whether {@link #blocks} can open the file, and X takes more than {@code most} bytes in
   * memory. Of a large libsvm file rows are counted first.
   *
   * @throws DataException as {@link #shape}
   */
  public static boolean isLarger(Path path, ReadOptions options, long most) throws IOException {
    String extension = InputFile.extension(path);
    requireOptionsFit(options, extension, path);
    return switch (extension) {
      case "npy" -> NpyReader.shape(path).bytes() > most;
      case "npz" -> NpzReader.sparseBytes(path, options).orElse(0) > most;
      case "libsvm", "svm", "svmlight" -> {
        InputFile.requireReadable(path);
        boolean isSmall = options.sparse() && MOST_OF_TEXT * Files.size(path) <= most;
        yield !isSmall && LibsvmReader.bytes(path, options) > most;
      }
      case "mtx", "mtx.gz" -> MatrixMarketReader.bytes(path, options) > most;
      default -> false;
    };
  }

  /** Returns whether the extension is one that {@link #read} supports. */
  public static boolean isNamedMatrix(Path path) {
    String extension = InputFile.extension(path);
    return EXTENSIONS.contains(extension) || ColumnarReader.format(extension).isPresent();
  }

  /** Returns whether the extension is that of a table of text, which may have a header. */
  public static boolean isTable(Path path) {
    return TABLES.contains(InputFile.extension(path));
  }

  /**
   * Returns whether the extension is that of a sparse format, whose rows end with their last
   * nonzero entry.
   */
  public static boolean isSparse(Path path) {
    return SPARSE.contains(InputFile.extension(path));
  }

  /**
   * The size of the matrix that {@link #read} would return, without loading it: from the header of
   * {@code .npy} and {@code .npz}, by counting in text.
   *
   * @throws DataException as {@link #read}, for what a header or the count of cells shows
   * @throws IOException if the device fails while reading
   */
  public static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    String extension = InputFile.extension(path);
    requireOptionsFit(options, extension, path);
    MatrixShape shape =
        switch (extension) {
          case "npy" -> NpyReader.shape(path);
          case "npz" -> NpzReader.shape(path, options.entry());
          case "csv", "tsv", "txt" ->
              options.layout().triplets()
                  ? TripletReader.shape(path, options)
                  : DelimitedReader.shape(path, options);
          case "libsvm", "svm", "svmlight" -> LibsvmReader.shape(path, options);
          case "mtx", "mtx.gz" -> MatrixMarketReader.shape(path);
          case "bed", "vcf", "vcf.gz" -> GenotypeFile.shape(path);
          default -> ColumnarReader.shape(columnar(extension, path), path, options);
        };
    requireColumns(shape.cols(), options, path);
    return shape;
  }

  private static void requireColumns(int cols, ReadOptions options, Path path) {
    if (options.columns() != null && options.columns() != cols) {
      throw new DataException(path + " has " + cols + " columns, not " + options.columns());
    }
  }

  private static void requireOptionsFit(ReadOptions options, String extension, Path path) {
    if (options.entry() != null && !extension.equals("npz")) {
      throw new DataException(
          "an array's name (" + options.entry() + ") is for .npz files only, not for " + path);
    }
    TableLayout layout = options.layout();
    if (layout.needsTable()
        && !TABLES.contains(extension)
        && !(layout.onlyNamesColumns() && ColumnarReader.format(extension).isPresent())) {
      throw new DataException(
          path
              + " is not a table of text (."
              + String.join(", .", TABLES)
              + "); %s, %s, %s, %s, %s and %s are for tables of text only"
                  .formatted(
                      Phrase.HEADER,
                      Phrase.NO_HEADER,
                      Phrase.IDS,
                      Phrase.LABELS,
                      Phrase.DROPPED,
                      Phrase.TRIPLETS));
    }
  }

  private static ColumnarFormat columnar(String extension, Path path) {
    return ColumnarReader.format(extension).orElseThrow(() -> unknown(path));
  }

  private static DataException unknown(Path path) {
    // Report a folder or a missing file first: the likelier mistake.
    InputFile.requireReadable(path);
    if (ColumnarReader.needsPlugIn(InputFile.extension(path))) {
      return new DataException(
          path
              + " needs the plug-in lfm-parquet, which reads .parquet, .json, .jsonl and .ndjson: build it with mvn -Pparquet package, and copy its jars from parquet/target/plugins to plugins beside lfm");
    }
    return new DataException(
        path
            + " has no supported extension; "
            + ForeignFile.wayOut(path).map(way -> way + "; ").orElse("")
            + "supported are ."
            + String.join(", .", EXTENSIONS));
  }
}
