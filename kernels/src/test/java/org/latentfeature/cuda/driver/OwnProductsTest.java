package org.latentfeature.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.CudaProvider;
import org.latentfeature.cuda.TestedDevice;
import org.latentfeature.cuda.software.AnyDevice;

/** Products by the project's kernels against plain loops. */
@Tag("device")
@ExtendWith(AnyDevice.class)
final class OwnProductsTest {

  private Context context;
  private DeviceArena arena;
  private OwnProducts products;

  @BeforeEach
  void open() {
    TestedDevice.provider().probe();
    context = new Context(0, 1 << 20, false, false);
    arena = new DeviceArena(context);
    products = context.ownProducts(CudaProvider.class);
  }

  @AfterEach
  void close() {
    arena.close();
    context.close();
  }

  /**
   * Each kind of tile, full ones and parts; with so many terms that they are split, and without.
   */
  @ParameterizedTest
  @CsvSource({
    "64, 64, 16",
    "70, 130, 45",
    "17, 17, 1",
    "16, 256, 300",
    "5, 300, 70",
    "1, 1, 900",
    "300, 9, 33",
    "257, 16, 530",
    "20, 30, 5000",
    "3, 40, 4097"
  })
  void productsAreThoseOfPlainLoops(int m, int n, int k) {
    Dense a = random(m, k, 1);
    Dense b = random(k, n, 2);
    Dense c = random(m, n, 3);
    DeviceBuffer out = floats(c);
    products.rowsByRows(m, n, k, floats(a), floats(b.transpose()), out);
    assertProduct(a, b, null, out);
    products.combinations(m, n, k, floats(a.transpose()), floats(b), out);
    assertProduct(a, b, null, out);
    products.times(m, n, k, floats(a), floats(b), out);
    assertProduct(a, b, null, out);
    DeviceBuffer kept = floats(c);
    Dense wide = new Dense(m, k + 3);
    for (int i = 0; i < m; i++) {
      for (int t = 0; t < k; t++) {
        wide.set(i, t, a.get(i, t));
      }
    }
    products.addTimes(m, n, k, floats(wide), k + 3, floats(b), kept);
    assertProduct(a, b, c, kept);
  }

