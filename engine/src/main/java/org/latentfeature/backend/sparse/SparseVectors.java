package org.latentfeature.backend.sparse;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/**
 * The mixing method, row after row, exactly: v_i ← g_i/‖g_i‖ with g_i = Sᵀa_i − ‖a_i‖² v_i, S = AᵀV
 * with the dummy's row a_0 = Σ a_i among A's. Rows come in blocks, these in random order.
 */
final class SparseVectors implements UnitVectors {

  /** Rows that stay neighbours, whose entries are read in one stream. */
  private static final int BLOCK = 64;

  private final SparseResidual residual;
  private final long first;
  private final StepTally tally;
  private final StopSignal stop;
  private final int n;
  private int rank;
  private int width;
  private double[] v = new double[0];
  private double[] dummy = new double[0];
  private double[] total = new double[0];
  private ImplicitSum sums;

  SparseVectors(SparseResidual residual, long first, StepTally tally, StopSignal stop) {
    this.residual = residual;
    this.first = first;
    this.tally = tally;
    this.stop = stop;
    n = residual.x().rows();
    sums = ImplicitSum.none(residual.x());
  }

  static long bytesNeeded(int threads, int rows, int cols, int rank) {
    long width = Lanes.padded(rank);
    return rows * width * Double.BYTES + SparseSums.bytesNeeded(threads, cols * width);
  }

  @Override
  public void start(int r, long seed) {
    long start = System.nanoTime();
    rank = r;
    width = Lanes.padded(r);
    SparseResidual.State a = residual.state();
    v = Lanes.doubles(n, width, "vectors");
    for (int i = 0; i < n; i++) {
      random(seed, first + i + 1, v, i * width);
    }
    dummy = new double[width];
    random(seed, 0, dummy, 0);
    total = a.total.clone();
    sums = ofRows();
    sums.addDense(total, dummy);
    tally.add("sweep", 1, flops() / 2, start);
  }

  /** Σ v_i a_iᵀ. */
  private ImplicitSum ofRows() {
    SparseResidual.State a = residual.state();
    int[] starts = residual.x().starts();
    double[] p =
        SparseSums.of(
            residual.x(),
            residual.threads(),
            Lanes.size(residual.x().cols(), width, "sums"),
            stop,
            () -> {
              double[] row = new double[width];
              return (i, sum) -> {
                System.arraycopy(v, i * width, row, 0, width);
                Lanes.scatter(
                    sum,
                    residual.x().columns(),
                    residual.x().values(),
                    starts[i],
                    starts[i + 1],
                    row,
                    width);
              };
            });
    double[] u = new double[a.w.k * width];
    int[] ones = new int[a.w.k];
    for (int i = 0; i < n; i++) {
      int count = a.z.ones(i, ones);
      for (int o = 0; o < count; o++) {
        Lanes.add(u, ones[o] * width, 1, v, i * width, width);
      }
    }
    return new ImplicitSum(residual.x(), a, width, p, u);
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖. */
  Dense powerStep(Dense s) {
    long start = System.nanoTime();
    rank = s.rows();
    width = Lanes.padded(rank);
    v = Lanes.doubles(n, width, "vectors");
    ImplicitSum of = ImplicitSum.of(residual.x(), residual.state(), s);
    double[] g = new double[width];
    for (int i = 0; i < n; i++) {
      stop.check(i);
      of.product(i, g);
      turn(g, 0, v, i * width);
    }
    Dense powerStep = ofRows().toDense(rank);
    tally.add("sweep", 2, flops(), start);
    return powerStep;
  }

  private void random(long seed, long number, double[] into, int at) {
    double squares = 0;
    for (int k = 0; k < rank; k++) {
      double entry = 2 * CounterRandom.uniform(seed, number, k) - 1;
      into[at + k] = entry;
      squares += entry * entry;
    }
    double norm = Math.sqrt(squares);
    for (int k = 0; k < rank && norm > 0; k++) {
      into[at + k] /= norm;
    }
  }

  @Override
  public double sweep(long seed) {
    long start = System.nanoTime();
    double[] squares = residual.state().squares;
    sums.refresh();
    double[] g = new double[width];
    sums.productDense(total, g);
    if (turn(g, Lanes.squares(total), dummy, 0)) {
      sums.addDense(total, g);
    }
    for (int block : CounterRandom.permutation(seed, (n + BLOCK - 1) / BLOCK)) {
      stop.check();
      for (int i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
        sums.product(i, g);
        if (turn(g, squares[i], v, i * width)) {
          sums.add(i, g);
        }
      }
    }
    double objective = sums.squaredNorm() / 4;
    tally.add("sweep", 1, flops(), start);
    return objective;
  }

  /**
   * Moves a vector to its optimum, where it has one.
   *
   * @param g Sᵀa; becomes the vector's change
   * @param square ‖a‖²
   */
  private boolean turn(double[] g, double square, double[] vectors, int at) {
    Lanes.add(g, 0, -square, vectors, at, width);
    double norm = Math.sqrt(Lanes.squares(g));
    if (!(norm > 0)) {
      return false;
    }
    for (int k = 0; k < width; k++) {
      double entry = g[k] / norm;
      g[k] = entry - vectors[at + k];
      vectors[at + k] = entry;
    }
    return true;
  }

  /**
   * Returns the floating-point operations of one sweep: products of V with the non-zero entries of
   * X and with C.
   */
  private double flops() {
    return 4.0 * rank * (residual.x().entries() + (double) n * residual.state().w.k);
  }

  /** On which side of the hyperplane with this normal row {@code i}'s vector lies. */
  double side(int i, double[] normal) {
    return side(v, i * width, normal);
  }

  /** Returns on which side of the hyperplane with this normal the dummy's vector lies. */
  double side(double[] normal) {
    return side(dummy, 0, normal);
  }

  private static double side(double[] vectors, int at, double[] normal) {
    double sum = 0;
    for (int k = 0; k < normal.length; k++) {
      sum += vectors[at + k] * normal[k];
    }
    return sum;
  }

  /** Entries of a vector, r. */
  int rank() {
    return rank;
  }

  @Override
  public Dense toDense() {
    Dense all = new Dense(n + 1, rank);
    for (int i = 0; i < n; i++) {
      System.arraycopy(v, i * width, all.values(), i * rank, rank);
    }
    System.arraycopy(dummy, 0, all.values(), n * rank, rank);
    return all;
  }

  @Override
  public Sums sums() {
    Dense one = new Dense(1, rank);
    System.arraycopy(dummy, 0, one.values(), 0, rank);
    return new Sums(sums.toDense(rank), one, Dense.wrap(1, total.length, total.clone()));
  }

  @Override
  public void resume(Sums all) {
    System.arraycopy(all.dummy().values(), 0, dummy, 0, rank);
    total = all.total().values().clone();
    sums = ImplicitSum.of(residual.x(), residual.state(), all.sums());
  }
}
