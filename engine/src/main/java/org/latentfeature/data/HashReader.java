package org.latentfeature.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Finds the {@link DataHash} of a matrix from one reading of its entries. */
final class HashReader implements EntryReading.Reader {

  private static final int CHUNK = 1 << 12;

  private final MessageDigest digest = Sha256.digest();
  private final byte[] bytes = new byte[CHUNK * Float.BYTES];
  private final FloatBuffer floats =
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();

  /** For a matrix of this shape. */
  HashReader(int rows, int cols) {
    ByteBuffer shape = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    digest.update(shape.putLong(rows).putLong(cols).flip());
  }

  @Override
  public void take(float[] chunk, int count) {
    for (int at = 0; at < count; at += CHUNK) {
      int length = Math.min(CHUNK, count - at);
      floats.put(0, chunk, at, length);
      digest.update(bytes, 0, length * Float.BYTES);
    }
  }

  /** In lower-case hexadecimal, once all entries are taken. */
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
