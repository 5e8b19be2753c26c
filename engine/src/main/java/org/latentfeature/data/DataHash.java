package org.latentfeature.data;

/** A fingerprint of a matrix, by which a model recognises the data it was fitted to. */
public final class DataHash {

  private DataHash() {}

  /**
   * SHA-256 over the number of rows and of columns (64-bit little-endian each) and the entries row
   * after row (32-bit little-endian floats), in lower-case hexadecimal. It does not depend on how
   * the rows are stored. Cached; see {@link Rows#hash}.
   */
  public static String sha256(Rows x) {
    return x.hash();
  }
}
