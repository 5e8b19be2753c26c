package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.fit.metrics.Rmse;

/** Prevalences, dependence and noise by what many rows tell of them. */
class DenseProblemTest {

  private static final int N = 40_000;
  private static final int K = 6;

  /** Five standard errors of a share of N rows. */
  private static final double NEAR = 5 * .5 / Math.sqrt(N);

  private static DenseProblem problem(String prevalence, String dependence) {
    return new DenseProblem(
        N,
        1,
        K,
        0,
        Prevalence.of(prevalence),
        FeatureDependence.of(dependence),
        NoiseShape.EQUAL,
        3);
  }

  private static BinaryMatrix z(String prevalence, String dependence) {
    return problem(prevalence, dependence).inMemory().z();
  }

  private static double share(BinaryMatrix z, int k) {
    return z.column(k).count() / (double) z.rows();
  }

  /** How often features {@code k} and {@code l} are there together. */
  private static double together(BinaryMatrix z, int k, int l) {
    return z.column(k).dot(z.column(l)) / (double) z.rows();
  }

  private static double correlation(BinaryMatrix z, int k, int l) {
    double p = share(z, k);
    double q = share(z, l);
    return (together(z, k, l) - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
  }

  @ParameterizedTest
  @CsvSource({
    ".5, none",
    ".2, none",
    ".1..0.6, none",
    ".2, factor:.5",
    ".1..0.6, factor:.7",
    ".3, chain:.8",
    ".5, factor:0",
    ".5, chain:0"
  })
  void everyFeatureHasItsPrevalence(String prevalence, String dependence) {
    Prevalence range = Prevalence.of(prevalence);
    BinaryMatrix z = z(prevalence, dependence);
    for (int k = 0; k < K; k++) {
      double expected = range.first() + k / (K - 1.0) * (range.last() - range.first());
      assertEquals(expected, share(z, k), NEAR, "feature " + k);
    }
  }

  @ParameterizedTest
  @CsvSource({".5, none", ".2, none", ".1..0.6, none", ".2, factor:0", ".2, chain:0"})
  void independentFeatures(String prevalence, String dependence) {
    BinaryMatrix z = z(prevalence, dependence);
    for (int k = 0; k < K; k++) {
      for (int l = 0; l < k; l++) {
        assertEquals(0, correlation(z, k, l), 2 * NEAR);
      }
    }
  }

  /** Of two normal variables with correlation R, both above the median: ¼ + asin(R) / 2π. */
  @ParameterizedTest
  @CsvSource({".3", ".5", ".9"})
  void oneCommonFactor(double r) {
    BinaryMatrix z = z(".5", "factor:" + r);
    for (int k = 0; k < K; k++) {
      for (int l = 0; l < k; l++) {
        assertEquals(.25 + Math.asin(r) / (2 * Math.PI), together(z, k, l), NEAR);
      }
    }
  }

  @Test
  void aFactorRaisesWhatIsRare() {
    BinaryMatrix z = z(".1..0.6", "factor:.5");
    for (int k = 1; k < K; k++) {
      assertTrue(together(z, 0, k) > share(z, 0) * share(z, k) + NEAR, "feature " + k);
    }
  }

  @ParameterizedTest
  @CsvSource({".5, .1", ".5, .9", ".2, .1", ".2, .4"})
  void pairsDifferInTheirShare(double p, double r) {
    BinaryMatrix z = z(Double.toString(p), "pairs:" + r);
    for (int k = 0; k < K; k += 2) {
      double differ = z.column(k).distance(z.column(k + 1)) / (double) N;
      assertEquals(r, differ, NEAR);
      assertEquals(p, share(z, k), NEAR);
      assertEquals(p, share(z, k + 1), NEAR);
    }
    assertEquals(0, correlation(z, 1, 2), 2 * NEAR);
    assertEquals(0, correlation(z, 0, 5), 2 * NEAR);
  }

  /** So the correlation of two features falls by R with each link between them. */
  @ParameterizedTest
  @CsvSource({".5, .8", ".2, .5"})
  void aChainForgets(double p, double r) {
    BinaryMatrix z = z(Double.toString(p), "chain:" + r);
    for (int k = 0; k < K; k++) {
      for (int l = 0; l < k; l++) {
        assertEquals(Math.pow(r, k - l), correlation(z, k, l), 3 * NEAR);
      }
    }
  }

  private static SyntheticProblem noise(NoiseShape shape) {
    return new DenseProblem(4000, 50, 1, .3, Prevalence.HALF, FeatureDependence.NONE, shape, 5)
        .inMemory();
  }

  /** Root mean square of column {@code j} of X − Z W, and its mean fourth power over its square. */
  private static double[] moments(SyntheticProblem p, int j) {
    double second = 0;
    double fourth = 0;
    for (int i = 0; i < p.x().rows(); i++) {
      double e = p.x().get(i, j) - (p.z().get(i, 0) ? p.w().get(0, j) : 0);
      second += e * e / p.x().rows();
      fourth += e * e * e * e / p.x().rows();
    }
    return new double[] {Math.sqrt(second), fourth / second / second};
  }

  @Test
  void normalNoiseIsTheSameInAllColumns() {
    SyntheticProblem p = noise(NoiseShape.EQUAL);
    for (int j = 0; j < 50; j++) {
      double[] moments = moments(p, j);
      assertEquals(.3, moments[0], .02);
      assertEquals(3, moments[1], .6);
    }
  }

  @Test
  void columnsHaveNoiseOfTheirOwn() {
    SyntheticProblem p = noise(NoiseShape.COLUMNS);
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int j = 0; j < 50; j++) {
      double[] moments = moments(p, j);
      assertEquals(3, moments[1], .6);
      least = Math.min(least, moments[0]);
      most = Math.max(most, moments[0]);
    }
    assertTrue(most / least > 5 && most / least < 9.5, () -> "they differ too much or too little");
    assertEquals(.3, Rmse.noisy(p.x(), p.z(), p.w()), .003);
  }

