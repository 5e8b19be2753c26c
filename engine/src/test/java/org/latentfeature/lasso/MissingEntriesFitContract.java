package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;

/** Fits to rows with missing entries. */
public abstract class MissingEntriesFitContract extends LassoContract {

  /** See {@link LassoContract}. */
  protected MissingEntriesFitContract(BackendProvider provider) {
    super(provider);
  }

  /** X without a share of its entries, chosen at random. */
  static Matrix masked(Matrix x, double share, long seed) {
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = CounterRandom.uniform(seed, i, j) < share ? Float.NaN : row[j];
      }
      out.setRow(i, row);
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"dense, 0.1", "dense, 0.3", "dense, 0.5", "syn0, 0.1", "syn0, 0.3"})
  void theTruthIsFoundInWhatIsKnown(String name, double share) {
    SyntheticProblem p =
        name.equals("dense")
            ? SyntheticProblem.dense(150, 60, 4, .1, 3)
            : SyntheticProblem.generate("syn0", 7);
    int k = p.z().cols();
    LassoResult found = fit(masked(p.x(), share, 11), LassoOptions.of(k));
    assertEquals(0, Hamming.mean(p.z(), found.z()), share < .5 ? 0 : .01);
    if (name.equals("dense")) {
      assertEquals(predictedByTheTruth(p, share), predicted(p, share, found), 1e-3);
    }
  }

  /** Root mean square error of what was hidden. */
  private static double predicted(SyntheticProblem p, double share, LassoResult found) {
    return heldOut(p.x(), masked(p.x(), share, 11), found.z(), found.w());
  }

  private double predictedByTheTruth(SyntheticProblem p, double share) {
    Matrix x = masked(p.x(), share, 11);
    Dense w = new Dense(p.z().cols(), x.cols());
    for (int j = 0; j < x.cols(); j++) {
      List<Integer> known = new ArrayList<>();
      for (int i = 0; i < x.rows(); i++) {
        if (!Float.isNaN(x.get(i, j))) {
          known.add(i);
        }
      }
      Dense gram = new Dense(w.rows(), w.rows());
      Dense cross = new Dense(w.rows(), 1);
      for (int i : known) {
        for (int a = 0; a < w.rows(); a++) {
          if (p.z().get(i, a)) {
            cross.set(a, 0, cross.get(a, 0) + x.get(i, j));
            for (int b = 0; b < w.rows(); b++) {
              gram.set(a, b, gram.get(a, b) + (p.z().get(i, b) ? 1 : 0));
            }
          }
        }
      }
      Dense solved = backend.algebra().solve(gram, cross);
      for (int a = 0; a < w.rows(); a++) {
        w.set(a, j, solved.get(a, 0));
      }
    }
    return heldOut(p.x(), x, p.z(), w);
  }

  private static double heldOut(Matrix x, Matrix seen, BinaryMatrix z, Dense w) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (Float.isNaN(seen.get(i, j))) {
          double e = x.get(i, j);
          for (int k = 0; k < z.cols(); k++) {
            e -= z.get(i, k) ? w.get(k, j) : 0;
          }
          sum += e * e;
          count++;
        }
      }
    }
    return Math.sqrt(sum / count);
  }

  /** What is on in a column that few rows know is shrunk, and does not explode. */
  @Test
  void columnsOfFewKnownEntriesAreShrunk() {
    SyntheticProblem p = SyntheticProblem.dense(200, 40, 5, .3, 4);
    Matrix x = masked(p.x(), .1, 5);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < 6; j++) {
        if (i >= 5 + j) {
          x.set(i, j, Float.NaN);
        }
      }
    }
    LassoResult found = fit(x, LassoOptions.of(5));
    double size = Math.sqrt(p.w().squaredNorm() / p.w().values().length);
    for (int j = 0; j < 6; j++) {
      for (int k = 0; k < 5; k++) {
        assertTrue(Math.abs(found.w().get(k, j)) < 5 * size, "W(" + k + ", " + j + ")");
      }
    }
  }

  @Test
  void theObjectiveFallsFromStepToStep() {
    SyntheticProblem p = SyntheticProblem.dense(120, 50, 6, .5, 9);
    LassoOptions options =
        LassoOptions.of(6).withMethod(Method.LASSO).withPenalty(new Penalty.Relative(.2));
    double last = Double.POSITIVE_INFINITY;
    for (FitEvent event : fit(masked(p.x(), .4, 2), options).trace()) {
      if (event.stage().equals(LassoStages.CONVEX_FIT)) {
        assertTrue(event.objective() <= last * (1 + 1e-6), () -> event + " rose");
        last = event.objective();
      }
    }
    assertTrue(last < Double.POSITIVE_INFINITY);
  }

  @Test
  void theCertificateHoldsForWhatIsKnown() {
    SyntheticProblem p = SyntheticProblem.dense(100, 40, 4, .2, 6);
    Matrix x = masked(p.x(), .3, 8);
    LassoOptions options = LassoOptions.of(4);
    LassoResult found = fit(x, options);
    Certificate proof =
        new Certifier(backend, options).certify(x, found.z(), Double.NaN, FitListener.SILENT);
    assertTrue(proof.lowerBound() > 0);
    assertTrue(proof.lowerBound() <= proof.objective());
    assertTrue(proof.gap() < .3, () -> proof.toString());
  }

  @Test
  void whatHasNothingKnownIsNamed() {
    Matrix x = masked(SyntheticProblem.dense(20, 6, 2, .1, 1).x(), .1, 3);
    for (int i = 0; i < 20; i++) {
      x.set(i, 3, Float.NaN);
    }
    DataException column = assertThrows(DataException.class, () -> fit(x, LassoOptions.of(2)));
    assertTrue(String.valueOf(column.getMessage()).contains("column 4"), column::getMessage);
    for (int j = 0; j < 6; j++) {
      x.set(4, j, Float.NaN);
    }
    DataException row = assertThrows(DataException.class, () -> fit(x, LassoOptions.of(2)));
    assertTrue(String.valueOf(row.getMessage()).contains("row 5"), row::getMessage);
  }

  @Test
  void columnsWithNothingKnownKeepTheirPlaces() {
    SyntheticProblem p = SyntheticProblem.dense(40, 10, 2, .1, 1);
    Matrix x = masked(p.x(), .2, 3);
    for (int i = 0; i < 40; i++) {
      x.set(i, 3, Float.NaN);
    }
    LassoOptions dropping = LassoOptions.of(2).withEmptyColumns(LassoOptions.EmptyColumns.DROP);
    LassoResult found = fit(x, dropping);
    assertEquals(0, Hamming.mean(p.z(), found.z()));
    for (int k = 0; k < 2; k++) {
      for (int j = 0; j < 10; j++) {
        assertEquals(j == 3, Double.isNaN(found.w().get(k, j)));
      }
    }
    assertEquals(.1, found.rmse(), .02);
  }

  @Test
  void partsThatShareNothingAreNamed() {
    Matrix x = SyntheticProblem.dense(20, 6, 2, .1, 1).x();
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 6; j++) {
        if (i < 8 != j < 3) {
          x.set(i, j, Float.NaN);
        }
      }
    }
    DataException parts = assertThrows(DataException.class, () -> fit(x, LassoOptions.of(2)));
    String message = String.valueOf(parts.getMessage());
    assertTrue(message.contains("(8 of 20)") && message.contains("9, 10, 11"), message);
  }
}
