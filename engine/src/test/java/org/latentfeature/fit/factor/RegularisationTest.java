package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptionTable;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;

/** Costs of W and of bits, against their definition. */
class RegularisationTest {

  private static final int ROWS = 70;
  private static final int COLS = 13;
  private static final int K = 3;
  private static final double RIDGE = 4;
  private static final double BIT = 1.5;

  /** A share of {@code missing} entries; the first rows are whole. */
  private static Matrix x(double missing) {
    Matrix x = Matrix.allocate(ROWS, COLS);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLS; j++) {
        double value = .7 * CounterRandom.normal(1, i, j);
        for (int k = 0; k < K; k++) {
          value += CounterRandom.uniform(2, i, k) < .5 ? CounterRandom.normal(3, k, j) : 0;
        }
        boolean isKnown = i < 5 || j == 0 || CounterRandom.uniform(4, i, j) >= missing;
        x.set(i, j, isKnown ? (float) value : Float.NaN);
      }
    }
    return x;
  }

  /** ‖P(X − ZW)‖² + κ‖W‖² + λ Σ z. */
  private static double cost(Matrix x, BinaryMatrix z, Dense w, double ridge, double bit) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      sum += rowCost(x, i, bits(z, i), w, bit);
    }
    for (double v : w.values()) {
      sum += ridge * v * v;
    }
    return sum;
  }

  private static int bits(BinaryMatrix z, int i) {
    int bits = 0;
    for (int k = 0; k < z.cols(); k++) {
      bits |= z.get(i, k) ? 1 << k : 0;
    }
    return bits;
  }

  private static double rowCost(Matrix x, int i, int bits, Dense w, double bit) {
    double sum = bit * Integer.bitCount(bits);
    for (int j = 0; j < x.cols(); j++) {
      double e = x.get(i, j);
      for (int k = 0; k < w.rows(); k++) {
        e -= (bits >> k & 1) * w.get(k, j);
      }
      sum += Float.isNaN(x.get(i, j)) ? 0 : e * e;
    }
    return sum;
  }

  private static BinaryMatrix start() {
    BinaryMatrix z = BinaryMatrix.empty(ROWS);
    for (int k = 0; k < K; k++) {
      boolean[] has = new boolean[ROWS];
      for (int i = 0; i < ROWS; i++) {
        has[i] = CounterRandom.uniform(5, i, k) < .5;
      }
      z = z.with(BitVector.of(has));
    }
    return z;
  }

  /** Work on opened steps. */
  @FunctionalInterface
  private interface Work {
    void on(CodeRefinement refinement, Factorisation steps, Incidence codes);
  }

  private static void with(Matrix x, Regularisation costs, List<Factors> found, Work work) {
    Incidence.Limits room = new Incidence.Limits(K);
    Factorisation.Limits limits = new Factorisation.Limits(K);
    StopSignal stop = StopSignal.NEVER;
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        LoadedData data = new LoadedData(backend, x)) {
      ResidentRows rows = data.rows(List.of(room, limits), stop);
      try (Opened opened = new Opened(rows, stop)) {
        Incidence codes = opened.open(room);
        Factorisation steps = opened.open(limits);
        work.on(
            new CodeRefinement(data, rows, steps, codes, costs, found::add),
            costs.on(steps, data),
            codes);
      }
    }
  }

  @Test
  void theDictionaryIsThatOfTheRidge() {
    Matrix x = x(.6);
    with(
        x,
        new Regularisation(RIDGE, BIT),
        new ArrayList<>(),
        (refinement, steps, codes) -> {
          Factors found = refinement.fit(start());
          for (int j = 0; j < COLS; j++) {
            Dense gram = new Dense(K, K);
            Dense cross = new Dense(K, 1);
            for (int k = 0; k < K; k++) {
              gram.set(k, k, RIDGE);
            }
            for (int i = 0; i < ROWS; i++) {
              for (int k = 0; k < K && !Float.isNaN(x.get(i, j)); k++) {
                if (found.z().get(i, k)) {
                  cross.set(k, 0, cross.get(k, 0) + x.get(i, j));
                  for (int l = 0; l < K; l++) {
                    gram.set(k, l, gram.get(k, l) + (found.z().get(i, l) ? 1 : 0));
                  }
                }
              }
            }
            Dense w = Cholesky.of(gram).solve(cross);
            for (int k = 0; k < K; k++) {
              assertEquals(w.get(k, 0), found.w().get(k, j), 1e-5);
            }
          }
          double cost = cost(x, found.z(), found.w(), RIDGE, BIT);
          assertEquals(cost, found.squaredError(), 1e-4 * cost);
        });
  }

  /** Refinement and encoding, exact or not, on rows with missing entries and whole ones. */
  @Test
  void codesAreThoseOfLeastCost() {
    for (double missing : new double[] {0, .3, .8}) {
      Matrix x = x(missing);
      with(
          x,
          new Regularisation(null, BIT),
          new ArrayList<>(),
          (refinement, steps, codes) -> {
            Dense w = refinement.fit(start()).w();
            for (int exact : new int[] {K, 0}) {
              codes.replace(start());
              steps.refine(codes, w, exact);
              requireLeast(x, codes.toMatrix(), w, exact > 0);
              steps.encode(codes, w, RowCoding.encoding(exact, 8, 3, 0));
              requireLeast(x, codes.toMatrix(), w, exact > 0);
            }
          });
    }
  }

  /**
   * Of two features with equal rows of W one is as good as the other; a row after one with both.
   */
  @Test
  void theCodeOfARowDoesNotDependOnTheRowBefore() {
    Dense w = new Dense(K, COLS);
    Matrix x = Matrix.allocate(ROWS, COLS);
    for (int j = 0; j < COLS; j++) {
      w.set(0, j, 3 + j);
      w.set(1, j, 3 + j);
      w.set(2, j, j % 2 == 0 ? 9 : -9);
      for (int i = 0; i < ROWS; i++) {
        // Some rows have both, and each of the others follows one that has or one that has not.
        x.set(i, j, (i % 3 == 0 ? 2 : 1) * (3 + j));
      }
    }
    with(
        x,
        new Regularisation(null, BIT),
        new ArrayList<>(),
        (refinement, steps, codes) -> {
          steps.encode(codes, w, RowCoding.encoding(K, 8, 3, 0));
          BinaryMatrix z = codes.toMatrix();
          for (int i = 2; i < ROWS; i += 3) {
            assertEquals(z.get(1, 0), z.get(i, 0), "row " + i);
            assertEquals(z.get(i - 1, 0), z.get(i, 0), "rows of the same entries, " + i);
          }
        });
  }

  private static void requireLeast(Matrix x, BinaryMatrix z, Dense w, boolean exact) {
    for (int i = 0; i < ROWS; i++) {
      int own = bits(z, i);
      double cost = rowCost(x, i, own, w, BIT);
      for (int other = 0; other < 1 << K; other++) {
        if (exact || Integer.bitCount(own ^ other) == 1) {
          assertTrue(cost <= rowCost(x, i, other, w, BIT) + 1e-4, "row " + i);
        }
      }
    }
  }

  @Test
  void refinementNeverRaisesTheCost() {
    List<Factors> found = new ArrayList<>();
    Matrix x = x(.7);
    with(
        x,
        new Regularisation(RIDGE, BIT),
        found,
        (refinement, steps, codes) -> refinement.run(start()));
    assertTrue(found.size() > 2);
    double before = Double.POSITIVE_INFINITY;
    for (Factors some : found) {
      double cost = cost(x, some.z(), some.w(), RIDGE, BIT);
      assertTrue(cost <= before * (1 + 1e-6));
      before = cost;
    }
  }

  @Test
  void aFitTakesThemAsOptions() {
    LassoOptions options = LassoOptions.of(K).withRidge(RIDGE).withBitCost(BIT);
    Map<String, String> words = options.words();
    assertEquals("4.0", words.get("ridge"));
    assertEquals("1.5", words.get("bit-cost"));
    Map<String, String> own = Map.of("ridge", "4", "bit-cost", "1.5");
    assertEquals(options, LassoOptionTable.ALL.read(LassoOptions.of(K), own));
    assertFalse(LassoOptions.of(K).words().containsKey("bit-cost"));
    Matrix x = x(.5);
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1))) {
      LassoModel model = new LatentFeatureLasso(backend, options).fit(x).toModel();
      BinaryMatrix codes = model.coder(backend, 0).code(x, WorkListener.SILENT).likeliest().z();
      requireLeast(x, codes, model.w(), true);
      Matrix whole = x(0);
      DataException refused =
          assertThrows(
              DataException.class, () -> new LatentFeatureLasso(backend, options).fit(whole));
      assertEquals(
          "ridge and bit-cost apply to X with missing entries, but all are known; drop them",
          refused.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> new Regularisation(-1., 0));
    assertThrows(IllegalArgumentException.class, () -> new Regularisation(null, Double.NaN));
  }
}
