package org.latentfeature.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/**
 * Writes {@code .npy} files (format version 1, C order, little-endian), readable by NumPy and
 * {@link NpyReader}. Files are written through {@link AtomicFile}; streams stay open.
 */
public final class NpyWriter {

  private static final int CHUNK = 1 << 16;

  /** NumPy starts the entries at a multiple of this, so that they can be mapped. */
  private static final int ALIGNMENT = 64;

  private NpyWriter() {}

  /**
   * Rows that are not all in memory at once.
   *
   * @param <R> array type of a row
   */
  @FunctionalInterface
  public interface Rows<R> {

    /** Copies row {@code i} to {@code into}; called once for each row, in order. */
    void copy(int i, R into);
  }

  /**
   * Writes 32-bit floats, row by row.
   *
   * @param rows N
   * @param cols D
   * @param x supplies the rows
   * @throws DataException if the file cannot be written
   */
  public static void writeFloats(int rows, int cols, Rows<float[]> x, Path path) {
    AtomicFile.write(path, out -> writeFloats(rows, cols, x, out));
  }

  /**
   * Writes unsigned bytes, each 0 or 1, row by row.
   *
   * @param rows N
   * @param cols K
   * @param z supplies the rows
   * @throws DataException if the file cannot be written
   */
  public static void writeBits(int rows, int cols, Rows<boolean[]> z, Path path) {
    AtomicFile.write(path, out -> writeBits(rows, cols, z, out));
  }

  /**
   * Writes an N×D array of 32-bit floats.
   *
   * @throws DataException if the file cannot be written
   */
  public static void write(Matrix x, Path path) {
    AtomicFile.write(path, out -> write(x, out));
  }

  /**
   * Writes an array of 64-bit floats.
   *
   * @param m the matrix
   * @throws DataException if the file cannot be written
   */
  public static void write(Dense m, Path path) {
    AtomicFile.write(path, out -> write(m, out));
  }

  /**
   * Writes an N×K array of unsigned bytes, each 0 or 1.
   *
   * @param z the matrix
   * @throws DataException if the file cannot be written
   */
  public static void write(BinaryMatrix z, Path path) {
    AtomicFile.write(path, out -> write(z, out));
  }

  /** Writes an N×D array of 32-bit floats. */
  public static void write(Matrix x, OutputStream out) throws IOException {
    writeFloats(x.rows(), x.cols(), x::getRow, out);
  }

  /**
   * Writes an image of rows × columns × channels as 32-bit floats.
   *
   * @param rows of the image
   * @param cols of the image
   * @param channels of each pixel
   * @param x supplies the rows, the channels of a pixel side by side
   * @throws DataException if the file cannot be written
   */
  public static void writeImage(int rows, int cols, int channels, Rows<float[]> x, Path path) {
    String shape = "(%d, %d, %d)".formatted(rows, cols, channels);
    AtomicFile.write(path, out -> writeFloats(shape, rows, cols * channels, x, out));
  }

  private static void writeFloats(int rows, int cols, Rows<float[]> x, OutputStream out)
      throws IOException {
    writeFloats("(" + rows + ", " + cols + ")", rows, cols, x, out);
  }

  private static void writeFloats(
      String shape, int rows, int cols, Rows<float[]> x, OutputStream out) throws IOException {
    out.write(header("<f4", shape));
    ByteBuffer bytes = chunk();
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      x.copy(i, row);
      for (float v : row) {
        drainFull(bytes, out);
        bytes.putFloat(v);
      }
    }
    drain(bytes, out);
  }

  /**
   * Writes an array of 64-bit floats.
   *
   * @param m the matrix
   */
  public static void write(Dense m, OutputStream out) throws IOException {
    out.write(header("<f8", m.rows(), m.cols()));
    ByteBuffer bytes = chunk();
    for (double v : m.values()) {
      drainFull(bytes, out);
      bytes.putDouble(v);
    }
    drain(bytes, out);
  }

  /**
   * Writes an N×K array of unsigned bytes, each 0 or 1.
   *
   * @param z the matrix
   */
  public static void write(BinaryMatrix z, OutputStream out) throws IOException {
    beginBits(z.rows(), z.cols(), out);
    writeRows(z, out);
  }

  /**
   * Begins an array as {@link #write(BinaryMatrix, OutputStream)} writes it; its rows follow.
   *
   * @param rows of the array
   * @param cols of the array
   */
  public static void beginBits(int rows, int cols, OutputStream out) throws IOException {
    out.write(header("|u1", rows, cols));
  }

  /**
   * Writes the next rows of such an array.
   *
   * @param z the rows
   */
  public static void writeRows(BinaryMatrix z, OutputStream out) throws IOException {
    int k = z.cols();
    byte[] rows = new byte[Long.SIZE * k];
    for (int word = 0; word < BitVector.wordCount(z.rows()); word++) {
      for (int c = 0; c < k; c++) {
        long bits = z.column(c).word(word);
        for (int i = 0; i < Long.SIZE; i++) {
          rows[i * k + c] = (byte) (bits >>> i & 1);
        }
      }
      out.write(rows, 0, k * Math.min(Long.SIZE, z.rows() - word * Long.SIZE));
    }
  }

  private static void writeBits(int rows, int cols, Rows<boolean[]> z, OutputStream out)
      throws IOException {
    out.write(header("|u1", rows, cols));
    ByteBuffer bytes = chunk();
    boolean[] row = new boolean[cols];
    for (int i = 0; i < rows; i++) {
      z.copy(i, row);
      for (boolean v : row) {
        drainFull(bytes, out);
        bytes.put((byte) (v ? 1 : 0));
      }
    }
    drain(bytes, out);
  }

  private static byte[] header(String descr, int rows, int cols) {
    return header(descr, "(" + rows + ", " + cols + ")");
  }

  /**
   * The bytes before the entries.
   *
   * @param descr NumPy's code of their type
   * @param shape a tuple, as Python writes it
   */
  static byte[] header(String descr, String shape) {
    String text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    int before = 10;
    int total = (before + text.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    String padded = text + " ".repeat(total - before - text.length() - 1) + "\n";
    ByteBuffer head = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
    head.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    head.put((byte) 1).put((byte) 0).putShort((short) padded.length());
    head.put(padded.getBytes(StandardCharsets.US_ASCII));
    return head.array();
  }

  private static ByteBuffer chunk() {
    return ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void drainFull(ByteBuffer bytes, OutputStream out) throws IOException {
    if (!bytes.hasRemaining()) {
      drain(bytes, out);
    }
  }

  private static void drain(ByteBuffer bytes, OutputStream out) throws IOException {
    out.write(bytes.array(), bytes.arrayOffset(), bytes.position());
    bytes.clear();
  }
}
