package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class SpanConditionTest {

  private static final SearchLimits ALL = SearchLimits.most(1 << 20);

  /** A matrix written as its rows. */
  private static BinaryMatrix z(String... rows) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < rows[0].length(); k++) {
      boolean[] ones = new boolean[rows.length];
      for (int i = 0; i < rows.length; i++) {
        ones[i] = rows[i].charAt(k) == '1';
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(rows.length, columns);
  }

  private static BinaryMatrix identity(int n) {
    String zeros = "0".repeat(n);
    String[] rows = new String[n];
    for (int i = 0; i < n; i++) {
      rows[i] = zeros.substring(0, i) + "1" + zeros.substring(i + 1);
    }
    return z(rows);
  }

  private static Set<String> combinations(Identifiability found) {
    return found.others().stream()
        .map(o -> o.combination().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether Z c is this column: the fraction's numerators add up in every row. */
  private static void assertEqualsColumn(BitVector column, BinaryMatrix z, Combination c) {
    for (int i = 0; i < z.rows(); i++) {
      BigInteger sum = BigInteger.ZERO;
      for (int k = 0; k < z.cols(); k++) {
        sum = z.get(i, k) ? sum.add(c.numerators().get(k)) : sum;
      }
      assertEquals(column.get(i) ? c.denominator() : BigInteger.ZERO, sum, c + ", row " + i);
    }
  }

  private static void assertAgreesWithBruteForce(
      BinaryMatrix z, SpanSearch.Pruning pruning, String name) {
    Identifiability found =
        SpanCondition.check(z, ALL, StopSignal.NEVER, WorkListener.SILENT, pruning);
    int rank = SpanByBruteForce.rank(z);
    Set<BitVector> others = SpanByBruteForce.others(z);
    assertEquals(rank, found.rank(), name);
    assertTrue(found.complete(), name);
    assertEquals(
        others, found.others().stream().map(SpanVector::column).collect(Collectors.toSet()), name);
    assertEquals(others.size(), found.others().size(), name);
    assertEquals(
        rank == z.cols() && others.isEmpty() ? Verdict.UNIQUE_IF_FULL_RANK : Verdict.NOT_UNIQUE,
        found.verdict(),
        name);
    for (SpanVector other : found.others()) {
      assertEqualsColumn(other.column(), z, other.combination());
    }
    Set<Integer> dependent = new HashSet<>();
    for (Dependence d : found.dependences()) {
      assertEquals(BigInteger.ZERO, d.combination().numerators().get(d.column()), name);
      assertEqualsColumn(z.column(d.column()), z, d.combination());
      dependent.add(d.column());
    }
    assertEquals(z.cols() - rank, dependent.size(), name);
  }

  /**
   * With 3 bits nearly every pruning row is cut, and with no rows at the start each one comes in
   * when it has refuted a vector: neither may lose one.
   */
  @ParameterizedTest
  @CsvSource({"8,61", "8,3", "0,61", "1,3"})
  void agreesWithBruteForce(int rowsPerVariable, int bits) {
    SpanSearch.Pruning pruning = new SpanSearch.Pruning(rowsPerVariable, bits);
    for (int seed = 0; seed < 400; seed++) {
      int n = 1 + (int) (9 * CounterRandom.uniform(seed, 1, 0));
      int k = 1 + (int) (7 * CounterRandom.uniform(seed, 2, 0));
      double p = CounterRandom.uniform(seed, 3, 0);
      BinaryMatrix z = BernoulliIncidence.draw(n, k, p, seed);
      assertAgreesWithBruteForce(z, pruning, "seed " + seed + ": " + n + "×" + k + ", p " + p);
    }
  }

  /** With this many columns rows come in deep in the search, where sums are under way. */
  @Test
  void rowsThatComeInLateLoseNothing() {
    for (int seed = 0; seed < 40; seed++) {
      BinaryMatrix z = BernoulliIncidence.draw(12, 7, .2 + .1 * (seed % 7), seed);
      assertAgreesWithBruteForce(z, new SpanSearch.Pruning(0, 61), "seed " + seed);
    }
  }

  /** Tall enough that many are unique, and that rows beyond the first ones decide. */
  @ParameterizedTest
  @CsvSource({"8,61", "1,4"})
  void agreesWithBruteForceOnTallMatrices(int rowsPerVariable, int bits) {
    SpanSearch.Pruning pruning = new SpanSearch.Pruning(rowsPerVariable, bits);
    int unique = 0;
    for (int seed = 0; seed < 40; seed++) {
      BinaryMatrix z = BernoulliIncidence.draw(11, 4, .35 + .1 * (seed % 4), seed);
      assertAgreesWithBruteForce(z, pruning, "seed " + seed);
      unique += SpanCondition.check(z, ALL).verdict() == Verdict.UNIQUE_IF_FULL_RANK ? 1 : 0;
    }
    assertTrue(unique > 5 && unique < 35, unique + " of 40 are unique: the cases say too little");
  }

  @Test
  void everySumOfTheIdentitysColumnsIsBinary() {
    Identifiability found = SpanCondition.check(identity(4), ALL);
    assertEquals(Verdict.NOT_UNIQUE, found.verdict());
    assertEquals(
        Set.of(
            "f1 + f2",
            "f1 + f3",
            "f1 + f4",
            "f2 + f3",
            "f2 + f4",
            "f3 + f4",
            "f1 + f2 + f3",
            "f1 + f2 + f4",
            "f1 + f3 + f4",
            "f2 + f3 + f4",
            "f1 + f2 + f3 + f4"),
        combinations(found));
  }

  @Test
  void aPartTakenAwayIsBinary() {
    // Rows of both features and of the first alone; nothing else is spanned.
    Identifiability found = SpanCondition.check(z("11", "10", "00", "11"), ALL);
    assertEquals(Set.of("f1 − f2"), combinations(found));
    assertEquals(
        BitVector.of(new boolean[] {false, true, false, false}), found.others().get(0).column());
  }

  @Test
  void coefficientsMayBeFractions() {
    Identifiability found = SpanCondition.check(z("110", "101", "011"), ALL);
    assertEquals(3, found.rank());
    assertEquals(
        Set.of(
            "1/2 f1 + 1/2 f2 + 1/2 f3",
            "1/2 f1 + 1/2 f2 − 1/2 f3",
            "1/2 f1 − 1/2 f2 + 1/2 f3",
            "−1/2 f1 + 1/2 f2 + 1/2 f3"),
        combinations(found));
  }

  @Test
  void overlappingColumnsThatNothingElseFits() {
    Identifiability found = SpanCondition.check(z("100", "010", "001", "110", "101", "011"), ALL);
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, found.verdict());
    assertEquals(List.of(), found.others());
    assertTrue(found.complete());
  }

  @Test
  void aColumnTwice() {
    Identifiability found = SpanCondition.check(z("11", "11", "00"), ALL);
    assertEquals(Verdict.NOT_UNIQUE, found.verdict());
    assertEquals(1, found.rank());
    assertEquals(List.of(), found.others());
    assertEquals(1, found.dependences().size());
    Dependence dependence = found.dependences().get(0);
    assertEquals("f" + (2 - dependence.column()), dependence.combination().toString());
  }

  @Test
  void aColumnWithoutAOne() {
    Identifiability found = SpanCondition.check(z("10", "10", "00"), ALL);
    assertEquals(Verdict.NOT_UNIQUE, found.verdict());
    assertEquals(1, found.dependences().get(0).column());
    assertEquals("0", found.dependences().get(0).combination().toString());
    Identifiability nothing = SpanCondition.check(z("0", "0"), ALL);
    assertEquals(Verdict.NOT_UNIQUE, nothing.verdict());
    assertEquals(0, nothing.rank());
    assertEquals(List.of(), nothing.others());
  }

  @Test
  void oneColumnIsUnique() {
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, SpanCondition.check(z("1", "1", "1"), ALL).verdict());
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, SpanCondition.check(z("0", "1"), ALL).verdict());
  }

  @Test
  void allOnesInManyColumns() {
    Identifiability found = SpanCondition.check(z("111", "111"), ALL);
    assertEquals(1, found.rank());
    assertEquals(2, found.dependences().size());
  }

  @Test
  void asManyColumnsAsRowsSpanEverything() {
    BinaryMatrix z = z("11010", "01100", "00111", "10001", "01011");
    assertEquals(5, SpanByBruteForce.rank(z));
    assertEquals((1 << 5) - 1 - 5, SpanCondition.check(z, ALL).others().size());
  }

  @Test
  void theSearchEndsWithAsManyAsWanted() {
    Identifiability found = SpanCondition.check(identity(20), SearchLimits.most(5));
    assertEquals(5, found.others().size());
    assertEquals(5, combinations(found).size());
    assertFalse(found.complete());
    assertEquals(Verdict.NOT_UNIQUE, found.verdict());
  }

  @Test
  void aSearchCutShortIsUndecided() {
    BinaryMatrix z = BernoulliIncidence.draw(200, 30, .5, 1);
    Identifiability found = SpanCondition.check(z, new SearchLimits(1, 1000));
    assertEquals(Verdict.UNDECIDED, found.verdict());
    assertFalse(found.complete());
    assertEquals(30, found.rank());
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, SpanCondition.check(z.select(ten()), ALL).verdict());
  }

  private static int[] ten() {
    return new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  }

  @Test
  void aSearchCutShortStillTriesPairs() {
    BinaryMatrix z = BernoulliIncidence.draw(200, 30, .5, 1);
    boolean[] rest = new boolean[200];
    for (int i = 0; i < 200; i++) {
      rest[i] = !z.get(i, 3);
    }
    z = z.replace(20, BitVector.of(rest));
    Identifiability found = SpanCondition.check(z, new SearchLimits(1, 100));
    assertEquals(Verdict.NOT_UNIQUE, found.verdict());
    assertEquals(Set.of("f4 + f21"), combinations(found));
    assertEquals(200, found.others().get(0).column().count());
    assertFalse(found.complete());
  }

  @Test
  void equalMatricesGetEqualAnswers() {
    BinaryMatrix z = BernoulliIncidence.draw(60, 12, .2, 5);
    assertEquals(SpanCondition.check(z, ALL), SpanCondition.check(z, ALL));
  }

  @Test
  void theLargestKOfThePaperIsDecided() {
    Identifiability found =
        SpanCondition.check(BernoulliIncidence.draw(100, 20, .5, 2), SearchLimits.most(1));
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, found.verdict());
    assertTrue(found.nodes() < 1 << 20, found.nodes() + " nodes: nothing was pruned");
  }

  @Test
  void theNumberOfColumnsIsLimited() {
    assertThrows(
        IllegalArgumentException.class, () -> SpanCondition.check(BinaryMatrix.empty(3), ALL));
    BinaryMatrix wide = BernoulliIncidence.draw(2, SpanCondition.MAX_COLUMNS + 1, .5, 1);
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> SpanCondition.check(wide, ALL))
                .getMessage());
    assertTrue(message.contains("257") && message.contains("256"), message);
    assertThrows(IllegalArgumentException.class, () -> new SearchLimits(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new SearchLimits(1, 0));
  }

  /** All codes of 3 bits, and W = (1, 2, 3)ᵀ: the rows 110 and 001 are both 3. */
  @Test
  void withoutRankKTheTheoremSaysNothing() {
    BinaryMatrix z = z("000", "100", "010", "110", "001", "101", "011", "111");
    Identifiability found = SpanCondition.check(z, ALL);
    assertEquals(Verdict.UNIQUE_IF_FULL_RANK, found.verdict());
    assertTrue(found.dictionaryRank().isEmpty());
    int rank = DictionaryRank.of(Dense.wrap(3, 1, new double[] {1, 2, 3}));
    assertEquals(Verdict.RANK_DEFICIENT, found.given(rank).verdict());
    assertEquals(1, found.given(rank).dictionaryRank().orElseThrow());
    assertEquals(Verdict.RANK_DEFICIENT, found.given(2).verdict());
    assertEquals(Verdict.UNIQUE, found.given(3).verdict());
  }

  /** Another binary vector makes another factorisation of every W; an early end proves nothing. */
  @Test
  void theRankOfTheDictionaryChangesNoOtherVerdict() {
    Identifiability broken = SpanCondition.check(identity(3), ALL);
    Identifiability ended =
        SpanCondition.check(z("100", "010", "001", "110", "101", "011"), new SearchLimits(1, 2));
    assertEquals(Verdict.UNDECIDED, ended.verdict());
    for (int rank = 0; rank <= 3; rank++) {
      assertEquals(Verdict.NOT_UNIQUE, broken.given(rank).verdict());
      assertEquals(Verdict.UNDECIDED, ended.given(rank).verdict());
    }
  }
}
