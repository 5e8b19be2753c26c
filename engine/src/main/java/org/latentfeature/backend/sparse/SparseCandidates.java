package org.latentfeature.backend.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.StepTally;

/** Candidate atoms, packed, and their sums. */
final class SparseCandidates implements Candidates {

  private final SparseResidual residual;
  private final SparseVectors vectors;
  private final StepTally tally;
  private final StopSignal stop;
  private final int n;
  private long[][] atoms = new long[0][];
  private ImplicitSum sums;
  private double[] scores = new double[0];

  SparseCandidates(
      SparseResidual residual, SparseVectors vectors, StepTally tally, StopSignal stop) {
    this.residual = residual;
    this.vectors = vectors;
    this.tally = tally;
    this.stop = stop;
    n = residual.x().rows();
    sums = ImplicitSum.none(residual.x());
  }

  static long bytesNeeded(int threads, int rows, int cols, int most) {
    return (long) most * rows / Byte.SIZE
        + SparseSums.bytesNeeded(threads, (long) Lanes.padded(most) * cols);
  }

  @Override
  public void round(int hyperplanes, long seed) {
    long[][] rounded = new long[hyperplanes][BitVector.wordCount(n)];
    Workers.share(
        residual.threads(),
        hyperplanes,
        stop,
        (worker, h) -> {
          double[] normal = new double[vectors.rank()];
          for (int k = 0; k < normal.length; k++) {
            normal[k] = CounterRandom.normal(seed, h, k);
          }
          boolean flip = vectors.side(normal) < 0;
          for (int i = 0; i < n; i++) {
            if (vectors.side(i, normal) < 0 == flip) {
              rounded[h][i >> 6] |= 1L << (i & 63);
            }
          }
        });
    atoms = rounded;
  }

  @Override
  public void take(List<BitVector> given) {
    atoms = given.stream().map(BitVector::toWords).toArray(long[][]::new);
  }

  @Override
  public void near(Dense directions) {
    long start = System.nanoTime();
    int count = directions.rows();
    ImplicitSum v = ImplicitSum.of(residual.x(), residual.state(), directions);
    double[] squares = v.squaredNorms(count);
    double[] products = new double[v.width];
    atoms = new long[count][BitVector.wordCount(n)];
    for (int i = 0; i < n; i++) {
      stop.check(i);
      v.product(i, products);
      for (int c = 0; c < count; c++) {
        if (2 * products[c] > squares[c]) {
          atoms[c][i >> 6] |= 1L << (i & 63);
        }
      }
    }
    tally.add("near", 1, flops(count), start);
  }

  @Override
  public void choose(int[] numbers) {
    atoms = IntStream.of(numbers).mapToObj(c -> atoms[c]).toArray(long[][]::new);
  }

  @Override
  public void sum() {
    long start = System.nanoTime();
    SparseRows x = residual.x();
    SparseResidual.State a = residual.state();
    int count = atoms.length;
    int width = Lanes.padded(count);
    double[] p =
        SparseSums.of(
            x,
            residual.threads(),
            Lanes.size(x.cols(), width, "sums"),
            stop,
            () -> {
              double[] ones = new double[width];
              return (i, sum) -> {
                entries(i, ones);
                Lanes.scatter(
                    sum, x.columns(), x.values(), x.starts()[i], x.starts()[i + 1], ones, width);
              };
            });
    double[] u = new double[a.w.k * width];
    double[] row = new double[width];
    int[] ones = new int[a.w.k];
    for (int i = 0; i < n && a.w.k > 0; i++) {
      entries(i, row);
      int set = a.z.ones(i, ones);
      for (int o = 0; o < set; o++) {
        Lanes.add(u, ones[o] * width, 1, row, 0, width);
      }
    }
    sums = new ImplicitSum(x, a, width, p, u);
    scores = sums.squaredNorms(count);
    tally.add("score", 1, flops(count), start);
  }

  /** The entries of all atoms in row {@code i}. */
  private void entries(int i, double[] into) {
    for (int c = 0; c < atoms.length; c++) {
      into[c] = atoms[c][i >> 6] >>> (i & 63) & 1;
    }
  }

  /**
   * Returns the floating-point operations of multiplying {@code count} columns by the non-zero
   * entries of X and by C.
   */
  private double flops(int count) {
    return 2.0 * count * (residual.x().entries() + (double) n * residual.state().w.k);
  }

  @Override
  public double[] scores() {
    return scores.clone();
  }

  @Override
  public long[] hashes() {
    return Arrays.stream(atoms).mapToLong(AtomRanking::hash).toArray();
  }

  /** Flipping z_i changes ‖Aᵀz‖² by 2(1−2z_i) a_iᵀs + ‖a_i‖², s = Aᵀz. */
  @Override
  public int[] flip(double gain, int[] moving) {
    long start = System.nanoTime();
    double[] squares = residual.state().squares;
    ImplicitSum own = sums.select(moving);
    double[] smallest = own.squaredNorms(moving.length);
    for (int m = 0; m < smallest.length; m++) {
      smallest[m] *= gain;
    }
    int[] flips = new int[moving.length];
    double[] products = new double[own.width];
    double[] signs = new double[own.width];
    for (int i = 0; i < n; i++) {
      stop.check(i);
      own.product(i, products);
      boolean any = false;
      long bit = 1L << (i & 63);
      for (int m = 0; m < moving.length; m++) {
        long[] atom = atoms[moving[m]];
        double sign = (atom[i >> 6] & bit) == 0 ? 1 : -1;
        boolean flip = 2 * sign * products[m] + squares[i] > smallest[m];
        signs[m] = flip ? sign : 0;
        if (flip) {
          atom[i >> 6] ^= bit;
          flips[m]++;
          any = true;
        }
      }
      if (any) {
        own.add(i, signs);
      }
    }
    sums.replace(moving, own);
    tally.add("polish", 1, flops(moving.length), start);
    return flips;
  }

  @Override
  public List<BitVector> atoms() {
    return Arrays.stream(atoms).map(words -> BitVector.ofWords(n, words)).toList();
  }

  @Override
  public Dense sums() {
    return sums.toDense(atoms.length);
  }

  @Override
  public void resume(Dense all) {
    sums = ImplicitSum.of(residual.x(), residual.state(), all);
  }
}
