package org.latentfeature.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latentfeature.progress.WorkListener;

/** Reads a matrix from a file in any of the known formats, chosen by the file's extension. */
public final class MatrixReader {

  private static final List<String> EXTENSIONS =
      List.of("npy", "npz", "csv", "tsv", "txt", "libsvm", "svm", "svmlight");

  private MatrixReader() {}

  /**
   * Reads and checks an N×D matrix: {@code .npy}, {@code .npz}, {@code .csv}, {@code .tsv}, {@code
   * .txt} (delimiter detected), {@code .libsvm}, {@code .svm} or {@code .svmlight}. A C-order
   * 32-bit {@code .npy} is mapped, not copied; all else is copied once, off the Java heap.
   *
   * @throws DataException if the file is missing, not what its extension says, damaged, or holds
   *     what is not a finite number, nor a missing entry where the options allow them; the message
   *     says where
   * @throws IOException if the device fails while reading
   */
  public static Dataset read(Path path, ReadOptions options) throws IOException {
    return read(path, options, WorkListener.SILENT);
  }

  /** The same, {@code listener} told how much of a file of text has been read. */
  public static Dataset read(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    String extension = InputFile.extension(path);
    requireEntryFits(options, extension, path);
    return switch (extension) {
      case "npy" -> new Dataset(NpyReader.read(path, options), null);
      case "npz" -> new Dataset(NpzReader.read(path, options), null);
      case "csv", "tsv", "txt" -> DelimitedReader.read(path, options, listener);
      case "libsvm", "svm", "svmlight" ->
          new Dataset(LibsvmReader.read(path, options, listener), null);
      default -> throw unknown(path);
    };
  }

  /** Whether the file's name ends like one of a format that {@link #read} knows. */
  public static boolean isNamedMatrix(Path path) {
    return EXTENSIONS.contains(InputFile.extension(path));
  }

  /**
   * The size of the matrix that {@link #read} would give, without holding it: from the header of
   * {@code .npy} and {@code .npz}, by counting in text.
   *
   * @throws DataException as {@link #read}, for what a header or the count of cells shows
   * @throws IOException if the device fails while reading
   */
  public static MatrixShape shape(Path path, ReadOptions options) throws IOException {
    String extension = InputFile.extension(path);
    requireEntryFits(options, extension, path);
    return switch (extension) {
      case "npy" -> NpyReader.shape(path);
      case "npz" -> NpzReader.shape(path, options.entry());
      case "csv", "tsv", "txt" -> DelimitedReader.shape(path);
      case "libsvm", "svm", "svmlight" -> LibsvmReader.shape(path);
      default -> throw unknown(path);
    };
  }

  private static void requireEntryFits(ReadOptions options, String extension, Path path) {
    if (options.entry() != null && !extension.equals("npz")) {
      throw new DataException(
          "an array's name ("
              + options.entry()
              + ") goes with an .npz file only, not with "
              + path);
    }
  }

  private static DataException unknown(Path path) {
    // A folder or a missing file is the likelier mistake, and the better message.
    InputFile.requireReadable(path);
    return new DataException(
        path + " has no known extension; known are ." + String.join(", .", EXTENSIONS));
  }
}
