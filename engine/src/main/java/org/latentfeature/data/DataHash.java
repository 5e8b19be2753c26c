package org.latentfeature.data;

/** A fingerprint of a matrix, by which a model recognises the data it was fitted to. */
public final class DataHash {

  private DataHash() {}

  /**
   * SHA-256 over the number of rows and of columns (64-bit little-endian each) and the entries row
   * after row (32-bit little-endian floats), in lower-case hexadecimal. It does not depend on how
   * the rows are stored, but for one case: of {@linkplain SparseRows sparse rows} of more than 2^28
   * entries, zeros included, which would take long to write out, it is the SHA-256 over "csr", the
   * number of rows and of columns, where each row ends in the list of entries that are not zero
   * (64-bit little-endian each), and these entries, each its column, from 0, and its value (32-bit
   * little-endian each). Cached; see {@link Rows#hash}.
   */
  public static String sha256(Rows x) {
    return x.hash();
  }
}
