package org.latentfeature.openblas;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;
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
  private final ResidualParts parts;
  private final ResidualSums sums;
  private final MixingSweeps vectors;
  private final StepTally tally;
  private final int cols;
  private final float[] row;
  private final float[] gram = new float[ROWS * ROWS];
  private final int[] order;
  private List<long[]> atoms = List.of();

  /** Numbers of the candidates whose sums are held, one a row of S. */
  private int[] held = new int[0];

  AtomPolish(
      Blas blas,
      ResidualBlocks blocks,
      ResidualParts parts,
      MixingSweeps vectors,
      StepTally tally,
      int most,
      Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    this.parts = parts;
    this.vectors = vectors;
    this.tally = tally;
    cols = blocks.cols;
    sums = new ResidualSums(blas, blocks, most, arena);
    row = new float[cols];
    order = IntStream.range(0, blocks.count).toArray();
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
    FloatPointer s = sums.values();
    Floats.put(directions, s);
    double[] half = new double[q];
    for (int c = 0; c < q; c++) {
      half[c] = sums.squaredNorm(c) / 2;
    }
    held = new int[0];
    atoms = Stream.generate(() -> new long[blocks.count]).limit(q).toList();
    parts.each(
        parts.product(q),
        (number, part, first, n) -> {
          part.project(q, s, first, n);
          for (int c = 0; c < q; c++) {
            long[] words = atoms.get(c);
            for (int j = 0; j < n; j++) {
              if (part.gradient[c * n + j] > half[c]) {
                words[(first + j) / ROWS] |= 1L << (first + j);
              }
            }
          }
        });
    tally.add("near", 1, blas.flops() - flops, start);
  }

  @Override
  public void sum() {
    long start = System.nanoTime();
    double flops = blas.flops();
    int q = atoms.size();
    held = IntStream.range(0, q).toArray();
    parts.each(
        parts.product(q),
        (number, part, first, n) -> {
          for (int c = 0; c < q; c++) {
            unpack(atoms.get(c), first, n, part.delta, c * n);
          }
          part.add(q, first, n);
        });
    parts.total(q, sums.values());
    tally.add("score", 1, blas.flops() - flops, start);
  }

  private static void unpack(long[] words, int first, int n, float[] into, int at) {
    for (int from = 0; from < n; from += ROWS) {
      long word = words[(first + from) / ROWS];
      int end = Math.min(n, from + ROWS);
      for (int j = from; j < end; j++) {
        into[at + j] = word >>> j & 1;
      }
    }
  }

  @Override
  public double[] scores() {
    double[] scores = new double[held.length];
    for (int c = 0; c < scores.length; c++) {
      scores[c] = sums.squaredNorm(c);
    }
    return scores;
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
    Dense some = Floats.get(sums.values(), held.length, cols);
    Dense all = new Dense(atoms.size(), cols);
    for (int c = 0; c < held.length; c++) {
      System.arraycopy(some.values(), c * cols, all.values(), held[c] * cols, cols);
    }
    return all;
  }

  @Override
  public void resume(Dense all) {
    held = IntStream.range(0, atoms.size()).toArray();
    Floats.put(all, sums.values());
  }

  @Override
  public int[] flip(double gain, int[] moving) {
    long start = System.nanoTime();
    double flops = blas.flops();
    long passes = blocks.prepare() ? 2 : 1;
    hold(moving);
    float[] smallest = new float[moving.length];
    for (int c = 0; c < smallest.length; c++) {
      smallest[c] = (float) (gain * sums.squaredNorm(c));
    }
    int[] flips = new int[moving.length];
    sums.inSequence(held.length, order, (b, n) -> flipBlock(b, n, smallest, flips));
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
        sums.row(from).get(row);
        sums.row(c).put(row);
      }
    }
    held = moving.clone();
  }

  private boolean flipBlock(int b, int n, float[] smallest, int[] flips) {
    blocks.gram(b, gram);
    boolean any = false;
    for (int c = 0; c < held.length; c++) {
      long[] words = atoms.get(held[c]);
      long before = words[b];
      words[b] = flip(before, c * ROWS, n, smallest[c]);
      flips[c] += Long.bitCount(words[b] ^ before);
      any |= words[b] != before;
    }
    return any;
  }

  /** Flipping z_i changes the score by 2(1−2z_i) a_iᵀs + ‖a_i‖². */
  private long flip(long word, int at, int n, float smallest) {
    float[] gradient = sums.gradient;
    float[] delta = sums.delta;
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
