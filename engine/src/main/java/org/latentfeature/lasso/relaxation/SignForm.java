package org.latentfeature.lasso.relaxation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * The greedy step over signs: ‖Aᵀz‖² = sᵀBBᵀs for s = (2z − 1, 1), where B ((N+1)×D) has the rows
 * ½a_i and, last, ½Σ a_i; with a multiplier y_i > 0 for each row. A is read as it is, single
 * precision; all sums are double.
 */
final class SignForm {

  /** Columns of B in double precision at a time. */
  private static final int BLOCK = 512;

  /** Multipliers are kept above this share of the largest: any positive numbers serve. */
  private static final double SMALLEST = 1e-12;

  /** Multipliers of more rows are computed anew in each pass: A may be larger than memory. */
  private static final int MOST_KEPT = 1 << 22;

  private final RowPasses a;
  private final StopSignal stop;
  private final double[] last;
  private final double[] kept;
  private double[] sums;
  private int rank;
  private boolean known;
  private double total;
  private double largest;

  /** The form of {@code a} with the multipliers ‖S b_i‖ for {@code sums} S (r×D); two passes. */
  SignForm(RowPasses a, Dense sums, StopSignal stop) {
    this.a = a;
    this.stop = stop;
    last = a.sum(stop, Algebra.JAVA, new FormSums.Halves(a.cols()));
    kept = new double[a.isRemote() || a.rows() >= MOST_KEPT ? 0 : a.rows() + 1];
    rank = sums.rows();
    this.sums = sums.transpose().values();
    measure();
  }

  /** Returns whether the rows are on other machines, which send their sums. */
  boolean isRemote() {
    return a.isRemote();
  }

  /** The multipliers are the rows' lengths ‖b_i‖; one pass. */
  void useLengths() {
    rank = 0;
    sums = new double[0];
    measure();
  }

  private void measure() {
    if (isRemote()) {
      double[] s = byRank();
      total = a.sum(stop, Algebra.JAVA, new FormSums.Norms(s))[0] + FormSums.norm(last, s);
      // Any positive numbers serve: the mean is known without another sum.
      largest = total / rows();
      return;
    }
    total = 0;
    largest = 0;
    known = false;
    each(
        (i, b, norm) -> {
          total += norm;
          largest = Math.max(largest, norm);
          if (kept.length > 0) {
            kept[i] = norm;
          }
        });
    known = kept.length > 0;
  }

  /** Takes a row of B. */
  @FunctionalInterface
  private interface Visitor {
    /** Takes row {@code i}, whose multiplier is {@code norm} before it is raised. */
    void visit(int i, double[] b, double norm);
  }

  /** S, r×D. */
  private double[] byRank() {
    return rank == 0 ? sums : Dense.wrap(cols(), rank, sums).transpose().values();
  }

  private void each(Visitor visitor) {
    double[] b = new double[cols()];
    double[] g = new double[rank];
    a.forEach(
        stop,
        (i, row) -> {
          for (int j = 0; j < b.length; j++) {
            b[j] = 0.5 * row[j];
          }
          visitor.visit(i, b, known ? kept[i] : norm(b, g));
        });
    System.arraycopy(last, 0, b, 0, b.length);
    visitor.visit(a.rows(), b, known ? kept[a.rows()] : norm(b, g));
  }

  private double norm(double[] b, double[] g) {
    if (rank == 0) {
      return Math.sqrt(dot(b, b));
    }
    Arrays.fill(g, 0);
    for (int j = 0; j < b.length; j++) {
      for (int k = 0; k < rank; k++) {
        g[k] += b[j] * sums[j * rank + k];
      }
    }
    return Math.sqrt(dot(g, g));
  }

  /** Rows of B, N+1. */
  int rows() {
    return a.rows() + 1;
  }

  /** D. */
  int cols() {
    return a.cols();
  }

  /** Σ y_i of the multipliers before they are raised. */
  double total() {
    return total;
  }

  /** A multiplier, raised by a share of the mean of all. */
  private double raised(double norm, double share) {
    return Math.max(norm + share * total / rows(), SMALLEST * largest);
  }

  /** Σ y_i of the multipliers raised by {@code share} of their mean; one pass. */
  double total(double share) {
    double[] sum = new double[1];
    each((i, b, norm) -> sum[0] += raised(norm, share));
    return sum[0];
  }

  /** Adds Bᵀ Diag(y)⁻¹ B x to {@code into}, y raised by {@code share}; one pass. */
  void applyScaled(double share, double[] x, double[] into) {
    each(
        (i, b, norm) -> {
          double scale = dot(b, x) / raised(norm, share);
          for (int j = 0; j < b.length; j++) {
            into[j] += scale * b[j];
          }
        });
  }

  /**
   * A symmetric matrix with the eigenvalues of Bᵀ Diag(y)⁻¹ B that are not zero.
   *
   * @param gram that matrix, of order min(N+1, D)
   * @param total Σ y_i
   */
  record Weighed(Dense gram, double total) {}

  /** That matrix for y raised by each of {@code shares} of their mean. */
  List<Weighed> weighed(List<Double> shares, Algebra algebra) {
    return isRemote() || cols() <= rows() ? byColumns(shares, algebra) : byRows(shares, algebra);
  }

  /** Bᵀ Diag(y)⁻¹ B, D×D; one pass. */
  private List<Weighed> byColumns(List<Double> shares, Algebra algebra) {
    int d = cols();
    double[] raises = shares.stream().mapToDouble(share -> share * total / rows()).toArray();
    FormSums.Grams grams = new FormSums.Grams(d, byRank(), raises, SMALLEST * largest);
    double[] all = a.sum(stop, algebra, grams);
    grams.addLast(last, algebra, all);
    List<Weighed> weighed = new ArrayList<>();
    for (int s = 0; s < raises.length; s++) {
      int at = s * (d * d + 1);
      weighed.add(
          new Weighed(Dense.wrap(d, d, Arrays.copyOfRange(all, at, at + d * d)), all[at + d * d]));
    }
    return weighed;
  }

  /** Diag(y)^(-1/2) BBᵀ Diag(y)^(-1/2), of order N+1, from blocks of columns; a pass for each. */
  private List<Weighed> byRows(List<Double> shares, Algebra algebra) {
    int n = rows();
    double[] norms = new double[n];
    Dense products = new Dense(n, n);
    for (int from = 0; from < cols(); from += BLOCK) {
      int first = from;
      int count = Math.min(BLOCK, cols() - from);
      Dense block = new Dense(n, count);
      each(
          (i, b, norm) -> {
            norms[i] = norm;
            System.arraycopy(b, first, block.values(), i * count, count);
          });
      addTo(products, algebra.multiplyTransposed(block, block));
    }
    double[] totals = new double[shares.size()];
    List<Dense> grams = shares.stream().map(s -> new Dense(n, n)).toList();
    for (int s = 0; s < totals.length; s++) {
      double share = shares.get(s);
      double[] y = Arrays.stream(norms).map(norm -> raised(norm, share)).toArray();
      totals[s] = Arrays.stream(y).sum();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          grams.get(s).set(i, j, products.get(i, j) / Math.sqrt(y[i] * y[j]));
        }
      }
    }
    return join(grams, totals);
  }

  private static List<Weighed> join(List<Dense> grams, double[] totals) {
    return IntStream.range(0, totals.length)
        .mapToObj(s -> new Weighed(grams.get(s), totals[s]))
        .toList();
  }

  private static void addTo(Dense sum, Dense part) {
    for (int i = 0; i < part.values().length; i++) {
      sum.values()[i] += part.values()[i];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
