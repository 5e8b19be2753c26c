package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/** A dictionary of some rows, extended to others. */
final class CodeExtensionTest {

  private static final int K = 10;

  /** Noise as large as the features: single flips from an empty row miss many best codes. */
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(211, 12, K, 1, 9);

  private interface Work {
    Factors run(CodeRefinement refinement);
  }

  private static Factors on(Matrix x, Work work) {
    Incidence.Limits columns = new Incidence.Limits(K);
    Factorisation.Limits limits = new Factorisation.Limits(K);
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        LoadedData data = new LoadedData(backend, x)) {
      ResidentRows rows = data.rows(List.of(columns, limits), StopSignal.NEVER);
      try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
        Incidence codes = opened.open(columns);
        return work.run(new CodeRefinement(data, rows, opened.open(limits), codes, any -> {}));
      }
    }
  }

  @Test
  void everyRowHasItsBestCode() {
    Dense w = PROBLEM.w();
    Factors coded = on(PROBLEM.x(), refinement -> refinement.encode(w, 1, 0));
    float[] row = new float[12];
    for (int i = 0; i < 211; i++) {
      PROBLEM.x().getRow(i, row);
      double best = Double.POSITIVE_INFINITY;
      double own = 0;
      for (int code = 0; code < 1 << K; code++) {
        double error = error(row, w, code);
        best = Math.min(best, error);
        own = isCode(coded, i, code) ? error : own;
      }
      assertEquals(best, own, 1e-4 * best + 1e-6, "row " + i);
    }
  }

  private static boolean isCode(Factors coded, int row, int code) {
    for (int k = 0; k < K; k++) {
      if (coded.z().get(row, k) != ((code >> k & 1) == 1)) {
        return false;
      }
    }
    return true;
  }

  private static double error(float[] row, Dense w, int code) {
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      double rest = row[j];
      for (int k = 0; k < K; k++) {
        rest -= (code >> k & 1) * w.get(k, j);
      }
      sum += rest * rest;
    }
    return sum;
  }

  /** Refinement by single flips alone stops at worse codes. */
  @Test
  void extendingNeverRaisesTheError() {
    int[] some = new int[60];
    for (int i = 0; i < some.length; i++) {
      some[i] = 3 * i;
    }
    Dense w =
        on(PROBLEM.x().selectRows(some), refinement -> refinement.extend(PROBLEM.w(), 1, 0, 1e-4))
            .w();
    Factors coded = on(PROBLEM.x(), refinement -> refinement.encode(w, 1, 0));
    Factors extended = on(PROBLEM.x(), refinement -> refinement.extend(w, 1, 0, 1e-4));
    Factors flipped = on(PROBLEM.x(), refinement -> refinement.descend(coded));
    assertTrue(extended.squaredError() <= coded.squaredError());
    assertTrue(extended.squaredError() <= flipped.squaredError());
    double rmse = Rmse.noisy(PROBLEM.x(), extended.z(), extended.w());
    assertEquals(
        rmse * rmse * PROBLEM.x().size(), extended.squaredError(), 1e-4 * extended.squaredError());
  }
}
