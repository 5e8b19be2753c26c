package org.latentfeature.fit.identifiability;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;

/**
 * A largest set of independent rows of a binary matrix, with its dual basis and the matrix's null
 * space, over the rationals and without rounding.
 *
 * <p>Rows are taken in turn. Beside the chosen rows r_a stand integer vectors: u_a with r_a·u_a =
 * d_a &gt; 0 and r_b·u_a = 0 for b ≠ a, and the n_f that are orthogonal to every chosen row, at
 * first the unit vectors. A row z depends on the chosen ones exactly if z·n_f = 0 for every f.
 * Otherwise one n with s = z·n ≠ 0 becomes the dual vector of z, and every other vector v is
 * replaced by s v − (z·v) n, which is orthogonal to z. Divided by the greatest common divisor of
 * its entries, each vector consists of minors of a 0-1 matrix, which are at most (K+1)^((K+1)/2) /
 * 2^K (Hadamard): below 2^27 for K = 20. What cannot be bounded beforehand is held in a BigInteger,
 * so that ranks and relations are proven, whatever K is.
 */
final class RowBasis {

  /**
   * A vector of the dual basis.
   *
   * @param vector u_a, K entries
   * @param scale d_a = r_a·u_a, positive
   */
  record Dual(List<BigInteger> vector, BigInteger scale) {}

  /**
   * A vector of the null space.
   *
   * @param column the one column that has a coefficient in this vector and in no other of them
   * @param vector K entries; Z times it is 0
   */
  record Null(int column, List<BigInteger> vector) {}

  private final List<BitVector> rows = new ArrayList<>();
  private List<Dual> duals = new ArrayList<>();
  private List<Null> nullSpace = new ArrayList<>();

  /** A basis of what {@code rows}, each of {@code k} entries, span; earlier rows go first. */
  RowBasis(List<BitVector> rows, int k, StopSignal stop) {
    for (int f = 0; f < k; f++) {
      List<BigInteger> unit = new ArrayList<>();
      for (int j = 0; j < k; j++) {
        unit.add(j == f ? BigInteger.ONE : BigInteger.ZERO);
      }
      nullSpace.add(new Null(f, unit));
    }
    for (BitVector row : rows) {
      if (nullSpace.isEmpty()) {
        return;
      }
      stop.check();
      add(row);
    }
  }

  /** The chosen rows. */
  List<BitVector> rows() {
    return rows;
  }

  /** For each chosen row its dual vector; with K of them, u_a / d_a are the inverse's columns. */
  List<Dual> duals() {
    return duals;
  }

  /** A basis of the vectors that are orthogonal to every row. */
  List<Null> nullSpace() {
    return nullSpace;
  }

  /** The inner product of a row and a vector. */
  static BigInteger dot(BitVector row, List<BigInteger> vector) {
    BigInteger sum = BigInteger.ZERO;
    for (int k = 0; k < row.length(); k++) {
      if (row.get(k)) {
        sum = sum.add(vector.get(k));
      }
    }
    return sum;
  }

  private void add(BitVector row) {
    Null pivot = null;
    BigInteger s = BigInteger.ZERO;
    for (Null n : nullSpace) {
      s = dot(row, n.vector());
      if (s.signum() != 0) {
        pivot = n;
        break;
      }
    }
    if (pivot == null) {
      return;
    }
    List<BigInteger> n = s.signum() < 0 ? negated(pivot.vector()) : pivot.vector();
    s = s.abs();
    List<Dual> newDuals = new ArrayList<>();
    for (Dual u : duals) {
      newDuals.add(cleared(u, row, n, s));
    }
    newDuals.add(new Dual(n, s));
    List<Null> rest = new ArrayList<>();
    for (Null other : nullSpace) {
      if (other.column() != pivot.column()) {
        rest.add(
            new Null(
                other.column(),
                cleared(new Dual(other.vector(), BigInteger.ZERO), row, n, s).vector()));
      }
    }
    rows.add(row);
    duals = newDuals;
    nullSpace = rest;
  }

  /** The vector s v − (row·v) n, orthogonal to the row; the scale follows. */
  private static Dual cleared(Dual v, BitVector row, List<BigInteger> n, BigInteger s) {
    BigInteger t = dot(row, v.vector());
    if (t.signum() == 0) {
      return v;
    }
    List<BigInteger> vector = new ArrayList<>(n.size());
    BigInteger scale = v.scale().multiply(s);
    BigInteger divisor = scale;
    for (int k = 0; k < n.size(); k++) {
      BigInteger entry = v.vector().get(k).multiply(s).subtract(n.get(k).multiply(t));
      vector.add(entry);
      divisor = divisor.gcd(entry);
    }
    BigInteger common = divisor;
    return new Dual(
        vector.stream().map(entry -> entry.divide(common)).toList(), scale.divide(common));
  }

  private static List<BigInteger> negated(List<BigInteger> vector) {
    return vector.stream().map(BigInteger::negate).toList();
  }
}
