package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Variant;

/** What each variant recovers where the plain squared error does not, or worse. */
@Tag("whole")
final class VariantTableTest {

  private static final int SEEDS = 1;

  /** Where seeds differ much. */
  private static final int PAIR = 2;

  @ParameterizedTest
  @ValueSource(doubles = {0, 5})
  void anInterceptIsTheOffset(double offset) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Drawn drawn = new Drawn(400, 100, 10, .5, seed).multiply();
      drawn.add(drawn.normal(1, 100, offset)).noise(.7);
      LassoResult result = Drawn.fit(drawn.x, 10, Variant.PLAIN.withIntercept(true), Weights.NONE);
      assertEquals(0, drawn.upToComplement(result.z()));
      assertEquals(10, result.z().cols());
      for (BitVector column : result.z().columns()) {
        assertTrue(column.count() <= 200, "the feature that fewer rows have");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({".5, 0", "1, .027"})
  void nonnegativeFeaturesAreFound(double sigma, double most) {
    double sum = 0;
    for (int seed = 0; seed < PAIR; seed++) {
      Drawn drawn = new Drawn(200, 60, 10, .3, seed);
      for (double[] row : drawn.w) {
        Arrays.setAll(row, j -> Math.max(0, row[j]));
      }
      drawn.multiply().noise(sigma);
      LassoResult result =
          Drawn.fit(drawn.x, 10, Variant.PLAIN.withNonnegative(true), Weights.NONE);
      sum += Hamming.mean(drawn.z, result.z());
      assertTrue(Arrays.stream(result.w().values()).allMatch(v -> v >= 0));
    }
    assertTrue(sum / PAIR <= most + .005, () -> "Hamming distance");
  }

  @ParameterizedTest
  @CsvSource({".2, .0001, .0270", ".5, .069, .116"})
  void patchesAreFoundWithLessError(double sigma, double hamming, double error) {
    double distances = 0;
    double errors = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Drawn drawn = patches(seed);
      double[][] truth = Arrays.stream(drawn.x).map(double[]::clone).toArray(double[][]::new);
      drawn.noise(sigma);
      LassoResult result = Drawn.fit(drawn.x, 10, Variant.PLAIN.withL1(Double.NaN), Weights.NONE);
      distances += Hamming.mean(drawn.z, result.z());
      errors += error(truth, result);
    }
    double meanDistance = distances / SEEDS;
    double meanError = errors / SEEDS;
    assertTrue(meanDistance <= hamming + .005, () -> "Hamming distance " + meanDistance);
    assertTrue(meanError <= error + .005, () -> "error " + meanError);
  }

  /** Ten squares of 4×4 in 12×12. */
  private static Drawn patches(long seed) {
    Drawn drawn = new Drawn(250, 144, 10, .5, seed);
    Set<Integer> places = new LinkedHashSet<>();
    while (places.size() < drawn.w.length) {
      places.add(drawn.random.nextInt(9) * 12 + drawn.random.nextInt(9));
    }
    int k = 0;
    for (int place : places) {
      double[] row = drawn.w[k++];
      Arrays.fill(row, 0);
      for (int i = 0; i < 16; i++) {
        row[place + i / 4 * 12 + i % 4] = 1;
      }
    }
    return drawn.multiply();
  }

