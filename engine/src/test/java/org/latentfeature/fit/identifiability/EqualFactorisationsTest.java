package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.identifiability.EqualFactorisations.Choice;

class EqualFactorisationsTest {

  private static Optional<Choice> choose(BinaryMatrix z, Dense w, Preference preference) {
    return EqualFactorisations.choose(z, w, 0, preference, false, 0, StopSignal.NEVER);
  }

  private static Dense normal(int rows, int cols, long seed) {
    Dense w = new Dense(rows, cols);
    for (int k = 0; k < rows; k++) {
      for (int j = 0; j < cols; j++) {
        w.set(k, j, CounterRandom.normal(seed, k, j));
      }
    }
    return w;
  }

  /** Each row in one of {@code k} clusters. */
  private static BinaryMatrix mixture(int rows, int k, long seed) {
    boolean[][] in = new boolean[k][rows];
    for (int i = 0; i < rows; i++) {
      in[i < k ? i : (int) (k * CounterRandom.uniform(seed, i, 0))][i] = true;
    }
    return BinaryMatrix.ofColumns(rows, Arrays.stream(in).map(BitVector::of).toList());
  }

  private static BitVector or(BitVector a, BitVector b) {
    boolean[] ones = new boolean[a.length()];
    for (int i = 0; i < ones.length; i++) {
      ones[i] = a.get(i) || b.get(i);
    }
    return BitVector.of(ones);
  }

  private static double[] product(BinaryMatrix z, Dense w) {
    double[] sum = new double[z.rows() * w.cols()];
    for (int i = 0; i < z.rows(); i++) {
      for (int k : z.columnsOf(i)) {
        Dense.addScaled(sum, i * w.cols(), w.values(), k * w.cols(), w.cols(), 1);
      }
    }
    return sum;
  }

  /** The product is what it was: no choice costs anything. */
  private static void assertSameProduct(BinaryMatrix z, Dense w, Choice choice) {
    assertArrayEquals(product(z, w), product(choice.z(), choice.w()), 1e-9);
  }

