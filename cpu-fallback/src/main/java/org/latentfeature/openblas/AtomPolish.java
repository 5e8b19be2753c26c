package org.latentfeature.openblas;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.StepTally;

/**
 * Scores ‖Aᵀz‖² and single flips of many candidate atoms at once, in blocks of rows: G = S A_bᵀ by
 * GEMM, the flips of the block in sequence through its Gram matrix, S += ΔZ_bᵀ A_b by GEMM.
 */
final class AtomPolish implements Candidates {

  private static final int ROWS = ResidualBlocks.ROWS;

  private final Blas blas;
  private final ResidualBlocks blocks;
  private final MixingSweeps vectors;
  private final StepTally tally;
  private final int cols;
  private final FloatPointer sums;
  private final FloatPointer products;
  private final FloatPointer changes;
  private final float[] gradient;
  private final float[] delta;
  private final float[] row;
  private final float[] gram = new float[ROWS * ROWS];
  private List<long[]> atoms = List.of();

  /** Numbers of the candidates whose sums are held, one a row of S. */
  private int[] held = new int[0];

  AtomPolish(
      Blas blas,
      ResidualBlocks blocks,
      MixingSweeps vectors,
      StepTally tally,
      int most,
      Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    this.vectors = vectors;
    this.tally = tally;
    cols = blocks.cols;
    sums = arena.floats((long) most * cols);
    products = arena.floats((long) most * ROWS);
    changes = arena.floats((long) most * ROWS);
    gradient = new float[most * ROWS];
    delta = new float[most * ROWS];
    row = new float[cols];
  }

  @Override
  public void round(int hyperplanes, long seed) {
    long start = System.nanoTime();
    double flops = blas.flops();
    atoms = vectors.round(hyperplanes, seed);
    tally.add("round", 0, blas.flops() - flops, start);
  }

  @Override
  public void take(List<BitVector> given) {
    atoms = given.stream().map(BitVector::toWords).toList();
  }

  @Override
  public void near(Dense directions) {
    long start = System.nanoTime();
    double flops = blas.flops();
    int q = directions.rows();
    Floats.put(directions, sums);
    double[] half = new double[q];
    for (int c = 0; c < q; c++) {
      half[c] = score(c) / 2;
    }
    held = new int[0];
    atoms = Stream.generate(() -> new long[blocks.count]).limit(q).toList();
    for (int b = 0; b < blocks.count; b++) {
      int n = multiplySums(q, b);
      for (int c = 0; c < q; c++) {
        for (int j = 0; j < n; j++) {
          if (gradient[c * n + j] > half[c]) {
            atoms.get(c)[b] |= 1L << j;
          }
        }
      }
    }
    tally.add("near", 1, blas.flops() - flops, start);
  }

  /** S A_bᵀ for the {@code q} rows of S, into {@code gradient}; returns the rows of the block. */
  private int multiplySums(int q, int b) {
    int n = blocks.rowsIn(b);
    blas.multiplyTransposed(q, n, cols, sums.position(0), blocks.block(b), products.position(0));
    products.get(gradient, 0, q * n);
    return n;
  }

  @Override
  public void sum() {
    long start = System.nanoTime();
    double flops = blas.flops();
    int q = atoms.size();
    held = IntStream.range(0, q).toArray();
    for (int b = 0; b < blocks.count; b++) {
      int n = blocks.rowsIn(b);
      for (int c = 0; c < q; c++) {
        long word = atoms.get(c)[b];
        for (int j = 0; j < n; j++) {
          delta[c * n + j] = word >>> j & 1;
        }
      }
      addToSums(q, n, b, b == 0 ? 0 : 1);
    }
    tally.add("score", 1, blas.flops() - flops, start);
  }

  @Override
  public double[] scores() {
    double[] scores = new double[held.length];
    for (int c = 0; c < scores.length; c++) {
      scores[c] = score(c);
    }
    return scores;
  }

  private double score(int held) {
    return blas.squaredNorm(sums.position((long) held * cols), cols);
  }

  @Override
  public long[] hashes() {
    return atoms.stream().mapToLong(AtomRanking::hash).toArray();
  }

  @Override
  public void choose(int[] numbers) {
    atoms = IntStream.of(numbers).mapToObj(atoms::get).toList();
  }

  @Override
  public List<BitVector> atoms() {
    return atoms.stream().map(words -> BitVector.ofWords(blocks.rows, words)).toList();
  }

  @Override
  public Dense sums() {
    Dense some = Floats.get(sums, held.length, cols);
    Dense all = new Dense(atoms.size(), cols);
    for (int c = 0; c < held.length; c++) {
      System.arraycopy(some.values(), c * cols, all.values(), held[c] * cols, cols);
    }
    return all;
  }

  @Override
  public void resume(Dense all) {
    held = IntStream.range(0, atoms.size()).toArray();
    Floats.put(all, sums);
  }

  /** S = keep·S + Δ A_b for Δ (q×n) in {@code delta}. */
  private void addToSums(int q, int n, int b, float keep) {
    changes.put(delta, 0, q * n);
    blas.multiply(q, cols, n, changes, blocks.block(b), keep, sums.position(0));
  }

  @Override
  public int[] flip(double gain, int[] moving) {
    long start = System.nanoTime();
    double flops = blas.flops();
    long passes = blocks.prepare() ? 2 : 1;
    hold(moving);
    float[] smallest = new float[moving.length];
    for (int c = 0; c < smallest.length; c++) {
      smallest[c] = (float) (gain * score(c));
    }
    int[] flips = new int[moving.length];
    for (int b = 0; b < blocks.count; b++) {
      flipBlock(b, smallest, flips);
    }
    tally.add("polish", passes, blas.flops() - flops, start);
    return flips;
  }

  /** Candidates at rest leave the products. */
  private void hold(int[] moving) {
    int from = 0;
    for (int c = 0; c < moving.length; c++) {
      while (held[from] != moving[c]) {
        from++;
      }
      if (from > c) {
        sums.position((long) from * cols).get(row);
        sums.position((long) c * cols).put(row);
      }
    }
    held = moving.clone();
  }

  private void flipBlock(int b, float[] smallest, int[] flips) {
    int q = held.length;
    int n = multiplySums(q, b);
    blocks.gram(b, gram);
    boolean any = false;
    for (int c = 0; c < q; c++) {
      long[] words = atoms.get(held[c]);
      long before = words[b];
      words[b] = flip(before, c * n, n, smallest[c]);
      flips[c] += Long.bitCount(words[b] ^ before);
      any |= words[b] != before;
    }
    if (any) {
      addToSums(q, n, b, 1);
    }
  }

  /** Flipping z_i changes the score by 2(1−2z_i) a_iᵀs + ‖a_i‖². */
  private long flip(long word, int at, int n, float smallest) {
    long flipped = word;
    for (int j = 0; j < n; j++) {
      float sign = 1 - 2 * (flipped >>> j & 1);
      float change = 0;
      if (2 * sign * gradient[at + j] + gram[j * ROWS + j] > smallest) {
        flipped ^= 1L << j;
        change = sign;
        for (int i = j + 1; i < n; i++) {
          gradient[at + i] += sign * gram[j * ROWS + i];
        }
      }
      delta[at + j] = change;
    }
    return flipped;
  }
}
