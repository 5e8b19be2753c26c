package org.latentfeature.step;

import org.latentfeature.coding.Paths;

/**
 * What one session is opened for and must hold at most; its memory is allocated once, from these.
 * Made by {@link #search}, {@link #factorisation} or {@link #coding}.
 *
 * @param columns most columns of the resident incidence matrix; 0 for a session that codes paths
 * @param rank r, the length of the SDP's unit vectors, 8 to 20 serves; 0 for a session without atom
 *     search, which then holds no residual
 * @param candidates most candidate atoms rounded and polished at once
 * @param hyperplanes most random hyperplanes rounded at once
 * @param features most features of a dictionary by which paths are coded; 0 for a session that
 *     codes none
 */
public record SessionLimits(int columns, int rank, int candidates, int hyperplanes, int features) {

  /** Checks the ranges. */
  public SessionLimits {
    boolean search = rank >= 1 && candidates >= 1 && hyperplanes >= 1;
    boolean none = rank == 0 && candidates == 0 && hyperplanes == 0;
    boolean factorises = columns >= 1 && features == 0 && (search || none);
    boolean codes = features >= 1 && columns == 0 && none;
    if (!factorises && !codes) {
      throw new IllegalArgumentException(
          "limits must be at least 1: columns %d, rank %d, candidates %d, hyperplanes %d; or features %d alone"
              .formatted(columns, rank, candidates, hyperplanes, features));
    }
  }

  /** For a session that searches atoms, and factorises too ({@link AtomSearch}). */
  public static SessionLimits search(int columns, int rank, int candidates, int hyperplanes) {
    return new SessionLimits(columns, rank, candidates, hyperplanes, 0);
  }

  /** For a session that factorises and encodes, but searches no atoms ({@link Factorisation}). */
  public static SessionLimits factorisation(int columns) {
    return new SessionLimits(columns, 0, 0, 0, 0);
  }

  /**
   * For a session that codes rows as paths, and nothing else ({@link PathCoder}).
   *
   * @param features at most {@link Paths#MOST_FEATURES}
   */
  public static SessionLimits coding(int features) {
    if (features > Paths.MOST_FEATURES) {
      throw new IllegalArgumentException(
          "paths of %,d features; at most %,d".formatted(features, Paths.MOST_FEATURES));
    }
    return new SessionLimits(0, 0, 0, 0, features);
  }

  /** Whether atoms are searched. */
  public boolean search() {
    return rank > 0;
  }

  /** Whether paths are coded. */
  public boolean coding() {
    return features > 0;
  }
}