  /** W that goes with the columns {@code now} of the span of {@code z}, by least squares. */
  private static Dense dictionary(BinaryMatrix z, Dense w, BinaryMatrix now) {
    int k = w.rows();
    double[][] system = new double[k][k + w.cols()];
    double[] x = product(z, w);
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        system[a][b] = now.column(a).dot(now.column(b));
      }
      for (int i = 0; i < z.rows(); i++) {
        for (int j = 0; j < w.cols() && now.get(i, a); j++) {
          system[a][k + j] += x[i * w.cols() + j];
        }
      }
    }
    for (int p = 0; p < k; p++) {
      int best = p;
      for (int i = p + 1; i < k; i++) {
        best = Math.abs(system[i][p]) > Math.abs(system[best][p]) ? i : best;
      }
      double[] row = system[best];
      system[best] = system[p];
      system[p] = row;
      for (int i = 0; i < k; i++) {
        double factor = i == p ? 0 : system[i][p] / row[p];
        for (int j = 0; j < row.length; j++) {
          system[i][j] -= factor * row[j];
        }
      }
      double pivot = row[p];
      for (int j = 0; j < row.length; j++) {
        row[j] /= pivot;
      }
    }
    Dense solved = new Dense(k, w.cols());
    for (int a = 0; a < k; a++) {
      System.arraycopy(system[a], k, solved.values(), a * w.cols(), w.cols());
    }
    return solved;
  }

  /** The least {@code cost} of three columns of the span of {@code z}. */
  private static double least(
      BinaryMatrix z, Dense w, ToDoubleBiFunction<BinaryMatrix, Dense> cost) {
    List<BitVector> all = new ArrayList<>(z.columns());
    all.addAll(SpanByBruteForce.others(z));
    double least = Double.POSITIVE_INFINITY;
    for (BitVector a : all) {
      for (BitVector b : all) {
        for (BitVector c : all) {
          BinaryMatrix now = BinaryMatrix.ofColumns(z.rows(), List.of(a, b, c));
          if (SpanByBruteForce.rank(now) == 3) {
            least = Math.min(least, cost.applyAsDouble(now, dictionary(z, w, now)));
          }
        }
      }
    }
    return least;
  }

  private static double ones(BinaryMatrix z) {
    return z.columns().stream().mapToInt(BitVector::count).sum();
  }

  /** Pairs of columns neither nested nor disjoint. */
  private static double crossing(BinaryMatrix z) {
    double pairs = 0;
    for (BitVector a : z.columns()) {
      for (BitVector b : z.columns()) {
        int both = a.dot(b);
        pairs += both > 0 && both < a.count() && both < b.count() ? .5 : 0;
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aMixtureComesBackFromSumsOfItsClusters(long seed) {
    BinaryMatrix truth = mixture(500, 8, seed);
    Dense centres = normal(8, 200, seed + 10);
    BinaryMatrix z = truth;
    for (int k = 1; k < 8; k++) {
      z = z.replace(k, or(z.column(k), truth.column(k - 1)));
    }
    Dense w = dictionary(truth, centres, z);
    Choice choice = choose(z, w, Preference.SIMPLEST).orElseThrow();
    assertEquals(Set.copyOf(truth.columns()), Set.copyOf(choice.z().columns()));
    assertEquals(255 - 8, choice.others());
    assertTrue(choice.complete());
    assertSameProduct(z, w, choice);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachPreferenceIsTheBestOfAllByBruteForce(long seed) {
    BinaryMatrix z = mixture(11, 3, seed);
    z = z.replace(1, or(z.column(1), z.column(0)));
    Dense w = normal(3, 6, seed);
    record Cost(Preference by, ToDoubleBiFunction<BinaryMatrix, Dense> cost) {}
    List<Cost> costs =
        List.of(
            new Cost(Preference.FEWEST, (codes, rows) -> ones(codes)),
            new Cost(Preference.SHORTEST, (codes, rows) -> rows.squaredNorm()),
            new Cost(Preference.NESTED, (codes, rows) -> crossing(codes)));
    for (Cost c : costs) {
      Choice choice = choose(z, w, c.by()).orElseThrow();
      double least = least(z, w, c.cost());
      assertEquals(least, c.cost().applyAsDouble(choice.z(), choice.w()), 1e-9 * (1 + least));
      assertSameProduct(z, w, choice);
      assertEquals(SpanByBruteForce.others(z).size(), choice.others());
    }
  }

  @Test
  void preferencesDiffer() {
    BinaryMatrix z = mixture(300, 5, 1);
    Dense w = normal(5, 3, 2);
    // A common part of all clusters is shorter as a feature of its own.
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 5; k++) {
        w.set(k, j, w.get(k, j) + 10);
      }
    }
    Choice shortest = choose(z, w, Preference.SHORTEST).orElseThrow();
    Choice fewest = choose(z, w, Preference.FEWEST).orElseThrow();
    assertEquals(300, ones(fewest.z()));
    assertTrue(ones(shortest.z()) > 300);
    assertTrue(shortest.w().squaredNorm() < w.squaredNorm() / 2);
    Choice any = choose(z, w, Preference.ANY).orElseThrow();
    assertEquals(z, any.z());
    assertEquals(31 - 5, any.others());
  }

  /** Features of clones: each is within another, and no part takes away. */
  @Test
  void nonnegativePartsAreTakenWhereThereAreAny() {
    BinaryMatrix clusters = mixture(400, 6, 5);
    BinaryMatrix truth = clusters;
    truth = truth.replace(0, or(truth.column(0), or(truth.column(1), truth.column(2))));
    truth = truth.replace(3, or(truth.column(3), truth.column(4)));
    Dense w = new Dense(6, 30);
    for (int k = 0; k < 6; k++) {
      for (int j = 0; j < 30; j++) {
        w.set(k, j, CounterRandom.uniform(9, k, j));
      }
    }
    Dense other = dictionary(truth, w, clusters);
    assertTrue(other.squaredNorm() > w.squaredNorm());
    Choice back = choose(clusters, other, Preference.SIMPLEST).orElseThrow();
    assertTrue(min(back.w()) > -1e-9);
    assertTrue(back.w().squaredNorm() < w.squaredNorm() + 1e-9);
    assertSameProduct(truth, w, back);
  }

  private static double min(Dense w) {
    return Arrays.stream(w.values()).min().orElse(0);
  }

  @Test
  void theConstraintOutweighsOtherPreferences() {
    BinaryMatrix z = mixture(300, 2, 3);
    // Their difference, (1, −1), is shorter than either.
    Dense w = Dense.wrap(2, 2, new double[] {3, 1, 2, 2});
    assertEquals(-1, min(choose(z, w, Preference.SHORTEST).orElseThrow().w()), 1e-9);
    Choice choice =
        EqualFactorisations.choose(z, w, 0, Preference.SHORTEST, true, 0, StopSignal.NEVER)
            .orElseThrow();
    assertEquals(1, min(choice.w()), 1e-9);
    assertSameProduct(z, w, choice);
  }

  @Test
  void aUniqueZIsLeftAlone() {
    BinaryMatrix z = BernoulliIncidence.draw(300, 8, .4, 1);
    assertFalse(choose(z, normal(8, 5, 1), Preference.SIMPLEST).isPresent());
    assertEquals(
        Verdict.UNIQUE_IF_FULL_RANK, SpanCondition.check(z, SearchLimits.most(10)).verdict());
  }

  @Test
  void dependentColumnsAreLeftAlone() {
    BinaryMatrix z = mixture(50, 3, 1);
    BinaryMatrix twice = z.with(z.column(0));
    assertFalse(choose(twice, normal(4, 5, 1), Preference.SIMPLEST).isPresent());
  }

  /** The last rows break what the first 20,000 admit. */
  @Test
  void rowsAfterTheFirstCount() {
    int rows = 20_100;
    BinaryMatrix z = mixture(rows, 3, 1);
    boolean[] none = new boolean[rows];
    int last = IntStream.range(20_000, rows).filter(z.column(0)::get).findFirst().orElseThrow();
    none[last] = true;
    z = z.replace(1, or(z.column(1), BitVector.of(none)));
    Choice choice = choose(z, normal(3, 4, 1), Preference.ANY).orElseThrow();
    Set<BitVector> found = new HashSet<>();
    // Rows (1,0,0), (0,1,0), (0,0,1) and (1,1,0), column by column.
    for (int bits = 1; bits < 8; bits++) {
      int mask = bits;
      boolean[] entries = new boolean[rows];
      boolean isBinary = true;
      for (int i = 0; i < rows && isBinary; i++) {
        int sum = IntStream.of(z.columnsOf(i)).map(k -> mask >> k & 1).sum();
        isBinary = sum <= 1;
        entries[i] = sum == 1;
      }
      if (isBinary) {
        found.add(BitVector.of(entries));
      }
    }
    z.columns().forEach(found::remove);
    assertEquals(found.size(), choice.others());
    assertEquals(2, choice.others());
  }

  @Test
  void theSameArgumentsGiveTheSameChoice() {
    BinaryMatrix z = mixture(200, 9, 1);
    Dense w = normal(9, 4, 1);
    Choice one = choose(z, w, Preference.SIMPLEST).orElseThrow();
    Choice two = choose(z, w, Preference.SIMPLEST).orElseThrow();
    assertEquals(one.z(), two.z());
    assertArrayEquals(one.w().values(), two.w().values());
  }
}
