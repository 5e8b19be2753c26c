package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.factor.ColumnTerms;

class WeightedCodesTest {

  /** A model of one feature, (2, 1), whose second column has a weight. */
  private static LassoModel model(Backend backend, double weight) {
    Matrix x = Matrix.of(new double[][] {{2, 1}, {0, 0}});
    return new LassoResult(
            BinaryMatrix.ofColumns(2, List.of(BitVector.of(new boolean[] {true, false}))),
            Dense.wrap(1, 2, new double[] {2, 1}),
            new ColumnTerms(null, new double[] {1, weight}, Double.NaN),
            0,
            0,
            "path",
            Double.NaN,
            Verified.NONE,
            Map.of(),
            Ending.CONVERGED,
            List.of(),
            Map.of(),
            new FitOrigin<>(LassoOptions.of(1), backend.info(), x))
        .toModel();
  }

  /** The feature lowers the error of (2, 0) by 4 in the first column, and adds μ in the second. */
  @Test
  void aWeightMultipliesTheSquaredErrorOfItsColumn() {
    Matrix row = Matrix.of(new double[][] {{2, 0}});
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      for (double weight : new double[] {.5, 1, 3, 3.9, 4.1, 9}) {
        BinaryMatrix z =
            model(backend, weight).coder(backend, 0).code(row, WorkListener.SILENT).codes().z();
        assertEquals(weight < 4, z.get(0, 0), "weight " + weight);
      }
    }
  }
}
