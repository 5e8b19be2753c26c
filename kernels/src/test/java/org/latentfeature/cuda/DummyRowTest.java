package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/** The sum of the residual's rows, where little is left of many large ones. */
@OnDevice
final class DummyRowTest {

  private static final int ROWS = 1301;
  private static final int COLS = 37;
  private static final float OFFSET = 1000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void littleIsLostOfTheSumOfManyRows(boolean missing) {
    Matrix x = Matrix.allocate(ROWS, COLS);
    boolean[] all = new boolean[ROWS];
    boolean[] some = new boolean[ROWS];
    Dense v = new Dense(2, COLS);
    double[] expected = new double[COLS];
    for (int j = 0; j < COLS; j++) {
      v.set(0, j, OFFSET);
      v.set(1, j, (float) CounterRandom.normal(2, j, 0));
    }
    for (int i = 0; i < ROWS; i++) {
      all[i] = true;
      some[i] = i % 3 == 0;
      for (int j = 0; j < COLS; j++) {
        x.set(i, j, OFFSET + .1f * j + (float) CounterRandom.normal(1, i, j));
        if (missing && (i + j) % 9 == 0) {
          x.set(i, j, Float.NaN);
        } else {
          expected[j] += x.get(i, j) - OFFSET - (some[i] ? v.get(1, j) : 0);
        }
      }
    }
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(2, 1, 1, 1))) {
      opened.replace(BinaryMatrix.ofColumns(ROWS, List.of(BitVector.of(all), BitVector.of(some))));
      opened.residual(v);
      opened.sweep(1, 1, 1, 1);
      double[] total = opened.search().vectors().sums().total().values();
      for (int j = 0; j < COLS; j++) {
        assertEquals(expected[j], total[j], 1e-3, "column " + j);
      }
    }
  }

  /** The rows are summed once; then where entries are missing only. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onlyWhereEntriesAreMissingIsEachResidualSummed(boolean missing) {
    Matrix x = Matrix.allocate(ROWS, COLS);
    x.set(5, 6, missing ? Float.NaN : 1);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(2, 1, 1, 1))) {
      opened.search();
      SoftwareDevice.resetCounters();
      opened.residual(new Dense(0, COLS));
      long passes = SoftwareDevice.counters().kernels().containsKey("sum_all_rows") ? 1 : 0;
      assertEquals(missing ? 1 : 0, passes);
    }
  }
}
