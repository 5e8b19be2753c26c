package org.latentfeature.lasso.estimator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.Imputation;
import org.latentfeature.fit.model.Model;

/** What models say of entries that they have not seen. */
class ImputationTest {

  /** The fit's own noise and shares of features; the start does not matter where all is known. */
  @Test
  void softCodesOfWhatIsClearAreTheCodes() {
    SyntheticProblem p = SyntheticProblem.dense(90, 12, 3, .05, 3);
    try (Backend backend = reference()) {
      Model model = Estimators.named("lasso").fit(backend, p.x(), 3).toModel();
      Coder coder = model.coder(backend, 0);
      CodedRows coded = coder.code(p.x(), WorkListener.SILENT);
      double[][] soft = coder.soft(p.x(), coded, WorkListener.SILENT).toArray();
      double[][] hard = coded.codes().toArray();
      for (int i = 0; i < hard.length; i++) {
        assertArrayEquals(hard[i], soft[i], 1e-6);
      }
    }
  }

  @Test
  void weightsHaveNoSoftCodes() {
    SyntheticProblem p = SyntheticProblem.dense(60, 8, 2, .1, 3);
    try (Backend backend = reference()) {
      Coder coder = Estimators.named("markov").fit(backend, p.x(), 2).toModel().coder(backend, 0);
      CodedRows coded = coder.code(p.x(), WorkListener.SILENT);
      DataException refused =
          assertThrows(DataException.class, () -> coder.soft(p.x(), coded, WorkListener.SILENT));
      assertTrue(String.valueOf(refused.getMessage()).contains("weights"), refused::toString);
    }
  }

  @Test
  void knownEntriesStayBitForBit() {
    float nan = Float.NaN;
    Matrix x = Matrix.of(new float[][] {{1, nan, -0f}, {4, 5, 1.5f}});
    Matrix made = Matrix.of(new float[][] {{1, 2, 3}, {1, 5, 0}});
    Imputation filled = Imputation.of(x, made);
    assertArrayEquals(new float[][] {{1, 2, -0f}, {4, 5, 1.5f}}, filled.x().toArray());
    assertEquals(1, filled.filled());
    assertEquals(Math.sqrt((9 + 9 + 1.5 * 1.5) / 5), filled.rmse(), 1e-12);
    assertEquals(nan, x.get(0, 1), "X itself stays as it is");
  }

  private static Backend reference() {
    return new ReferenceProvider().open(Resources.DEFAULT);
  }
}
