package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

/**
 * Reads 2-dimensional {@code .npy} arrays: format versions 1 to 3, C and Fortran order, both byte
 * orders, real numbers of the usual sizes and booleans. Entries stream through a small buffer.
 */
public final class NpyReader {

  private static final int CHUNK = 1 << 16;

  private NpyReader() {}

  /**
   * Reads a file without missing entries.
   *
   * @throws DataException if the file is missing, damaged, of an unknown type, not finite, or
   *     changes while it is read
   */
  public static Matrix read(Path path, double scaleBy) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withScaleBy(scaleBy);
    return UnchangedFile.read(path, () -> read(path, options, WorkListener.SILENT));
  }

  /**
   * Reads an image: an array of rows × columns, or of rows × columns × 3 in colour, whose missing
   * entries are NaN. Returns a matrix for each channel.
   *
   * @throws DataException as {@link #read(Path, double)}, or if it has other channels
   */
  public static List<Matrix> readImage(Path path) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
    return UnchangedFile.read(path, () -> readChannels(path, options));
  }

  private static List<Matrix> readChannels(Path path, ReadOptions options) throws IOException {
    String name = path.toString();
    NpyHeader header = imageHeader(path);
    int channels;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      channels = NpyHeader.channels(in, name);
    }
    requireLength(header, Files.size(path), name);
    requireEntries(header, name);
    int cols = header.cols() / channels;
    List<Matrix> planes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int c = 0; c < channels; c++) {
      planes.add(Matrix.allocate(header.rows(), cols));
      names.add(channels == 1 ? name : "channel %d of %s".formatted(c + 1, name));
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path), CHUNK)) {
      in.skipNBytes(header.length());
      readEntries(
          in,
          header,
          name,
          (i, at, value) -> {
            int channel = header.fortran() ? at / cols : at % channels;
            int j = header.fortran() ? at % cols : at / channels;
            planes.get(channel).set(i, j, options.held(value, i, j, names.get(channel)));
          });
    }
    for (int c = 0; c < channels; c++) {
      checked(planes.get(c), options, names.get(c));
    }
    return planes;
  }

  private static NpyHeader imageHeader(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return NpyHeader.readImage(in, path.toString());
    }
  }

  /**
   * The largest value that the type of an image's entries can hold, if it is a byte, a whole number
   * of 16 bits without sign, or a boolean; NaN for other types, which do not tell what they hold.
   *
   * @throws DataException if it is no file of this format
   */
  public static double largest(Path path) throws IOException {
    InputFile.requireReadable(path);
    return switch (imageHeader(path).type()) {
      case U1 -> 255;
      case U2 -> 65_535;
      case BOOL -> 1;
      default -> Double.NaN;
    };
  }

  /**
   * Reads a file into the matrix's own memory. It is not mapped: if another program truncates a
   * mapped file, the process crashes when it reads the map.
   *
   * @param listener receives the number of bytes read
   * @throws DataException if the file is damaged, of an unknown type, or holds an entry that is
   *     neither finite nor missing as the options allow
   */
  static Matrix read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    String name = path.toString();
    if (CompressedFile.of(path).isPresent()) {
      return readCompressed(path, options, listener);
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ReportedChannel reported = new ReportedChannel(channel, "reading " + name, listener);
      InputStream in = new BufferedInputStream(Channels.newInputStream(reported), CHUNK);
      NpyHeader header = NpyHeader.read(in, name);
      requireLength(header, channel.size(), name);
      if (!asItIs(options) || !isStoredAsHeld(header)) {
        return readMatrix(in, header, options, name);
      }
      requireEntries(header, name);
      channel.position(header.length());
      Matrix x = Matrix.read(reported, header.rows(), header.cols());
      return checked(x, options, name);
    }
  }

  /** The content is read twice: a header's claim is believed only when as many bytes follow it. */
  private static Matrix readCompressed(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    String work = "reading " + path;
    long bytes;
    try (InputStream in = ReportedInput.of(path, work, listener)) {
      bytes = in.transferTo(OutputStream.nullOutputStream());
    }
    try (InputStream in = new BufferedInputStream(ReportedInput.of(path, work, listener), CHUNK)) {
      return read(in, bytes, options, path.toString());
    }
  }

  /** The size of the matrix in a file, by its header. */
  static MatrixShape shape(Path path) throws IOException {
    InputFile.requireReadable(path);
    try (InputStream in = new BufferedInputStream(InputFile.open(path))) {
      return shape(in, path.toString());
    }
  }

  /** The size of the matrix that {@code in} begins. */
  static MatrixShape shape(InputStream in, String name) throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    requireEntries(header, name);
    return new MatrixShape(header.rows(), header.cols());
  }

  /**
   * Reads a stream to its end.
   *
   * @param bytes length of the stream
   * @param name what messages call it
   */
  static Matrix read(InputStream in, long bytes, ReadOptions options, String name)
      throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    requireLength(header, bytes, name);
    return readMatrix(in, header, options, name);
  }

  /**
   * Reads a stream to its end and checks it like {@link #read(InputStream, long, ReadOptions,
   * String)}, without keeping its entries.
   */
  static void check(InputStream in, long bytes, ReadOptions options, String name)
      throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    requireLength(header, bytes, name);
    requireEntries(header, name);
    readEntries(in, header, name, (i, j, value) -> options.narrow(value, i, j, name));
  }

  /**
   * Compares shape and length of an array with the expected ones, before memory is allocated for
   * it.
   *
   * @param in begins the array, and is read no further than its header
   * @param bytes length of the stream
   * @param name what messages call it
   * @throws DataException if it has another shape or length
   */
  public static void requireShape(InputStream in, long bytes, int rows, int cols, String name)
      throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    if (header.rows() != rows || header.cols() != cols) {
      throw new DataException(
          "%s is %d×%d, but must be %d×%d"
              .formatted(name, header.rows(), header.cols(), rows, cols));
    }
    requireLength(header, bytes, name);
  }

  /**
   * Passes every entry of a stream to {@code sink}, and keeps none.
   *
   * @param name what messages call it
   * @throws DataException if the stream is no array, or another length than its header says
   */
  public static void forEachEntry(InputStream in, String name, EntrySink sink) throws IOException {
    readEntries(in, NpyHeader.read(in, name), name, sink);
  }

  /**
   * Reads a stream of a K×D array in double precision; either dimension may be 0.
   *
   * @param name what messages call it
   * @throws DataException if it is no such array
   */
  public static Dense readDense(InputStream in, String name) throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    if ((long) header.rows() * header.cols() > Integer.MAX_VALUE - 8) {
      throw new DataException(
          name + " is " + header.rows() + "×" + header.cols() + ", more than an array can hold");
    }
    long heap = Runtime.getRuntime().maxMemory();
    if ((long) header.rows() * header.cols() * Double.BYTES > heap) {
      throw new DataException(
          "%s is %d×%d, which takes %d bytes of memory, but the Java heap has %d; raise it with -Xmx"
              .formatted(
                  name,
                  header.rows(),
                  header.cols(),
                  (long) header.rows() * header.cols() * Double.BYTES,
                  heap));
    }
    Dense m = new Dense(header.rows(), header.cols());
    readEntries(in, header, name, m::set);
    return m;
  }

  /**
   * Reads a stream of an N×K array of zeros and ones; either dimension may be 0.
   *
   * @param name what messages call it
   * @throws DataException if it is no such array
   */
  public static BinaryMatrix readBinary(InputStream in, String name) throws IOException {
    NpyHeader header = NpyHeader.read(in, name);
    int rows = header.rows();
    List<long[]> words = new ArrayList<>();
    for (int k = 0; k < header.cols(); k++) {
      words.add(new long[BitVector.wordCount(rows)]);
    }
    readEntries(
        in,
        header,
        name,
        (i, k, value) -> {
          if (value == 1) {
            words.get(k)[i >> 6] |= 1L << (i & 63);
          } else if (value != 0) {
            throw BinaryMatrixReader.notBinary(i, k, value, name);
          }
        });
    return BinaryMatrix.ofColumns(
        rows, words.stream().map(w -> BitVector.ofWords(rows, w)).toList());
  }

  /**
   * Returns whether floats are read unchanged; not if they are scaled or a number marks missing
   * entries.
   */
  private static boolean asItIs(ReadOptions options) {
    return options.scaleBy() == 1 && Double.isNaN(options.missing().number());
  }

  /** Returns whether the entries have the same bytes in the file as in the memory of a matrix. */
  private static boolean isStoredAsHeld(NpyHeader header) {
    return header.type() == NpyType.F4
        && header.order() == ByteOrder.nativeOrder()
        && (!header.fortran() || header.rows() == 1 || header.cols() == 1);
  }

  private static Matrix readMatrix(
      InputStream in, NpyHeader header, ReadOptions options, String name) throws IOException {
    requireEntries(header, name);
    Matrix x = Matrix.allocate(header.rows(), header.cols());
    if (header.fortran()) {
      readEntries(in, header, name, (i, j, value) -> x.set(i, j, options.held(value, i, j, name)));
    } else {
      // Whole rows are put several times faster than single entries.
      float[] row = new float[header.cols()];
      readEntries(
          in,
          header,
          name,
          (i, j, value) -> {
            row[j] = options.held(value, i, j, name);
            if (j == row.length - 1) {
              x.setRow(i, row);
            }
          });
    }
    return checked(x, options, name);
  }

  /** Once all entries are held, a message can say how many of them are missing. */
  private static Matrix checked(Matrix x, ReadOptions options, String name) {
    if (options.missing().allowed()) {
      x.facts().requireFiniteOrMissing(name);
    } else {
      x.facts().requireFinite(name);
    }
    return x;
  }

  /** Passes all entries to {@code sink}, and checks that the stream ends with the last one. */
  private static void readEntries(InputStream in, NpyHeader header, String name, EntrySink sink)
      throws IOException {
    NpyType type = header.type();
    int inner = header.fortran() ? header.rows() : header.cols();
    byte[] bytes = new byte[CHUNK];
    ByteBuffer view = ByteBuffer.wrap(bytes).order(header.order());
    int outerAt = 0;
    int innerAt = 0;
    long left = header.dataBytes();
    while (left > 0) {
      int wanted = (int) Math.min(CHUNK, left);
      int got = in.readNBytes(bytes, 0, wanted);
      if (got < wanted) {
        throw wrongLength(header, header.length() + header.dataBytes() - left + got, name);
      }
      for (int at = 0; at < wanted; at += type.bytes) {
        double value = type.decode(view, at);
        if (header.fortran()) {
          sink.accept(innerAt, outerAt, value);
        } else {
          sink.accept(outerAt, innerAt, value);
        }
        if (++innerAt == inner) {
          innerAt = 0;
          outerAt++;
        }
      }
      left -= wanted;
    }
    if (in.read() >= 0) {
      throw new DataException(name + " is damaged: there are bytes after its last entry");
    }
  }

  static void requireEntries(NpyHeader header, String name) {
    if (header.rows() == 0 || header.cols() == 0) {
      throw new DataException(
          name
              + " is "
              + header.rows()
              + "×"
              + header.cols()
              + "; at least one row and one column are needed");
    }
  }

  static void requireLength(NpyHeader header, long bytes, String name) {
    if (bytes != header.length() + header.dataBytes()) {
      throw wrongLength(header, bytes, name);
    }
  }

  private static DataException wrongLength(NpyHeader header, long bytes, String name) {
    long promised = header.length() + header.dataBytes();
    return new DataException(
        name
            + (bytes < promised ? " is truncated: " : " is damaged: ")
            + header.rows()
            + "×"
            + header.cols()
            + " entries of type "
            + header.type().code
            + " need a file of "
            + promised
            + " bytes, but it has "
            + bytes
            + "; write or copy it again");
  }
}
