package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.SoftFactorisation.Sums;
import org.latentfeature.step.coding.BitDraws;

/**
 * Over parts of the rows, maps are the same to the bit, sums to 1e-9, and passes come to the same
 * objective.
 */
public abstract class PartsContract {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(331, 23, 5, .3, 3);
  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(24, 12, 8, 32);

  private final BackendProvider provider;

  /** The contract on parts of the backend of {@code provider}. */
  protected PartsContract(BackendProvider provider) {
    this.provider = provider;
  }

  private Backend open(int parts, boolean atOnce) {
    return new InParts(provider, parts, atOnce).open(Resources.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "7, false", "2, true", "3, true"})
  void codesAreTheSameToTheBit(int parts, boolean atOnce) {
    // More columns than are searched exactly, from random starts that rows are the address of.
    SyntheticProblem p = SyntheticProblem.dense(331, 9, 23, .3, 4);
    BinaryMatrix[] codes = new BinaryMatrix[2];
    BinaryMatrix[] refined = new BinaryMatrix[2];
    BinaryMatrix[] drawn = new BinaryMatrix[2];
    double[][] projected = new double[2][];
    for (int i = 0; i < 2; i++) {
      try (Backend backend = i == 0 ? provider.open(Resources.DEFAULT) : open(parts, atOnce);
          Steps s = Steps.open(backend, p.x(), LIMITS)) {
        s.encode(p.w(), 8, 5, 11);
        codes[i] = s.incidence();
        s.replace(p.z());
        s.refine(p.w(), 8);
        refined[i] = s.incidence();
        s.factorisation().draw(s.z(), p.w(), new BitDraws(new double[23], 9, .2, 5));
        drawn[i] = s.incidence();
        projected[i] = s.projections().project(p.w()).toDense().values();
      }
    }
    assertEquals(codes[0], codes[1]);
    assertEquals(refined[0], refined[1]);
    assertEquals(drawn[0], drawn[1]);
    close(projected[0], projected[1], rounding());
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "7, false", "2, true", "3, true"})
  void sumsAgree(int parts, boolean atOnce) {
    try (Backend whole = provider.open(Resources.DEFAULT);
        Backend backend = open(parts, atOnce);
        Steps r = Steps.open(whole, PROBLEM.x(), LIMITS);
        Steps s = Steps.open(backend, PROBLEM.x(), LIMITS)) {
      r.replace(PROBLEM.z());
      s.replace(PROBLEM.z());
      Products expected = r.products(1);
      Products found = s.products(1);
      assertArrayEquals(expected.gram().values(), found.gram().values(), "gram is exact");
      close(expected.cross().values(), found.cross().values(), rounding());
      double error = r.squaredError(PROBLEM.w());
      assertEquals(error, s.squaredError(PROBLEM.w()), rounding() * error);
      assertEquals(error, s.residual(PROBLEM.w()), 1e-6 * error);
      close(r.squaredSingularValues(), s.squaredSingularValues(), 1e-9);
      close(r.columnGram().values(), s.columnGram().values(), 1e-9);
      Dense directions = Problems.dense(6, PROBLEM.x().cols(), 8);
      for (Contrast contrast : List.of(Contrast.unit(3), Contrast.SQUARE_AND_CUBE)) {
        Dense weighed = r.projections().weigh(directions, contrast);
        close(weighed.values(), s.projections().weigh(directions, contrast).values(), rounding());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "7, false", "2, true", "3, true"})
  void roundsOfSoftCodesAgree(int parts, boolean atOnce) {
    Dense w = PROBLEM.w();
    Dense[] drawn = new Dense[2];
    Sums[] sums = new Sums[2];
    Dense[] nu = new Dense[2];
    for (int i = 0; i < 2; i++) {
      try (Backend backend = i == 0 ? provider.open(Resources.DEFAULT) : open(parts, atOnce);
          Steps s = Steps.open(backend, PROBLEM.x(), LIMITS)) {
        s.soft().draw(w.rows(), 9);
        drawn[i] = s.soft().toDense();
        sums[i] = s.soft().update(w, w.timesTransposed(w), new double[w.rows()], 20);
        nu[i] = s.soft().toDense();
      }
    }
    assertArrayEquals(drawn[0].values(), drawn[1].values());
    close(nu[0].values(), nu[1].values(), rounding());
    close(sums[0].cross().values(), sums[1].cross().values(), rounding());
    close(sums[0].gram().values(), sums[1].gram().values(), rounding());
    assertEquals(sums[0].entropy(), sums[1].entropy(), rounding() * sums[0].entropy());
  }

  /** What sums that a backend makes in single precision within a block may differ by. */
  protected double rounding() {
    return 1e-9;
  }

  private static void close(double[] expected, double[] found, double tolerance) {
    double size = 0;
    for (double v : expected) {
      size = Math.max(size, Math.abs(v));
    }
    assertArrayEquals(expected, found, tolerance * size);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "7, false", "2, true", "3, true"})
  void passesComeToTheSameObjective(int parts, boolean atOnce) {
    try (Backend whole = provider.open(Resources.DEFAULT);
        Backend backend = open(parts, atOnce);
        Steps r = Steps.open(whole, PROBLEM.x(), LIMITS);
        Steps s = Steps.open(backend, PROBLEM.x(), LIMITS)) {
      double expected = r.sweep(12, 1e-9, 500, 7).value();
      AtomSearch.Sweeps sweeps = s.sweep(12, 1e-9, 500, 7);
      assertEquals(expected, sweeps.value(), 1e-6 * expected);
      for (int i = 1; i < sweeps.objectives().size(); i++) {
        double before = sweeps.objectives().get(i - 1);
        assertTrue(sweeps.objectives().get(i) >= before * (1 - 1e-6), "sweep " + i + " fell");
      }
      double best = r.round(32, 8, 50, 2).get(0).score();
      assertEquals(best, s.round(32, 8, 50, 2).get(0).score(), 1e-3 * best);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, false, 120, 30", "7, false, 40, 90", "2, true, 120, 30"})
  void fitsFindTheSameFeatures(int parts, boolean atOnce, int rows, int cols) {
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, 4, .1, 1);
    try (Backend whole = provider.open(Resources.DEFAULT);
        Backend backend = open(parts, atOnce)) {
      LassoResult expected =
          new LatentFeatureLasso(whole, LassoOptions.of(4, Method.LASSO))
              .fit(p.x(), FitListener.SILENT);
      LassoResult found =
          new LatentFeatureLasso(backend, LassoOptions.of(4, Method.LASSO))
              .fit(p.x(), FitListener.SILENT);
      assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
      assertEquals(expected.rmse(), found.rmse(), 1e-6 * expected.rmse());
    }
  }
}
