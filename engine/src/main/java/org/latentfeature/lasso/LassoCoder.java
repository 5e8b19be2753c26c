package org.latentfeature.lasso;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.SessionLimits;

/** Codes of new rows for a fitted dictionary. */
public final class LassoCoder {

  /** Up to so many features each row's best code is found exactly. */
  private static final int EXACT_COLUMNS = 20;

  /** Random starts of the coordinate descent beyond. */
  private static final int RESTARTS = 16;

  private LassoCoder() {}

  /**
   * For each row x of {@code x} (N×D) a z in {0,1}^K of small ‖x − Wᵀz‖²: the smallest while K
   * &lt;= 20, the best of 17 coordinate descents beyond.
   *
   * @param w dictionary, K×D
   */
  public static BinaryMatrix encode(Backend backend, Matrix x, Dense w, long seed) {
    SessionLimits limits = SessionLimits.factorisation(w.rows());
    try (CheckedSession session = CheckedSession.open(backend, x, limits)) {
      session.encode(w, EXACT_COLUMNS, RESTARTS, seed);
      return session.incidence();
    }
  }
}
