package org.latentfeature.backend;

/**
 * What one session must hold at most; its memory is allocated once, from these.
 *
 * @param columns most columns of the resident incidence matrix
 * @param rank r, the length of the SDP's unit vectors, 8 to 20 serves; 0 for a session without atom
 *     search, which then holds no residual
 * @param candidates most candidate atoms rounded and polished at once
 * @param hyperplanes most random hyperplanes rounded at once
 */
public record SessionLimits(int columns, int rank, int candidates, int hyperplanes) {

  /** Checks the ranges. */
  public SessionLimits {
    boolean search = rank >= 1 && candidates >= 1 && hyperplanes >= 1;
    boolean none = rank == 0 && candidates == 0 && hyperplanes == 0;
    if (columns < 1 || !(search || none)) {
      throw new IllegalArgumentException(
          "limits must be at least 1: columns %d, rank %d, candidates %d, hyperplanes %d"
              .formatted(columns, rank, candidates, hyperplanes));
    }
  }

  /** For a session that factorises and encodes, but searches no atoms. */
  public static SessionLimits factorisation(int columns) {
    return new SessionLimits(columns, 0, 0, 0);
  }

  /** Whether atoms are searched. */
  public boolean search() {
    return rank > 0;
  }
}
