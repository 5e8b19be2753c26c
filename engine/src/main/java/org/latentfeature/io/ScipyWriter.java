package org.latentfeature.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.latentfeature.data.SparseRows;

/** Writes sparse rows as {@code scipy.sparse.save_npz} does, for {@code load_npz}. */
public final class ScipyWriter {

  private static final int CHUNK = 1 << 16;

  private ScipyWriter() {}

  /**
   * Writes {@code x}, compressed.
   *
   * @throws org.latentfeature.data.DataException if the file cannot be written
   */
  public static void write(SparseRows x, Path path) {
    AtomicFile.write(path, out -> write(x, out));
  }

  private static void write(SparseRows x, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    integers(zip, "indices", x.columns(), x.entries());
    integers(zip, "indptr", x.starts(), x.starts().length);
    zip.putNextEntry(entry("format.npy"));
    zip.write(NpyWriter.header("|S3", "()"));
    zip.write("csr".getBytes(StandardCharsets.US_ASCII));
    zip.putNextEntry(entry("shape.npy"));
    zip.write(NpyWriter.header("<i8", "(2,)"));
    zip.write(
        ByteBuffer.allocate(2 * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(x.rows())
            .putLong(x.cols())
            .array());
    zip.putNextEntry(entry("data.npy"));
    zip.write(NpyWriter.header("<f4", "(" + x.entries() + ",)"));
    chunks(zip, x.entries(), (bytes, i) -> bytes.putFloat(x.values()[i]));
    zip.finish();
  }

  /** Returns an entry of a fixed time, so that the same rows make the same file. */
  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
    return entry;
  }

  private static void integers(ZipOutputStream zip, String name, int[] numbers, int count)
      throws IOException {
    zip.putNextEntry(entry(name + ".npy"));
    zip.write(NpyWriter.header("<i4", "(" + count + ",)"));
    chunks(zip, count, (bytes, i) -> bytes.putInt(numbers[i]));
  }

  /** Puts numbers of four bytes. */
  @FunctionalInterface
  private interface Putting {
    void put(ByteBuffer bytes, int i);
  }

  private static void chunks(OutputStream out, int count, Putting putting) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      if (!bytes.hasRemaining()) {
        out.write(bytes.array(), 0, bytes.position());
        bytes.clear();
      }
      putting.put(bytes, i);
    }
    out.write(bytes.array(), 0, bytes.position());
  }
}
