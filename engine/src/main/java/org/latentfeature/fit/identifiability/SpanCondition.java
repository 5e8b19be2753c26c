package org.latentfeature.fit.identifiability;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The condition of Theorem 4 (Yen et al. 2017) under which a factorisation X = Z W, Z binary of
 * N×K, X of rank K, is the only one up to the order of the features: span(Z) ∩ {0,1}^N \ {0} =
 * {z_1, …, z_K}. Where it fails, X = Z' W' with another binary Z', in which, say, f1 + f2 stands
 * for f2.
 *
 * <p>Whether Z meets it is proven unless {@link Verdict#UNDECIDED}: ranks and combinations of Z's
 * columns are computed in integers, no vector in the span is overlooked, and each one found was
 * held against every row. That X has rank K is a premise, which concerns W: {@link
 * Identifiability#given} tries it.
 */
public final class SpanCondition {

  /** More columns than this are refused: the exact basis alone would take minutes. */
  public static final int MAX_COLUMNS = 256;

  private SpanCondition() {}

  /**
   * {@link #check(BinaryMatrix, SearchLimits, StopSignal, WorkListener)} that an interruption of
   * the calling thread stops, whose flag stays set.
   */
  public static Identifiability check(BinaryMatrix z, SearchLimits limits) {
    return check(z, limits, StopSignal.interruption(), WorkListener.SILENT);
  }

  /**
   * Decides the condition for {@code z}, and looks for the vectors that break it; where it holds
   * the verdict is {@link Verdict#UNIQUE_IF_FULL_RANK}. Equal arguments give equal answers.
   *
   * @param z incidence, N×K
   * @param stop ends the search early, as its limits do
   * @param listener told of the partial columns tried, of as many as may be at most
   * @throws IllegalArgumentException if K is 0 or above {@link #MAX_COLUMNS}
   * @throws StoppedException if {@code stop} is set before the rank of {@code z} is known
   */
  public static Identifiability check(
      BinaryMatrix z, SearchLimits limits, StopSignal stop, WorkListener listener) {
    return check(z, limits, stop, listener, SpanSearch.Pruning.DEFAULT);
  }

  static Identifiability check(
      BinaryMatrix z,
      SearchLimits limits,
      StopSignal stop,
      WorkListener listener,
      SpanSearch.Pruning pruning) {
    int k = z.cols();
    if (k < 1 || k > MAX_COLUMNS) {
      throw new IllegalArgumentException(
          "Z has " + k + " columns; uniqueness can be checked for 1 to " + MAX_COLUMNS);
    }
    List<BitVector> rows = DistinctRows.of(z);
    RowBasis basis = new RowBasis(rows, k, stop);
    List<Dependence> dependences = basis.nullSpace().stream().map(SpanCondition::solved).toList();
    SpanSearch search = new SpanSearch(rows, basis, limits, stop, listener, pruning);
    for (int f = 0; f < k; f++) {
      search.exclude(entries(f, basis.rows()));
    }
    List<SpanVector> others = new ArrayList<>();
    for (Combination c : search.run()) {
      others.add(new SpanVector(column(z, c), c));
    }
    if (others.isEmpty() && !search.isComplete()) {
      FeaturePairs.other(z).ifPresent(c -> others.add(new SpanVector(column(z, c), c)));
    }
    boolean broken = !dependences.isEmpty() || !others.isEmpty();
    return new Identifiability(
        broken
            ? Verdict.NOT_UNIQUE
            : search.isComplete() ? Verdict.UNIQUE_IF_FULL_RANK : Verdict.UNDECIDED,
        basis.rows().size(),
        OptionalInt.empty(),
        dependences,
        others,
        search.isComplete(),
        search.nodes());
  }

  /** A relation among columns, solved for the one that it alone has. */
  private static Dependence solved(RowBasis.Null relation) {
    int column = relation.column();
    BigInteger own = relation.vector().get(column);
    List<BigInteger> others = new ArrayList<>();
    for (int k = 0; k < relation.vector().size(); k++) {
      BigInteger n = relation.vector().get(k);
      others.add(k == column ? BigInteger.ZERO : own.signum() > 0 ? n.negate() : n);
    }
    return new Dependence(column, new Combination(others, own.abs()));
  }

  /** Column {@code f} in these rows. */
  static BitVector entries(int f, List<BitVector> rows) {
    boolean[] entries = new boolean[rows.size()];
    for (int a = 0; a < entries.length; a++) {
      entries[a] = rows.get(a).get(f);
    }
    return BitVector.of(entries);
  }

  /** The column Z c. */
  static BitVector column(BinaryMatrix z, Combination c) {
    boolean[] ones = new boolean[z.rows()];
    for (int i = 0; i < ones.length; i++) {
      int bit = c.bit(DistinctRows.row(z, i));
      if (bit < 0) {
        throw new IllegalStateException("row " + (i + 1) + " of " + c + " is neither 0 nor 1");
      }
      ones[i] = bit == 1;
    }
    return BitVector.of(ones);
  }
}
