package org.latentfeature.cuda;

import java.util.Optional;
import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * How a block of the descent shares its memory: WWᵀ beside the warps' gradients if both fit, else
 * the gradients of as many warps as fit.
 *
 * @param warps rows searched at a time
 * @param numbers what a warp keeps for each feature: the gradient, and where entries are missing
 *     the diagonal of the row's own Gram matrix, or the row's real code
 * @param gramShared whether WWᵀ is copied to shared memory
 */
record DescentShape(int warps, int numbers, boolean gramShared) {

  /** Where no entry is missing. */
  static DescentShape of(int k, int mostShared) {
    return shared(1, k, mostShared);
  }

  /** Where entries are missing. */
  static DescentShape known(int k, int mostShared) {
    return required(2, k, mostShared);
  }

  /**
   * Returns the shape of a round on real codes, which has E AAᵀ in the place of WWᵀ, and the warps'
   * sums of entropies in the place of words of codes.
   */
  static DescentShape soft(int k, int mostShared) {
    return shared(2, k, mostShared);
  }

  private static DescentShape shared(int numbers, int k, int mostShared) {
    // A copy that one warp alone would read does not pay.
    return fitting(2, numbers, true, k, mostShared)
        .orElseGet(() -> required(numbers, k, mostShared));
  }

  private static DescentShape required(int numbers, int k, int mostShared) {
    return fitting(1, numbers, false, k, mostShared)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "codes of %,d features do not fit the %,d bytes of shared memory of a block on this GPU"
                        .formatted(k, mostShared)));
  }

  /** The one with most warps. */
  private static Optional<DescentShape> fitting(
      int fewest, int numbers, boolean gramShared, int k, int mostShared) {
    for (int warps = LaunchGrid.THREADS / LaunchGrid.LANES; warps >= fewest; warps /= 2) {
      DescentShape shape = new DescentShape(warps, numbers, gramShared);
      if (shape.size(k) <= mostShared) {
        return Optional.of(shape);
      }
    }
    return Optional.empty();
  }

  /** The grid for codes of {@code words} words of rows. */
  LaunchGrid grid(int words, int k) {
    return LaunchGrid.blocks(words).ofWarps(warps).shared(bytes(k));
  }

  int bytes(int k) {
    return Math.toIntExact(size(k));
  }

  private long size(int k) {
    long words = (k + LaunchGrid.LANES - 1L) / LaunchGrid.LANES;
    long entries = (long) numbers * warps * k + (gramShared ? (long) k * k : 0);
    return entries * Double.BYTES + (2L * warps + LaunchGrid.LANES) * words * Integer.BYTES;
  }
}
