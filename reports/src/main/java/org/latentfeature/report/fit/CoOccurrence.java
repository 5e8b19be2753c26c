package org.latentfeature.report.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;

/** How often rows have two features together, against what chance would give. */
public final class CoOccurrence {

  private final BinaryMatrix z;

  /** Counts the rows that have pairs of the columns of {@code z}, N×K. */
  public CoOccurrence(BinaryMatrix z) {
    this.z = z;
  }

  /**
   * Two features.
   *
   * @param a the first, from 0
   * @param b the second, from 0
   * @param together rows that have both
   * @param expected number of such rows if the two were independent
   * @param phi their {@link #phi}
   */
  public record Pair(int a, int b, int together, double expected, double phi) {}

  /**
   * The phi coefficient, which is the correlation of two binary columns: 1 where the two are equal,
   * 0 where they are independent, −1 where one is the other's complement. With n rows, of which n_a
   * and n_b have one and n_ab both, (n n_ab − n_a n_b) / √(n_a (n − n_a) n_b (n − n_b)); NaN where
   * all rows or none have one of them.
   */
  public double phi(int a, int b) {
    double n = z.rows();
    double na = z.column(a).count();
    double nb = z.column(b).count();
    double spread = Math.sqrt(na * (n - na)) * Math.sqrt(nb * (n - nb));
    return spread == 0 ? Double.NaN : (n * z.column(a).dot(z.column(b)) - na * nb) / spread;
  }

  /** The pairs whose phi is farthest from 0, farthest first. */
  public List<Pair> strongest(int count) {
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < z.cols(); a++) {
      for (int b = a + 1; b < z.cols(); b++) {
        double phi = phi(a, b);
        if (!Double.isNaN(phi)) {
          double expected = (double) z.column(a).count() * z.column(b).count() / z.rows();
          pairs.add(new Pair(a, b, z.column(a).dot(z.column(b)), expected, phi));
        }
      }
    }
    pairs.sort(Comparator.comparing((Pair pair) -> -Math.abs(pair.phi())));
    return List.copyOf(pairs.subList(0, Math.min(count, pairs.size())));
  }

  /**
   * The pairs of which each row has exactly one ({@code phi} −1): one is the other's complement.
   * Those of features that all rows or none have are not among them.
   */
  public List<Pair> complements() {
    int n = z.rows();
    return strongest(Integer.MAX_VALUE).stream()
        .filter(
            pair ->
                pair.together() == 0
                    && z.column(pair.a()).count() + z.column(pair.b()).count() == n)
        .sorted(Comparator.comparing(Pair::a).thenComparing(Pair::b))
        .toList();
  }

  /** Number of rows that have feature {@code a}. */
  int rows(int a) {
    return z.column(a).count();
  }

  /** Number of rows that have both. */
  int together(int a, int b) {
    return z.column(a).dot(z.column(b));
  }

  /** Returns the bound that one pair in a thousand exceeds if features are independent. */
  public double chance() {
    return 3.29 / Math.sqrt(z.rows());
  }
}
