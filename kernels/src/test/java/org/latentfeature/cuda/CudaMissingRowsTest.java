package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.MissingRowsContract;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;

@Tag("whole")
@OnDevice
final class CudaMissingRowsTest extends MissingRowsContract {

  /** More rows than have their residuals on the device at once. */
  private static final int ROWS = (1 << 12) + 100;

  CudaMissingRowsTest() {
    super(TestedDevice.provider());
  }

  @Test
  void errorsOfALaterTileAreOfItsOwnKnownEntries() {
    SyntheticProblem p = SyntheticProblem.dense(ROWS, 3, 2, .1, 1);
    Matrix x = Matrix.allocate(ROWS, 3);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 3; j++) {
        x.set(i, j, i * i % 3 == j ? Float.NaN : p.x().get(i, j));
      }
    }
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps s = Steps.open(backend, x, new AtomSearch.Limits(2, 4, 2, 8))) {
      s.replace(p.z());
      double[] errors = s.factorisation().rowErrors(s.z(), p.w());
      for (int i = 0; i < ROWS; i++) {
        double expected = 0;
        for (int j = 0; j < 3; j++) {
          double rest = x.get(i, j);
          for (int k = 0; k < 2; k++) {
            rest -= p.z().get(i, k) ? p.w().get(k, j) : 0;
          }
          expected += Double.isNaN(rest) ? 0 : rest * rest;
        }
        assertEquals(expected, errors[i], 1e-5 * (1 + expected), "row " + i);
      }
    }
  }
}
