package org.latentfeature.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the {@link DataHash} of sparse rows in one walk over their entries. */
final class SparseHash {

  /** Most N·D entries that are hashed with their zeros: 1 GiB, about a second. */
  private static final long DENSE = 1L << 28;

  private static final int CHUNK = 1 << 12;

  private final @Nullable HashReader dense;
  private final MessageDigest digest = Sha256.digest();
  private final ByteBuffer bytes =
      ByteBuffer.allocate(CHUNK * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * For rows of this shape.
   *
   * @param entries number of entries of each row that are not zero
   */
  SparseHash(int rows, int cols, IntUnaryOperator entries) {
    dense = (long) rows * cols <= DENSE ? new HashReader(rows, cols) : null;
    if (dense == null) {
      digest.update("csr".getBytes(StandardCharsets.US_ASCII));
      bytes.putLong(rows).putLong(cols);
      long end = 0;
      for (int i = 0; i < rows; i++) {
        end += entries.applyAsInt(i);
        room().putLong(end);
      }
    }
  }

  static String of(SparseRows x) {
    SparseHash all = new SparseHash(x.rows(), x.cols(), x::entries);
    all.take(x);
    return all.hex();
  }

  /** Takes the next rows. */
  void take(SparseRows block) {
    if (dense == null) {
      for (int at = 0; at < block.entries(); at++) {
        room().putInt(block.columns()[at]).putFloat(block.values()[at]);
      }
      return;
    }
    float[] row = new float[block.cols()];
    for (int i = 0; i < block.rows(); i++) {
      block.getRow(i, row);
      dense.take(row, row.length);
    }
  }

  /** In lower-case hexadecimal, once all rows are taken. */
  String hex() {
    if (dense != null) {
      return dense.hex();
    }
    digest.update(bytes.flip());
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns room for at least eight more bytes. */
  private ByteBuffer room() {
    if (bytes.remaining() < Long.BYTES) {
      digest.update(bytes.flip());
      bytes.clear();
    }
    return bytes;
  }
}
