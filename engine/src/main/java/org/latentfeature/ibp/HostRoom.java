package org.latentfeature.ibp;

import org.latentfeature.data.DataException;

/** Checks, before the work begins, whether the Java heap has room for a posterior. */
public final class HostRoom {

  /** K×K matrices of one chain or restart: M, G, ZᵀZ, their products and a factor. */
  private static final double SQUARES = 6;

  private HostRoom() {}

  /**
   * Checks the arrays that grow with K.
   *
   * @param abreast chains or restarts that are in memory together
   * @throws DataException with the bytes and the way out
   */
  public static void require(int rows, int k, int abreast) {
    double bytes =
        Double.BYTES * ((double) rows * k * (1 + abreast) + SQUARES * abreast * k * (double) k);
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap) {
      throw new DataException(
          "K is %,d: probabilities of %,d × %,d bits and K × K matrices need %.1f GB, but the Java heap is limited to %.1f GB; choose a smaller K, or raise the limit with -Xmx in LFM_JAVA_OPTS"
              .formatted(k, rows, k, bytes / 1e9, heap / 1e9));
    }
  }
}
