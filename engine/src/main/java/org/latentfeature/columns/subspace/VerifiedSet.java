package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.data.BitVector;

/**
 * The columns verified so far, linearly independent, at most as many as the space has dimensions.
 */
final class VerifiedSet {

  /** Smaller residuals are no chance. */
  private static final double SMALL = 1e-3;

  /**
   * Columns are no chance if less than this share of a chance residual lies outside, where rows are
   * many; none that is not small is, at three rows a dimension.
   */
  private static final double CHANCE = 0.75;

  /** Rows a dimension up to which chance columns come as near as any. */
  static final int LEAST_ROWS = 3;

  /**
   * Share of ‖Yᵀz‖² that must lie outside the span of the set, in addition to twice the residual of
   * z.
   */
  private static final double NEW = 0.02;

  private final WhitenedRows y;
  private final Whitening.Noise noise;
  private final DoubleSupplier chance;
  private double leastChance = -1;
  private List<Member> members = List.of();
  private Dense span;

  /** A column and Yᵀz, 1×K. */
  private record Member(VerifiedColumn column, Dense cross) {}

  /**
   * An empty set.
   *
   * @param chance how near to a space of this size columns come by chance; asked if it matters
   */
  VerifiedSet(WhitenedRows y, Whitening.Noise noise, DoubleSupplier chance) {
    this.y = y;
    span = new Dense(0, y.dimensions());
    this.noise = noise;
    this.chance = chance;
  }

  int size() {
    return members.size();
  }

  boolean isFull() {
    return size() == y.dimensions();
  }

  List<VerifiedColumn> columns() {
    return members.stream().map(Member::column).toList();
  }

  /** Orthonormal rows that span what is orthogonal to all columns, in whitened coordinates. */
  Dense complement() {
    return Orthonormal.complement(span);
  }

  /** Returns whether any of {@code columns} is verified. */
  boolean verifiesAny(List<BitVector> columns) {
    return !verified(columns).isEmpty();
  }

  /** Takes what is verified of {@code columns}, the best first; a better one replaces another. */
  void take(List<BitVector> columns) {
    List<Member> all = new ArrayList<>(members);
    all.addAll(verified(columns));
    all.sort(Comparator.comparingDouble(member -> member.column().residual()));
    List<Member> kept = new ArrayList<>();
    Dense basis = new Dense(0, y.dimensions());
    for (Member member : all) {
      // Of a combination of those before it, no more than its residual is new.
      double least = Math.sqrt(NEW + 2 * Math.max(0, member.column().residual()));
      Dense grown = Orthonormal.append(basis, member.cross(), least);
      if (grown != basis) {
        kept.add(member);
        basis = grown;
      }
    }
    members = kept;
    span = basis;
  }

  private List<Member> verified(List<BitVector> columns) {
    List<Member> verified = new ArrayList<>();
    for (int from = 0; from < columns.size(); from += y.most()) {
      List<BitVector> some = columns.subList(from, Math.min(columns.size(), from + y.most()));
      Dense cross = y.cross(some);
      for (int c = 0; c < some.size(); c++) {
        double[] own = Arrays.copyOfRange(cross.values(), c * cross.cols(), (c + 1) * cross.cols());
        VerifiedColumn column = noise.oriented(some.get(c), own);
        if (noise.isWithin(column) && isNoChance(column)) {
          verified.add(new Member(column, Dense.wrap(1, own.length, own)));
        }
      }
    }
    return verified;
  }

  private boolean isNoChance(VerifiedColumn column) {
    if (column.residual() < SMALL) {
      return true;
    }
    if (leastChance < 0) {
      leastChance = chance.getAsDouble();
    }
    double share = CHANCE * (1 - (double) LEAST_ROWS * y.dimensions() / y.rows());
    return column.residual() < share * leastChance;
  }
}
