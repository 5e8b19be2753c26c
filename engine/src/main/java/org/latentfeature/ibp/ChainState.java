package org.latentfeature.ibp;

import org.latentfeature.data.BinaryMatrix;

/**
 * All that the next sweep of a chain depends on.
 *
 * @param sweep number of sweeps done
 * @param z N×K, columns in the order of the chain
 * @param scales σx, σa
 * @param prior with α
 */
public record ChainState(int sweep, BinaryMatrix z, Scales scales, FeaturePrior prior) {

  /** Returns this state for X times {@code factor}. */
  ChainState times(double factor) {
    return new ChainState(sweep, z, scales.times(factor), prior);
  }
}
