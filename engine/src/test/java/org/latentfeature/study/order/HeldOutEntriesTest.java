package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;

class HeldOutEntriesTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(300, 40, 4, .5, 1);

  @Test
  void aTenthIsHeldOutAndTheRestIsAsItWas() {
    HeldOutEntries entries = new HeldOutEntries(PROBLEM.x(), 0.1, 0);
    assertEquals(.1, entries.count() / 12000.0, .01);
    Matrix training = entries.training();
    assertEquals(entries.count(), training.facts().missing());
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 40; j++) {
        float seen = training.get(i, j);
        assertTrue(Float.isNaN(seen) || seen == PROBLEM.x().get(i, j));
      }
    }
    assertEquals(training.hash(), new HeldOutEntries(PROBLEM.x(), 0.1, 0).training().hash());
    assertNotEquals(training.hash(), new HeldOutEntries(PROBLEM.x(), 0.1, 1).training().hash());
  }

  @Test
  void errorsAreThoseOfWhatIsHeldOut() {
    Matrix x = PROBLEM.x().selectRows(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    x.set(3, 7, Float.NaN);
    HeldOutEntries entries = new HeldOutEntries(x, 0.1, 0);
    double[] errors = entries.errors(BinaryMatrix.empty(10), new Dense(0, 40));
    long held = 0;
    for (int i = 0; i < 10; i++) {
      double sum = 0;
      for (int j = 0; j < 40; j++) {
        if (Float.isNaN(entries.training().get(i, j)) && !Float.isNaN(x.get(i, j))) {
          sum += (double) x.get(i, j) * x.get(i, j);
          held++;
        }
      }
      assertEquals(sum, errors[i], 1e-9);
    }
    assertEquals(held, entries.count());
  }

  /** A fit could say nothing of a row or a column that it does not see. */
  @Test
  void everyRowAndEveryColumnKeepsAnEntry() {
    for (int[] shape : new int[][] {{2000, 2}, {2, 2000}, {30, 1}, {1, 30}}) {
      Matrix x = Matrix.allocate(shape[0], shape[1]);
      for (int i = 0; i < shape[0]; i++) {
        for (int j = 0; j < shape[1]; j++) {
          x.set(i, j, 1 + i + j);
        }
      }
      HeldOutEntries entries = new HeldOutEntries(x, 0.1, 0);
      DataFacts facts = entries.training().facts();
      assertEquals(0, facts.emptyRows().count());
      assertEquals(0, facts.emptyColumns().count());
      assertEquals(Math.min(shape[0], shape[1]) > 1, entries.count() > 0);
    }
  }
}