  /** The fourth moment of t with 3 degrees of freedom is infinite. */
  @Test
  void heavyTailsHaveTheStandardDeviationAskedFor() {
    SyntheticProblem p = noise(NoiseShape.T);
    double kurtosis = 0;
    int inside = 0;
    for (int j = 0; j < 50; j++) {
      kurtosis += moments(p, j)[1] / 50;
      for (int i = 0; i < p.x().rows(); i++) {
        double e = p.x().get(i, j) - (p.z().get(i, 0) ? p.w().get(0, j) : 0);
        inside += Math.abs(e) < .3 * .7648923284 / Math.sqrt(3) ? 1 : 0;
      }
    }
    assertTrue(kurtosis > 8, "kurtosis " + kurtosis);
    assertEquals(.3, Rmse.noisy(p.x(), p.z(), p.w()), .03);
    assertEquals(.5, inside / 200_000.0, .006, "the quartile of t is .765");
  }

  @ParameterizedTest
  @CsvSource({
    ".5, none, EQUAL",
    ".2, factor:.5, COLUMNS",
    ".3, pairs:.2, T",
    ".3, chain:.2, EQUAL"
  })
  void rowByRowItIsTheSameAsInMemory(String prevalence, String dependence, String noise) {
    DenseProblem problem =
        new DenseProblem(
            131,
            7,
            5,
            .1,
            Prevalence.of(prevalence),
            FeatureDependence.of(dependence),
            NoiseShape.valueOf(noise),
            9);
    SyntheticProblem whole = problem.inMemory();
    SyntheticRows rows = problem.draw();
    boolean[] bits = new boolean[5];
    for (int i = 130; i >= 0; i--) {
      rows.z(i, bits);
      for (int k = 0; k < 5; k++) {
        assertEquals(whole.z().get(i, k), bits[k]);
      }
    }
    float[] row = new float[7];
    float[] expected = new float[7];
    for (int i = 0; i < 131; i++) {
      rows.x(i, row);
      whole.x().getRow(i, expected);
      assertArrayEquals(expected, row);
    }
    assertThrows(IllegalStateException.class, () -> rows.x(131, row));
    assertThrows(IllegalStateException.class, () -> rows.x(0, row));
  }

  @Test
  void otherSeedsAreOtherProblems() {
    DenseProblem a = problem(".2", "factor:.5");
    DenseProblem b =
        new DenseProblem(
            N, 1, K, 0, a.prevalence(), a.dependence(), NoiseShape.EQUAL, a.seed() + 1);
    assertTrue(Math.abs(a.inMemory().z().column(0).distance(b.inMemory().z().column(0))) > N / 10);
  }

  @Test
  void wordsAreReadAsTheyAreWritten() {
    for (String words : new String[] {"none", "factor:0.5", "pairs:0.1", "chain:0.8"}) {
      assertEquals(words, FeatureDependence.of(words).toString());
    }
    for (String words : new String[] {"0.5", "0.1..0.4"}) {
      assertEquals(words, Prevalence.of(words).toString());
    }
    assertEquals(new Prevalence(.1, .5), Prevalence.of(".1...5"));
  }
}
