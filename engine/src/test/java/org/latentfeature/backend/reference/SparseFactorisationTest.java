package org.latentfeature.backend.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;

final class SparseFactorisationTest extends FactorisationContract {
  SparseFactorisationTest() {
    super(new SparseSource(new ReferenceProvider()));
  }

  /** ‖X‖² is that of one row, beside whose rounding errors all others would be lost. */
  @Test
  void aLargeRowWithoutErrorDoesNotHideThatOfSmallOnes() {
    int n = 200;
    int d = 30;
    int large = 1;
    Random random = new Random(1);
    Dense w = new Dense(2, d);
    for (int j = 0; j < d; j++) {
      w.set(0, j, (float) random.nextGaussian());
      w.set(1, j, (float) (1e7 * random.nextGaussian()));
    }
    int[] starts = new int[n + 1];
    int[] columns = new int[n * d];
    float[] values = new float[n * d];
    boolean[] isLarge = new boolean[n];
    isLarge[large] = true;
    double error = 0;
    for (int i = 0; i < n; i++) {
      starts[i + 1] = (i + 1) * d;
      int k = i == large ? 1 : 0;
      for (int j = 0; j < d; j++) {
        double noise = i == large ? 0 : 1e-3 * random.nextGaussian();
        columns[i * d + j] = j;
        values[i * d + j] = (float) (w.get(k, j) + noise);
        double rest = values[i * d + j] - w.get(k, j);
        error += rest * rest;
      }
    }
    BitVector ones = BitVector.of(isLarge);
    SparseRows x = SparseRows.of(n, d, starts, columns, values);
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, x);
        Opened opened =
            new Opened(
                data.rows(
                    List.of(new Incidence.Limits(2), new Factorisation.Limits(2)),
                    StopSignal.NEVER),
                StopSignal.NEVER)) {
      Incidence z = opened.open(new Incidence.Limits(2));
      z.replace(BinaryMatrix.ofColumns(n, List.of(ones.complement(), ones)));
      Factorisation step = opened.open(new Factorisation.Limits(2));
      assertEquals(error, step.squaredError(z, w), 1e-6 * error);
    }
  }
}
