package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/** Sums over so many rows that the device leaves more than one number. */
@OnDevice
final class PartialSumsTest {

  /** 2188 words of rows, of which one run has 2048 at most. */
  private static final int ROWS = 70_001;

  @Test
  void normsAndEntropiesAreOfAllRows() {
    Matrix x = Matrix.allocate(ROWS, 2);
    double norm = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 2; j++) {
        x.set(i, j, (float) CounterRandom.normal(1, i, j));
        norm += (double) x.get(i, j) * x.get(i, j);
      }
    }
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(2, 1, 1, 1))) {
      opened.search();
      assertEquals(norm, opened.residual(new Dense(0, 2)), 1e-9 * norm);
      opened.soft().draw(1, 1);
      opened.append(List.of(BitVector.of(new boolean[ROWS])));
      opened.soft().soften(opened.z(), .25, .75);
      double one = -.25 * Math.log(.25) - .75 * Math.log(.75);
      assertEquals(ROWS * one, opened.soft().sums().entropy(), 1e-5 * ROWS);
      if (!TestedDevice.isReal()) {
        SoftwareDevice.resetCounters();
        opened.squaredError(new Dense(1, 2));
        assertEquals(2 * Double.BYTES, SoftwareDevice.counters().toHost().bytes());
      }
    }
  }
}
