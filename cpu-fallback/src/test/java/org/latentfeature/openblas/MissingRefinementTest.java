package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * The refinement of codes and dictionary where entries are missing: exact, never imputed, and with
 * a ridge for columns of which little is known.
 */
class MissingRefinementTest {

  /** Known entries of a column, and the error to what is without noise that it may have. */
  private static final double[][] RIDGE = {
    {1000, .02}, {300, .04}, {100, .055}, {50, .075}, {25, .11}, {14, .15}, {7, .2}, {3, .22}
  };

  @FunctionalInterface
  private interface Refining {
    Factors by(CodeRefinement refinement);
  }

  private static Factors refined(Matrix x, int k, Refining how) {
    try (Backend backend = new OpenBlasProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, x)) {
      Incidence.Limits columns = new Incidence.Limits(k);
      Factorisation.Limits limits = new Factorisation.Limits(k);
      ResidentRows rows = data.rows(List.of(columns, limits), StopSignal.NEVER);
      try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
        Incidence codes = opened.open(columns);
        return how.by(new CodeRefinement(data, rows, opened.open(limits), codes, any -> {}));
      }
    }
  }

  private static BinaryMatrix flipped(BinaryMatrix z, double share) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < z.cols(); k++) {
      boolean[] bits = new boolean[z.rows()];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = z.get(i, k) != CounterRandom.uniform(77, i, k) < share;
      }
      columns.add(BitVector.of(bits));
    }
    return BinaryMatrix.ofColumns(z.rows(), columns);
  }

  /** Of imputed entries, which agree with the present code, half of the wrong bits would stay. */
  @ParameterizedTest
  @CsvSource({"syn3, .1", "syn3, .3", "syn3, .5", "syn2, .5"})
  void wrongBitsAreMended(String name, double missing) {
    SyntheticProblem p = SyntheticProblem.generate(name, 3);
    Matrix x = Matrix.allocate(p.x().rows(), p.x().cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        boolean isKnown = CounterRandom.uniform(78, i, j) >= missing;
        x.set(i, j, isKnown ? p.x().get(i, j) : Float.NaN);
      }
    }
    Factors found = refined(x, p.z().cols(), r -> r.run(flipped(p.z(), .12)));
    double hamming = Hamming.mean(p.z(), found.z());
    assertTrue(hamming <= .0003, () -> name + ", " + missing + ": " + hamming);
  }

  /** Without the ridge, columns of K = 14 known entries are interpolated and 3.6 off. */
  @Test
  void columnsOfFewKnownEntriesDoNotExplode() {
    SyntheticProblem p = SyntheticProblem.generate("syn2", 3);
    int kinds = RIDGE.length;
    Matrix x = Matrix.allocate(p.x().rows(), p.x().cols());
    for (int j = 0; j < x.cols(); j++) {
      double share = RIDGE[j % kinds][0] / x.rows();
      for (int i = 0; i < x.rows(); i++) {
        boolean isKnown = CounterRandom.uniform(79, i, j) < share;
        x.set(i, j, isKnown ? p.x().get(i, j) : Float.NaN);
      }
    }
    Factors found = refined(x, p.z().cols(), r -> r.descend(r.fit(p.z()), 1));
    double[] squares = new double[kinds];
    int[] count = new int[kinds];
    for (int j = 0; j < x.cols(); j++) {
      for (int i = 0; i < x.rows(); i++) {
        double wrong = 0;
        for (int k = 0; k < p.z().cols(); k++) {
          wrong += p.z().get(i, k) ? found.w().get(k, j) - p.w().get(k, j) : 0;
        }
        squares[j % kinds] += wrong * wrong;
        count[j % kinds]++;
      }
    }
    for (int c = 0; c < kinds; c++) {
      double error = Math.sqrt(squares[c] / count[c]);
      double most = RIDGE[c][1];
      String of = "columns of about " + RIDGE[c][0] + " known entries: " + error;
      assertTrue(error <= most, of);
    }
  }
}
