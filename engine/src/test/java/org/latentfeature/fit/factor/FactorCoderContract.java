package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoContract;

/** Codes of new rows. */
public abstract class FactorCoderContract extends LassoContract {

  /** See {@link LassoContract}. */
  protected FactorCoderContract(BackendProvider provider) {
    super(provider);
  }

  /** Six features in four dimensions, so that no greedy choice is safe, and much noise. */
  @Test
  void fewFeaturesAreEncodedBestOfAll() {
    SyntheticProblem p = SyntheticProblem.dense(70, 4, 6, 1, 8);
    BinaryMatrix z = FactorCoder.encode(backend, p.x(), p.w(), 1);
    assertEquals(6, z.cols());
    for (int i = 0; i < 70; i++) {
      int code = 0;
      double best = Double.POSITIVE_INFINITY;
      for (int c = 0; c < 64; c++) {
        best = Math.min(best, error(p.x(), i, p.w(), c));
      }
      for (int k = 0; k < 6; k++) {
        code |= z.get(i, k) ? 1 << k : 0;
      }
      assertEquals(best, error(p.x(), i, p.w(), code), 1e-5, "row " + i);
    }
  }

  private static double error(Matrix x, int row, Dense w, int code) {
    double sum = 0;
    for (int j = 0; j < x.cols(); j++) {
      double rest = x.get(row, j);
      for (int k = 0; k < w.rows(); k++) {
        rest -= (code >> k & 1) * w.get(k, j);
      }
      sum += rest * rest;
    }
    return sum;
  }

  @Test
  void manyFeaturesAreFoundAgainInNoiselessRows() {
    for (int k : new int[] {20, 25}) {
      SyntheticProblem p = SyntheticProblem.dense(67, 200, k, 0, 9);
      assertEquals(p.z(), FactorCoder.encode(backend, p.x(), p.w(), 1), "K " + k);
    }
  }

  /** Of which single precision does not hold the squares. */
  @Test
  void extremeRowsAreEncodedAsOthers() {
    SyntheticProblem p = SyntheticProblem.dense(67, 15, 25, 1, 10);
    BinaryMatrix expected = FactorCoder.encode(backend, p.x(), p.w(), 3);
    for (double size : new double[] {0x1p70, 0x1p-70}) {
      Matrix x = Matrix.allocate(67, 15);
      float[] row = new float[15];
      for (int i = 0; i < 67; i++) {
        p.x().getRow(i, row);
        for (int j = 0; j < 15; j++) {
          row[j] *= (float) size;
        }
        x.setRow(i, row);
      }
      Dense w = p.w().copy();
      for (int i = 0; i < w.values().length; i++) {
        w.values()[i] *= size;
      }
      assertEquals(expected, FactorCoder.encode(backend, x, w, 3), "times " + size);
    }
  }

  @Test
  void equalSeedsGiveEqualCodes() {
    SyntheticProblem p = SyntheticProblem.dense(67, 15, 25, 1, 10);
    BinaryMatrix z = FactorCoder.encode(backend, p.x(), p.w(), 3);
    assertEquals(z, FactorCoder.encode(backend, p.x(), p.w(), 3));
  }

  /** From random codes no descent finds these; rounded least squares does. */
  @Test
  void positiveFeaturesAreFoundAgain() {
    for (int k : new int[] {21, 40}) {
      for (double missing : new double[] {0, .1}) {
        Matrix x = Matrix.allocate(67, 90);
        Dense w = new Dense(k, 90);
        BinaryMatrix z = SyntheticProblem.dense(67, 90, k, 0, 9).z();
        for (int i = 0; i < 67; i++) {
          for (int j = 0; j < 90; j++) {
            double sum = .03 * CounterRandom.normal(4, i, j);
            for (int c = 0; c < k; c++) {
              w.set(c, j, 3 * CounterRandom.uniform(5, c, j));
              sum += z.get(i, c) ? w.get(c, j) : 0;
            }
            boolean known = j == 0 || CounterRandom.uniform(6, i, j) >= missing;
            x.set(i, j, known ? (float) sum : Float.NaN);
          }
        }
        FactorCoder.Encoded coded = FactorCoder.encode(backend, x, w, FactorCoder.coding(1));
        assertEquals(z, coded.z(), k + " features, " + missing + " missing");
        assertEquals(67, coded.proven(), "all are proven to be the best");
      }
    }
  }
}
