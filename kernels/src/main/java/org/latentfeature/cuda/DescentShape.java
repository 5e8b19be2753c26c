package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * How a block of the descent shares its memory: WWᵀ beside the warps' gradients if both fit, else
 * the gradients of as many warps as fit.
 *
 * @param warps rows searched at a time
 * @param gramShared whether WWᵀ is copied to shared memory
 */
record DescentShape(int warps, boolean gramShared) {

  static DescentShape of(int k, int mostShared) {
    for (boolean gramShared : new boolean[] {true, false}) {
      for (int warps = LaunchGrid.THREADS / LaunchGrid.LANES; warps >= 1; warps /= 2) {
        DescentShape shape = new DescentShape(warps, gramShared);
        boolean enoughWarps = !gramShared || warps >= 2;
        if (enoughWarps && shape.size(k) <= mostShared) {
          return shape;
        }
      }
    }
    throw new IllegalArgumentException(
        "codes of %,d features do not fit the %,d bytes of shared memory of a block on this GPU"
            .formatted(k, mostShared));
  }

  int bytes(int k) {
    return Math.toIntExact(size(k));
  }

  private long size(int k) {
    long words = (k + LaunchGrid.LANES - 1L) / LaunchGrid.LANES;
    long numbers = (long) warps * k + (gramShared ? (long) k * k : 0);
    return numbers * Double.BYTES + (2L * warps + LaunchGrid.LANES) * words * Integer.BYTES;
  }
}