  /** Of nothing nothing is written, and a sum of no terms is 0. */
  @Test
  void emptyProductsAreLeftOut() {
    DeviceBuffer some = floats(random(4, 4, 1));
    DeviceBuffer out = floats(random(4, 4, 2));
    double[] before = context.transfers().floats(out, 16);
    products.times(0, 4, 4, some, some, out);
    products.times(4, 0, 4, some, some, out);
    products.grams(2, 0, 3, some, out);
    products.addTimes(4, 4, 0, some, 0, some, out);
    assertArrayEquals(before, context.transfers().floats(out, 16));
    products.times(4, 4, 0, some, some, out);
    assertArrayEquals(new double[16], context.transfers().floats(out, 16));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 700", "3, 20, 45", "5, 64, 9"})
  void gramMatricesFollowOneAnother(int count, int m, int k) {
    Dense all = random(count * m, k, 4);
    DeviceBuffer grams = arena.floats("Gram matrices", (long) count * m * m);
    products.grams(count, m, k, floats(all), grams);
    double[] found = context.transfers().floats(grams, count * m * m);
    for (int g = 0; g < count; g++) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          double expected = 0;
          for (int t = 0; t < k; t++) {
            expected += all.get(g * m + i, t) * all.get(g * m + j, t);
          }
          assertEquals(expected, found[(g * m + i) * m + j], 1e-5 * k, "matrix " + g);
        }
      }
    }
  }

  /** Of the upper triangle nothing is written. */
  @ParameterizedTest
  @CsvSource({"1, 9, false", "65, 30, true", "130, 70, false", "40, 2000, true", "9, 700, false"})
  void gramMatricesInDoublePrecisionHaveALowerTriangle(int m, int k, boolean keep) {
    Dense a = random(m, k, 5);
    assertGram(m, k, keep, a, (out) -> products.addRowGram(m, k, doubles(a), keep, out));
    Dense columns = a.transpose();
    assertGram(m, k, keep, a, (out) -> products.addColumnGram(m, k, doubles(columns), keep, out));
  }

  /** The same of factors in single precision, some of them large. */
  @ParameterizedTest
  @CsvSource({"1, 9, false", "65, 30, true", "130, 70, false", "40, 2000, true", "9, 700, false"})
  void soDoThoseOfSinglePrecisionToTwiceItsDigits(int m, int k, boolean keep) {
    Dense a = random(m, k, 5);
    for (int i = 0; i < m; i++) {
      for (int t = 0; t < k; t++) {
        a.set(i, t, (float) (a.get(i, t) * (1 + 1000 * (t % 3))));
      }
    }
    Dense columns = a.transpose();
    double scale = 4e6; // of the largest squares
    assertGram(
        m, k, keep, a, scale, out -> products.addTwofoldGram(m, k, floats(a), k, 1, keep, out));
    assertGram(
        m,
        k,
        keep,
        a,
        scale,
        out -> products.addTwofoldGram(m, k, floats(columns), 1, m, keep, out));
  }

  private void assertGram(int m, int k, boolean keep, Dense a, Consumer<DeviceBuffer> product) {
    assertGram(m, k, keep, a, 1, product);
  }

  private void assertGram(
      int m, int k, boolean keep, Dense a, double scale, Consumer<DeviceBuffer> product) {
    Dense before = random(m, m, 6);
    DeviceBuffer out = doubles(before);
    product.accept(out);
    double[] found = context.transfers().doubles(out, m * m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double expected = keep || j > i ? before.get(i, j) : 0;
        for (int t = 0; t < k && j <= i; t++) {
          expected += a.get(i, t) * a.get(j, t);
        }
        assertEquals(expected, found[i * m + j], 1e-12 * k * scale);
      }
    }
  }

  /** The same bits each time, split or not. */
  @Test
  void equalProductsHaveEqualBits() {
    Dense a = random(10, 3000, 7);
    Dense b = random(3000, 20, 8);
    DeviceBuffer first = arena.floats("first", 200);
    DeviceBuffer second = arena.floats("second", 200);
    DeviceBuffer left = floats(a);
    DeviceBuffer right = floats(b);
    products.times(10, 20, 3000, left, right, first);
    products.times(10, 20, 3000, left, right, second);
    double[] once = context.transfers().floats(first, 200);
    double[] again = context.transfers().floats(second, 200);
    assertArrayEquals(once, again);
  }

  @Test
  void factorsThatAreTooSmallAreRefused() {
    DeviceBuffer small = arena.floats("small", 10);
    DeviceBuffer large = arena.floats("large", 100);
    assertThrows(
        IndexOutOfBoundsException.class, () -> products.times(4, 4, 4, small, large, large));
    assertThrows(
        IndexOutOfBoundsException.class, () -> products.rowsByRows(4, 4, 4, large, small, large));
    assertThrows(
        IndexOutOfBoundsException.class, () -> products.times(4, 4, 4, large, large, small));
  }

  private static Dense random(int rows, int cols, long seed) {
    Dense values = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        values.set(i, j, (float) CounterRandom.normal(seed, i, j));
      }
    }
    return values;
  }

  private DeviceBuffer floats(Dense values) {
    DeviceBuffer buffer = arena.floats("factor", values.values().length);
    context.transfers().sendFloats(values, buffer);
    return buffer;
  }

  private DeviceBuffer doubles(Dense values) {
    DeviceBuffer buffer = arena.doubles("factor", values.values().length);
    context.transfers().send(values.values(), buffer);
    return buffer;
  }

  private void assertProduct(Dense a, Dense b, @Nullable Dense before, DeviceBuffer found) {
    Dense expected = a.times(b);
    double[] entries = context.transfers().floats(found, a.rows() * b.cols());
    for (int i = 0; i < entries.length; i++) {
      double kept = before == null ? 0 : before.values()[i];
      assertEquals(expected.values()[i] + kept, entries[i], 1e-6 * (10 + a.cols()), "entry " + i);
    }
  }
}
