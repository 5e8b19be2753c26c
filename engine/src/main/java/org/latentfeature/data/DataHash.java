package org.latentfeature.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A fingerprint of a matrix, by which a model recognises the data it was fitted on. */
public final class DataHash {

  private DataHash() {}

  /**
   * SHA-256 over the number of rows and of columns (64-bit little-endian each) and the entries row
   * after row (32-bit little-endian floats), in lower-case hexadecimal. It does not depend on how
   * the matrix is stored.
   */
  public static String sha256(Matrix x) {
    MessageDigest digest = Sha256.digest();
    ByteBuffer shape = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    digest.update(shape.putLong(x.rows()).putLong(x.cols()).flip());
    float[] row = new float[x.cols()];
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(row.length, Float.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      bytes.clear().asFloatBuffer().put(row);
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
