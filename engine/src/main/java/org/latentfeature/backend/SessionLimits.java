package org.latentfeature.backend;

/**
 * What one session must hold at most; its memory is allocated once, from these.
 *
 * @param rank r, the length of the SDP's unit vectors; 8 to 20 serves
 * @param columns most columns of the resident incidence matrix
 * @param candidates most candidate atoms rounded and polished at once
 * @param hyperplanes most random hyperplanes rounded at once
 */
public record SessionLimits(int rank, int columns, int candidates, int hyperplanes) {

  /** Checks that each is at least 1. */
  public SessionLimits {
    if (rank < 1 || columns < 1 || candidates < 1 || hyperplanes < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1: rank %d, columns %d, candidates %d, hyperplanes %d"
              .formatted(rank, columns, candidates, hyperplanes));
    }
  }
}
