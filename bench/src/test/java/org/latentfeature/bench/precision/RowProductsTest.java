package org.latentfeature.bench.precision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Cholesky;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;

/** Products equal plain loops in double precision. */
final class RowProductsTest {

  private static final SmallResidual SMALL = SmallResidual.of(150, 37, 5);
  private static final int M = 3;
  private static final int FIRST = 41;
  private static final int N = 83;

  static Stream<SearchVariant> variants() {
    return SMALL.variants().stream();
  }

  private static float[] normal(int n, long seed) {
    float[] all = new float[n];
    for (int i = 0; i < n; i++) {
      all[i] = (float) CounterRandom.normal(seed, i, 0);
    }
    return all;
  }

  private static void assertClose(double[] expected, float[] found, double share) {
    double most = Arrays.stream(expected).map(Math::abs).max().orElse(0);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found[i], share * most, "entry " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void rowsAreThoseOfTheResidual(SearchVariant variant) {
    RowProducts products = SMALL.products(variant);
    float[] row = new float[products.cols()];
    for (int i = 0; i < products.rows(); i++) {
      products.row(i, row);
      assertClose(SMALL.residual()[i], row, 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void gradientsAndSumsEqualPlainLoops(SearchVariant variant) {
    RowProducts products = SMALL.products(variant);
    double[][] a = SMALL.residual();
    int d = products.cols();
    float[] s = normal(M * d, 1);
    float[] delta = normal(M * N, 2);
    double[] gradient = new double[M * N];
    double[] sums = new double[M * d];
    for (int k = 0; k < M; k++) {
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < d; j++) {
          gradient[k * N + i] += a[FIRST + i][j] * s[k * d + j];
        }
      }
      for (int j = 0; j < d; j++) {
        sums[k * d + j] = s[k * d + j];
        for (int i = 0; i < N; i++) {
          sums[k * d + j] += a[FIRST + i][j] * delta[k * N + i];
        }
      }
    }
    float[] g = new float[M * N];
    products.gradient(M, s, FIRST, N, g);
    products.add(M, delta, FIRST, N, s);
    double share = 2 * SmallResidual.unit(variant);
    assertClose(gradient, g, share);
    assertClose(sums, s, share);
  }

  /** To all digits: only operands are rounded. */
  @ParameterizedTest
  @EnumSource
  void onlyOperandsAreRounded(OperandFormat format) {
    int d = 37;
    float[] a = normal(150 * d, 3);
    float[] s = normal(M * d, 4);
    float[] rounded = a.clone();
    format.roundAll(a, a.length, rounded);
    float[] operand = s.clone();
    format.ofSums().roundAll(s, s.length, operand);
    double[] expected = new double[M * N];
    for (int k = 0; k < M; k++) {
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < d; j++) {
          expected[k * N + i] += (double) rounded[(FIRST + i) * d + j] * operand[k * d + j];
        }
      }
    }
    float[] g = new float[M * N];
    new ResidualProducts(a, 150, d, format).gradient(M, s, FIRST, N, g);
    assertClose(expected, g, 1e-6);
  }

  @Test
  void bytesAreIntegersUpTo255() {
    assertTrue(ByteRows.isBytes(SMALL.x()));
    assertFalse(ByteRows.isBytes(Matrix.of(new float[][] {{1, 256}})));
    assertFalse(ByteRows.isBytes(Matrix.of(new float[][] {{1, -1}})));
    assertFalse(ByteRows.isBytes(Matrix.of(new float[][] {{1, 0.5f}})));
    assertFalse(ByteRows.isBytes(Matrix.of(new float[][] {{1, Float.NaN}})));
  }

  /** A fit of wide rows sees L of X = L Q; the inner products of residuals are the same. */
  @Test
  void bytesOfWideRowsHaveTheInnerProductsOfTheirFactor() {
    SmallResidual wide = SmallResidual.of(23, 90, 0);
    Dense x = wide.x().toDense();
    Dense lower = Cholesky.of(x.timesTransposed(x)).lower();
    Matrix l = Matrix.of(lower.toArray());
    SmallResidual codes = SmallResidual.of(23, 23, 4);
    BinaryMatrix z = codes.z();
    RowProducts narrow = new SingleRows(l, OperandFormat.SINGLE).of(z, codes.v());
    RowProducts bytes = ByteRows.of(wide.x(), l).of(z, codes.v());
    assertEquals(90, bytes.cols());
    for (int i = 0; i < 23; i++) {
      for (int j = 0; j < 23; j++) {
        double expected = product(narrow, i, j);
        double most = Math.sqrt(product(narrow, i, i) * product(narrow, j, j));
        assertEquals(expected, product(bytes, i, j), 1e-5 * most);
      }
    }
  }

  private static double product(RowProducts products, int i, int j) {
    float[] first = new float[products.cols()];
    float[] second = new float[products.cols()];
    products.row(i, first);
    products.row(j, second);
    double sum = 0;
    for (int c = 0; c < first.length; c++) {
      sum += (double) first[c] * second[c];
    }
    return sum;
  }
}
