package org.latentfeature.data;

/** A fingerprint of a matrix, by which a model recognises the data it was fitted to. */
public final class DataHash {

  private DataHash() {}

  /**
   * SHA-256 over the number of rows and of columns (64-bit little-endian each) and the entries row
   * after row (32-bit little-endian floats), in lower-case hexadecimal. It does not depend on how
   * the matrix is stored. Cached until the matrix is written to, and computed in the same reading
   * as {@link Matrix#facts} if those are not cached yet.
   */
  public static String sha256(Matrix x) {
    return x.remembered().hash();
  }
}