  private static double error(double[][] truth, LassoResult result) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      for (int j = 0; j < truth[i].length; j++) {
        double rest = truth[i][j];
        for (int k = 0; k < result.z().cols(); k++) {
          rest -= result.z().get(i, k) ? result.w().get(k, j) : 0;
        }
        sum += rest * rest;
      }
    }
    return Math.sqrt(sum / truth.length / truth[0].length);
  }

  @ParameterizedTest
  @CsvSource({".1, 0", "0, .05", "-1, 0"})
  void outliersShapeNoFeature(double entries, double rows) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Drawn drawn = new Drawn(300, 80, 10, .5, seed).multiply();
      double[][] noise = drawn.normal(300, 80, .5);
      boolean[] isOutlier = new boolean[300];
      for (int i = 0; i < 300; i++) {
        isOutlier[i] = drawn.random.nextDouble() < rows;
        for (int j = 0; j < 80; j++) {
          if (isOutlier[i]) {
            noise[i][j] = 8 * drawn.random.nextGaussian();
          } else if (entries < 0) {
            noise[i][j] *= Math.sqrt(1.7 / (2 * gamma(drawn)));
          } else if (drawn.random.nextDouble() < entries) {
            noise[i][j] = 10 * drawn.random.nextGaussian();
          }
        }
      }
      drawn.add(noise);
      LassoResult result = Drawn.fit(drawn.x, 10, Variant.PLAIN.withRobust(true), Weights.NONE);
      double distance = Hamming.mean(of(drawn.z, isOutlier), of(result.z(), isOutlier));
      assertTrue(distance <= .005, () -> "Hamming distance " + distance);
      if (rows > 0) {
        int outliers = BitVector.of(isOutlier).count();
        assertEquals((double) outliers, result.figures().get(VariantLasso.OUTLYING_ROWS));
      }
    }
  }

  /** Of shape .85, by Marsaglia and Tsang's rejection for shape 1.85. */
  private static double gamma(Drawn drawn) {
    double d = 1.85 - 1 / 3.0;
    while (true) {
      double normal = drawn.random.nextGaussian();
      double v = Math.pow(1 + normal / Math.sqrt(9 * d), 3);
      double u = drawn.random.nextDouble();
      if (v > 0 && Math.log(u) < .5 * normal * normal + d - d * v + d * Math.log(v)) {
        return d * v * Math.pow(drawn.random.nextDouble(), 1 / .85);
      }
    }
  }

  private static BinaryMatrix of(BinaryMatrix z, boolean[] isLeftOut) {
    return BinaryMatrix.ofColumns(
        z.rows() - BitVector.of(isLeftOut).count(),
        z.columns().stream()
            .map(
                column -> {
                  boolean[] kept = new boolean[z.rows() - BitVector.of(isLeftOut).count()];
                  int at = 0;
                  for (int i = 0; i < z.rows(); i++) {
                    if (!isLeftOut[i]) {
                      kept[at++] = column.get(i);
                    }
                  }
                  return BitVector.of(kept);
                })
            .toList());
  }

  @ParameterizedTest
  @ValueSource(longs = 0)
  void columnsOfUnequalNoiseAreWeighed(long seed) {
    Drawn drawn = new Drawn(300, 100, 10, .5, seed).multiply();
    double[] sigma = new double[100];
    Arrays.setAll(sigma, j -> Math.exp(3 * drawn.random.nextDouble() - 1.5));
    double[][] noise = drawn.normal(300, 100, 1);
    for (double[] row : noise) {
      Arrays.setAll(row, j -> sigma[j] * row[j]);
    }
    drawn.add(noise);
    LassoResult result = Drawn.fit(drawn.x, 10, Variant.PLAIN, new Weights(null, null, true));
    assertEquals(0, Hamming.mean(drawn.z, result.z()), .005);
  }

  @ParameterizedTest
  @ValueSource(longs = 0)
  void rowsOfUnequalNoiseAreWeighed(long seed) {
    Drawn drawn = new Drawn(300, 100, 10, .5, seed).multiply();
    double[] weights = new double[300];
    double[][] noise = drawn.normal(300, 100, 1);
    for (int i = 0; i < 300; i++) {
      double sigma = Math.exp(3 * drawn.random.nextDouble() - 1.5);
      weights[i] = 1 / (sigma * sigma);
      double[] row = noise[i];
      Arrays.setAll(row, j -> sigma * row[j]);
    }
    drawn.add(noise);
    LassoResult result = Drawn.fit(drawn.x, 10, Variant.PLAIN, new Weights(weights, null, false));
    double distance = Hamming.mean(drawn.z, result.z());
    assertTrue(distance <= .017 + .005, () -> "Hamming distance " + distance);
  }
}
