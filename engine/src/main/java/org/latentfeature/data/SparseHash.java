package org.latentfeature.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Finds the {@link DataHash} of sparse rows. */
final class SparseHash {

  /** Most N·D entries that are hashed with their zeros: 1 GiB, about a second. */
  private static final long DENSE = 1L << 28;

  private static final int CHUNK = 1 << 12;

  private SparseHash() {}

  static String of(SparseRows x) {
    return x.size() <= DENSE ? dense(x) : sparse(x);
  }

  private static String dense(SparseRows x) {
    HashReader reader = new HashReader(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      reader.take(row, row.length);
    }
    return reader.hex();
  }

  private static String sparse(SparseRows x) {
    MessageDigest digest = Sha256.digest();
    digest.update("csr".getBytes(StandardCharsets.US_ASCII));
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(x.rows()).putLong(x.cols());
    for (int i = 0; i < x.rows(); i++) {
      room(bytes, digest).putLong(x.starts()[i + 1]);
    }
    for (int at = 0; at < x.entries(); at++) {
      room(bytes, digest).putInt(x.columns()[at]).putFloat(x.values()[at]);
    }
    digest.update(bytes.flip());
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns {@code bytes} with room for at least eight more; passes their content to {@code digest}
   * if they are full.
   */
  private static ByteBuffer room(ByteBuffer bytes, MessageDigest digest) {
    if (bytes.remaining() < Long.BYTES) {
      digest.update(bytes.flip());
      bytes.clear();
    }
    return bytes;
  }
}
