package org.latentfeature.fit.sequence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;

class OrderedRowsTest {

  private static Dense dictionary(int k, int d) {
    Dense w = new Dense(k, d);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        w.set(c, j, CounterRandom.normal(3, c, j));
      }
    }
    return w;
  }

  private static OrderedRows.Posterior posterior(
      Matrix x, Dense w, double variance, SwitchRates rates, int blockRows, int overlap, int t) {
    return OrderedRows.summed(x, w, variance, rates, blockRows, overlap, t, StopSignal.NEVER);
  }

  private static int wrong(BinaryMatrix a, BinaryMatrix b) {
    int wrong = 0;
    for (int k = 0; k < a.cols(); k++) {
      wrong += a.column(k).distance(b.column(k));
    }
    return wrong;
  }

  /** Compares with a sum over all 2^(NK) incidence matrices. */
  @Test
  void probabilitiesAreThoseOfAllSequences() {
    int n = 5;
    int k = 3;
    BinaryMatrix z = Overcomplete.persistent(60, k, .2, 1);
    SwitchRates rates = SwitchRates.of(z);
    Dense w = dictionary(k, 2);
    Matrix x = Overcomplete.rows(z, w, 1, 4).selectRows(new int[] {0, 1, 2, 3, 4});
    double[] expected = new double[n * k];
    double[] pairs = new double[k * k];
    double total = 0;
    for (int all = 0; all < 1 << (n * k); all++) {
      double p = Math.exp(logDensity(x, w, rates, all));
      total += p;
      for (int bit = 0; bit < n * k; bit++) {
        expected[bit] += (all >> bit & 1) * p;
      }
      for (int i = 0; i < n; i++) {
        for (int a = 0; a < k; a++) {
          for (int b = 0; b < k; b++) {
            pairs[a * k + b] += (all >> (i * k + a) & 1) * (all >> (i * k + b) & 1) * p;
          }
        }
      }
    }
    OrderedRows.Posterior found = posterior(x, w, 1, rates, 100, 0, 1);
    for (int bit = 0; bit < n * k; bit++) {
      assertEquals(expected[bit] / total, found.on().get(bit / k, bit % k), 1e-5);
      assertEquals(expected[bit] > total / 2, found.z().get(bit / k, bit % k));
    }
    for (int at = 0; at < k * k; at++) {
      assertEquals(pairs[at] / total, found.pairs().values()[at], 1e-5);
    }
    double product = 0;
    for (int i = 0; i < n; i++) {
      product += expected[i * k + 1] / total * x.get(i, 0);
    }
    assertEquals(product, found.products().get(1, 0), 1e-5);
    assertEquals(Math.log(total), found.likelihood(), 1e-4);
  }

  /** ln of p(X, Z) times exp(‖X‖²/2), at σ = 1. */
  private static double logDensity(Matrix x, Dense w, SwitchRates rates, int all) {
    int k = w.rows();
    double log = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] mean = new double[x.cols()];
      for (int a = 0; a < k; a++) {
        boolean isOn = (all >> (i * k + a) & 1) == 1;
        boolean wasOn = i > 0 && (all >> ((i - 1) * k + a) & 1) == 1;
        double change = wasOn ? rates.off(a) : rates.on(a);
        log +=
            Math.log(
                i == 0
                    ? isOn ? rates.share(a) : 1 - rates.share(a)
                    : isOn == wasOn ? 1 - change : change);
        for (int d = 0; d < mean.length && isOn; d++) {
          mean[d] += w.get(a, d);
        }
      }
      for (int d = 0; d < mean.length; d++) {
        log += x.get(i, d) * mean[d] - mean[d] * mean[d] / 2;
      }
    }
    return log;
  }

  @Test
  void blocksThatOverlapAreTheWhole() {
    BinaryMatrix z = Overcomplete.persistent(1000, 4, .02, 5);
    SwitchRates rates = SwitchRates.of(z);
    Dense w = dictionary(4, 6);
    Matrix x = Overcomplete.rows(z, w, 2, 6);
    OrderedRows.Posterior whole = posterior(x, w, 4, rates, 1000, 0, 1);
    OrderedRows.Posterior blocks = posterior(x, w, 4, rates, 90, 128, 2);
    OrderedRows.Posterior apart = posterior(x, w, 4, rates, 90, 0, 2);
    double worst = 0;
    double worstApart = 0;
    for (int i = 0; i < 1000; i++) {
      for (int k = 0; k < 4; k++) {
        worst = Math.max(worst, Math.abs(whole.on().get(i, k) - blocks.on().get(i, k)));
        worstApart = Math.max(worstApart, Math.abs(whole.on().get(i, k) - apart.on().get(i, k)));
      }
    }
    assertTrue(worst < 1e-4, "" + worst);
    assertTrue(worstApart > .01, "" + worstApart);
  }

  @Test
  void threadsMakeNoDifference() {
    BinaryMatrix z = Overcomplete.persistent(700, 5, .02, 7);
    Dense w = dictionary(5, 4);
    Matrix x = Overcomplete.rows(z, w, 1, 8);
    OrderedRows.Posterior one = posterior(x, w, 1, SwitchRates.of(z), 100, 50, 1);
    OrderedRows.Posterior three = posterior(x, w, 1, SwitchRates.of(z), 100, 50, 3);
    assertEquals(one.z(), three.z());
    assertArrayEquals(one.pairs().values(), three.pairs().values());
    assertArrayEquals(one.products().values(), three.products().values());
    assertEquals(one.likelihood(), three.likelihood());
  }

  /** Jumps of 1e4 σ, which single precision rules out, and noise of 1e-6 of X. */
  @Test
  void hugeFeaturesDoNotUnderflow() {
    BinaryMatrix z = Overcomplete.persistent(300, 6, .02, 9);
    Dense w = dictionary(6, 5);
    Matrix x = Overcomplete.rows(z, w, 1e-5, 10);
    assertEquals(z, posterior(x, w, 1e-10, SwitchRates.of(z), 64, 16, 1).z());
  }

  /** More features than are summed over: as by the posterior, and far better than rows alone. */
  @Test
  void columnsInTurnUseTheOrderToo() {
    BinaryMatrix z = Overcomplete.persistent(600, 16, .01, 11);
    Dense w = dictionary(16, 30);
    Matrix x = Overcomplete.rows(z, w, 2, 12);
    BinaryMatrix start = BinaryMatrix.empty(600);
    for (int k = 0; k < 16; k++) {
      start = start.with(z.column((k + 1) % 16));
    }
    OrderedRows.Posterior found =
        OrderedRows.posterior(x, w, 4, SwitchRates.of(z), z, 1, StopSignal.NEVER);
    assertTrue(wrong(z, found.z()) < 120, "" + wrong(z, found.z()));
    BinaryMatrix other =
        OrderedRows.posterior(x, w, 4, SwitchRates.of(z), start, 1, StopSignal.NEVER).z();
    assertTrue(wrong(z, other) < wrong(z, start) / 3, "" + wrong(z, other));
  }

  /** Of one feature the most probable column is known by trying all. */
  @Test
  void theMostProbableColumnIsFound() {
    BinaryMatrix z = Overcomplete.persistent(12, 1, .3, 13);
    SwitchRates rates = SwitchRates.of(z);
    Dense w = dictionary(1, 2);
    Matrix x = Overcomplete.rows(z, w, 1, 14);
    int best = 0;
    for (int all = 1; all < 1 << 12; all++) {
      if (logDensity(x, w, rates, all) > logDensity(x, w, rates, best)) {
        best = all;
      }
    }
    BinaryMatrix found =
        new CoordinateViterbi(x, w, 1, rates)
            .run(Overcomplete.codes(12, 1, .5, 15), StopSignal.NEVER);
    for (int i = 0; i < 12; i++) {
      assertEquals((best >> i & 1) == 1, found.get(i, 0));
    }
  }

  @Test
  void theRatioTellsAnOrder() {
    BinaryMatrix z = Overcomplete.persistent(2000, 4, .01, 16);
    Matrix x = Overcomplete.rows(z, dictionary(4, 5), .1, 17);
    assertTrue(OrderedRows.ratio(x) < .1);
    Matrix shuffled = x.selectRows(CounterRandom.permutation(18, 2000));
    assertEquals(1, OrderedRows.ratio(shuffled), .05);
  }
}
