package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.coding.Codes;

/** Of rows of which so little is known that many features stay open. */
class SoftCodesTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(3000, 20, 5, 1, 3);
  private static final Matrix KNOWN = hidden(PROBLEM.x(), .7);
  private static final SoftCodes TRUTH =
      new SoftCodes(PROBLEM.w(), 1, new double[] {.5, .5, .5, .5, .5});

  private final BinaryMatrix hard = encoded();

  @Test
  void predictBetterThanHardOnes() {
    Codes soft = TRUTH.ofRows(KNOWN, hard, 1);
    double hardly = error(Codes.binary(hard).times(PROBLEM.w()));
    double softly = error(soft.times(PROBLEM.w()));
    assertTrue(softly < .95 * hardly, softly + " after " + hardly);
  }

  /** Of what is on with probability .6 to .8, about .7 is on. */
  @Test
  void areFrequencies() {
    double[][] q = TRUTH.ofRows(KNOWN, hard, 1).toArray();
    int[] count = new int[5];
    int[] on = new int[5];
    for (int i = 0; i < q.length; i++) {
      for (int k = 0; k < 5; k++) {
        int bin = Math.min(4, (int) (5 * q[i][k]));
        count[bin]++;
        on[bin] += PROBLEM.z().get(i, k) ? 1 : 0;
      }
    }
    for (int bin = 0; bin < 5; bin++) {
      assertEquals(.1 + .2 * bin, (double) on[bin] / count[bin], .1, "bin " + bin);
    }
  }

  @Test
  void areTheSameOnAnyNumberOfThreads() {
    assertArrayEquals(
        TRUTH.ofRows(KNOWN, hard, 1).toArray(), TRUTH.ofRows(KNOWN, hard, 3).toArray());
  }

  private static BinaryMatrix encoded() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      return FactorCoder.encode(backend, KNOWN, PROBLEM.w(), 1);
    }
  }

  private static Matrix hidden(Matrix x, double share) {
    float[][] rows = x.toArray();
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        if (CounterRandom.uniform(11, i, j) < share && j != i % rows[i].length) {
          rows[i][j] = Float.NaN;
        }
      }
    }
    return Matrix.of(rows);
  }

  /** At the entries that are not known. */
  private static double error(Matrix made) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < made.rows(); i++) {
      for (int j = 0; j < made.cols(); j++) {
        if (Float.isNaN(KNOWN.get(i, j))) {
          sum += Math.pow(PROBLEM.x().get(i, j) - made.get(i, j), 2);
          count++;
        }
      }
    }
    return Math.sqrt(sum / count);
  }
}
