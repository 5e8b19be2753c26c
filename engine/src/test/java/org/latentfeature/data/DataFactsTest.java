package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.data.DataFacts.Entry;

class DataFactsTest {

  private static final float NAN = Float.NaN;
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  /** Small rows, rows of one chunk, and rows of several, in one segment and in many. */
  @ParameterizedTest
  @CsvSource({"1, 1", "301, 3", "67, 65", "9, 16384", "5, 16385", "3, 50001"})
  void areWhatTheirDefinitionsSay(int rows, int cols) {
    for (double share : new double[] {0, .01, .5, .97}) {
      Matrix x = holes(Matrices.random(rows, cols, 7L * cols, 3), share);
      DataFacts facts = x.facts();
      BigDecimal sum = BigDecimal.ZERO;
      long known = 0;
      float largest = 0;
      Entry missing = null;
      boolean[] incomplete = new boolean[rows];
      boolean[] knownRow = new boolean[rows];
      boolean[] knownColumn = new boolean[cols];
      boolean[] otherColumn = new boolean[cols];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
          float v = x.get(i, j);
          if (Float.isNaN(v)) {
            missing = missing == null ? new Entry(i, j, v) : missing;
            incomplete[i] = true;
          } else {
            known++;
            sum = sum.add(new BigDecimal(v).pow(2));
            largest = Math.max(largest, Math.abs(v));
            knownRow[i] = true;
            knownColumn[j] = true;
            otherColumn[j] |= v != 0;
          }
        }
      }
      assertEquals(rows, facts.rows());
      assertEquals(cols, facts.cols());
      assertEquals(known, facts.known());
      assertEquals((long) rows * cols - known, facts.missing());
      assertEquals(sum.doubleValue(), facts.squaredNorm(), 1e-13 * sum.doubleValue());
      assertEquals(known == 0 ? 0 : facts.squaredNorm() / known, facts.meanSquare());
      assertEquals(largest, facts.largest());
      assertEquals(missing, facts.firstMissing());
      assertNull(facts.firstInfinite());
      assertEquals(BitVector.of(incomplete), facts.incompleteRows());
      assertEquals(not(knownRow), facts.emptyRows());
      assertEquals(not(knownColumn), facts.emptyColumns());
      assertEquals(not(otherColumn), facts.zeroColumns());
    }
  }

  /** Some entries 0, and columns of nothing but zeros or holes among them. */
  private static Matrix holes(Matrix x, double share) {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (random.nextDouble() < share || (share > 0 && j % 5 == 1)) {
          x.set(i, j, NAN);
        } else if (j % 7 == 2 || random.nextInt(9) == 0) {
          x.set(i, j, random.nextBoolean() ? 0f : -0f);
        }
      }
    }
    return x;
  }

  private static BitVector not(boolean[] values) {
    boolean[] other = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      other[i] = !values[i];
    }
    return BitVector.of(other);
  }

  @Test
  void storageChangesNoBit() {
    DataFacts whole = holes(Matrices.random(501, 37, 1 << 20, 1), .1).facts();
    for (long segment : new long[] {37, 400, 5000}) {
      assertEquals(whole, holes(Matrices.random(501, 37, segment, 1), .1).facts());
    }
  }

  @Test
  void theFirstBadEntryIsNamedInAnySegment() {
    for (int bad : new int[] {0, 1, 16, 17, 40, 101}) {
      Matrix x = Matrices.random(34, 3, 12, 1);
      x.set(bad / 3, bad % 3, NAN);
      x.set(33, 2, INFINITY);
      Failures.assertSays(
          () -> x.facts().requireFinite("X"),
          "row " + (bad / 3 + 1) + ", column " + (bad % 3 + 1) + " (counting from 1) of X is ",
          bad == 101 ? "Infinity" : "NaN",
          "remove the row or column");
      Failures.assertSays(
          () -> x.facts().requireFiniteOrMissing("X"), "row 34, column 3 ", "is Infinity");
    }
  }

  @Test
  void theFirstBadEntryIsNamedBeyondOneChunkWhicheverKindItIs() {
    Matrix x = Matrix.allocate(50_000, 1);
    x.set(49_998, 0, Float.NEGATIVE_INFINITY);
    x.set(49_999, 0, NAN);
    Failures.assertSays(() -> x.facts().requireFinite("X"), "row 49999, column 1 ", "is -Infinity");
    assertEquals(new Entry(49_998, 0, Float.NEGATIVE_INFINITY), x.facts().firstInfinite());
    x.set(49_998, 0, 1);
    x.facts().requireFiniteOrMissing("X");
  }

  @Test
  void allThatIsFinitePasses() {
    Matrix x = Matrix.of(new float[][] {{Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, -0f}});
    DataFacts facts = x.facts().requireFinite("X");
    assertEquals(Float.MAX_VALUE, facts.largest());
    assertEquals(2 * Math.pow(Float.MAX_VALUE, 2), facts.squaredNorm());
    assertEquals(3, facts.zeroColumns().next(0));
  }

  @Test
  void writingForgetsThem() {
    Matrix x = Matrices.random(9, 4, 8, 1);
    DataFacts before = x.facts();
    String hash = DataHash.sha256(x);
    MissingEntries missing = MissingEntries.of(x);
    assertSame(before, x.facts());
    assertSame(missing, MissingEntries.of(x));
    x.set(8, 3, NAN);
    assertEquals(1, x.facts().missing());
    assertEquals(1, MissingEntries.of(x).count());
    assertNotEquals(hash, DataHash.sha256(x));
    x.setRow(8, new float[] {0, 0, 0, 0});
    assertNotSame(before, x.facts());
    assertEquals(0, x.facts().missing());
  }

  @Test
  void threadsThatAskAtOnceReadOnce() {
    CountedMatrix x = CountedMatrix.of(Matrices.random(3000, 40, 1 << 20, 1));
    List<DataFacts> found =
        IntStream.range(0, 8).parallel().mapToObj(i -> x.facts()).distinct().toList();
    assertEquals(1, found.size());
    assertEquals(3000, IntStream.of(x.reads()).sum());
  }
}
