package org.latentfeature.openblas;

import java.util.List;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/**
 * The mixing method in blocks of rows: G = S A_bᵀ by GEMM, the block's rows in exact sequence
 * through its Gram matrix, S += ΔV_bᵀ A_b by GEMM. In exact arithmetic it is the sequential sweep.
 *
 * <p>Everything of rank r is held transposed (r rows), so that the products run along D and the
 * in-block corrections along the block. With a_i in place of b_i = ½a_i objectives come out four
 * times too large, which the last line of a sweep undoes.
 */
final class MixingSweeps implements UnitVectors {

  private static final int ROWS = ResidualBlocks.ROWS;

  private final Blas blas;
  private final ResidualBlocks blocks;
  private final ResidualParts parts;
  private final ResidualSums sums;
  private final long firstRow;
  private final StepTally tally;
  private final int cols;
  private final FloatPointer dummyRow;

  /** The dummy's product with S, then its change. */
  private final FloatPointer dummyVector;

  private final FloatPointer planes;
  private final float[][] vectors;
  private final float[] dummy;
  private final float[] dummyGradient;
  private final int[] order;
  private final float[] hostGram = new float[ROWS * ROWS];
  private final BlockStep step;
  private double[] columnSums;
  private int rank;

  MixingSweeps(
      Blas blas,
      ResidualBlocks blocks,
      ResidualParts parts,
      HostRows rows,
      AtomSearch.Limits limits,
      Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    this.parts = parts;
    firstRow = rows.first();
    tally = rows.tally();
    cols = blocks.cols;
    int r = limits.rank();
    sums = new ResidualSums(blas, blocks, r, arena);
    dummyRow = arena.floats(cols);
    dummyVector = arena.floats(r);
    planes = arena.floats((long) limits.hyperplanes() * r);
    vectors = new float[blocks.count][r * ROWS];
    dummy = new float[r];
    dummyGradient = new float[r];
    order = new int[blocks.count];
    columnSums = new double[cols];
    step = new BlockStep(r, arena);
  }

  /** The residual becomes another one, also if a stop leaves it half done. */
  void residualChanges() {
    blocks.changed();
  }

  /** Takes the column sums a_0 = Σ a_i of the residual that has replaced the former one. */
  void residualChanged(double[] total) {
    columnSums = total;
  }

  @Override
  public void start(int r, long seed) {
    long began = System.nanoTime();
    double flops = blas.flops();
    rank = r;
    parts.each(
        parts.product(rank),
        (number, part, first, n) -> {
          startVectors(seed, first, n, part.delta);
          part.add(rank, first, n);
        });
    parts.total(rank, sums.values());
    double norm = 0;
    for (int k = 0; k < rank; k++) {
      dummy[k] = (float) (2 * CounterRandom.uniform(seed, 0, k) - 1);
      norm += dummy[k] * dummy[k];
    }
    for (int k = 0; k < rank; k++) {
      dummy[k] *= (float) (1 / Math.sqrt(norm));
    }
    float[] total = new float[cols];
    for (int j = 0; j < cols; j++) {
      total[j] = (float) columnSums[j];
    }
    dummyRow.put(total);
    addDummy(dummy);
    tally.add("sweep", 1, blas.flops() - flops, began);
  }

  /** Random unit vectors of {@code n} rows, which {@code side} gets too, r×n. */
  private void startVectors(long seed, int first, int n, float[] side) {
    for (int j = 0; j < n; j++) {
      float[] v = vectors[(first + j) / ROWS];
      int at = (first + j) % ROWS;
      double norm = 0;
      for (int k = 0; k < rank; k++) {
        float u = (float) (2 * CounterRandom.uniform(seed, firstRow + first + j + 1, k) - 1);
        side[k * n + j] = u;
        norm += u * u;
      }
      float scale = (float) (1 / Math.sqrt(norm));
      for (int k = 0; k < rank; k++) {
        side[k * n + j] *= scale;
        v[k * ROWS + at] = side[k * n + j];
      }
    }
  }

  @Override
  public double sweep(long seed) {
    long began = System.nanoTime();
    double flops = blas.flops();
    // Not before: a pass over a file that only starts has no use for them.
    long passes = blocks.prepare() ? 2 : 1;
    updateDummy();
    CounterRandom.permute(seed, order);
    sums.inSequence(
        rank,
        order,
        (b, n) -> {
          blocks.gram(b, hostGram);
          step.run(vectors[b], hostGram, blocks.gram(b), sums.gradient, sums.delta, n, rank);
          return true;
        });
    double objective = Blas.squaredNorm(sums.values(), rank * cols) / 4;
    tally.add("sweep", passes, blas.flops() - flops, began);
    return objective;
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖, in one reading of A. */
  Dense powerStep(Dense of) {
    long began = System.nanoTime();
    double flops = blas.flops();
    rank = of.rows();
    FloatPointer s = sums.values();
    Floats.put(of, s);
    parts.each(
        2 * parts.product(rank),
        (number, part, first, n) -> {
          part.project(rank, s, first, n);
          normalise(part.gradient, n, part.delta);
          part.add(rank, first, n);
        });
    Dense powerStep = Dense.wrap(rank, cols, parts.total(rank));
    tally.add("sweep", 1, blas.flops() - flops, began);
    return powerStep;
  }

  /** {@code n} columns of r rows, brought to unit length. */
  private void normalise(float[] of, int n, float[] into) {
    for (int j = 0; j < n; j++) {
      double norm = 0;
      for (int k = 0; k < rank; k++) {
        norm += (double) of[k * n + j] * of[k * n + j];
      }
      float scale = norm > 0 ? (float) (1 / Math.sqrt(norm)) : 0;
      for (int k = 0; k < rank; k++) {
        into[k * n + j] = scale * of[k * n + j];
      }
    }
  }

  private void addDummy(float[] delta) {
    dummyVector.put(delta, 0, rank);
    Blas.multiply(rank, cols, 1, dummyVector, dummyRow, 1, sums.values());
  }

  private void updateDummy() {
    float[] g = dummyGradient;
    Blas.multiplyTransposed(rank, 1, cols, 1, sums.values(), dummyRow, dummyVector);
    dummyVector.get(g, 0, rank);
    double diagonal = Blas.squaredNorm(dummyRow, cols);
    double norm = 0;
    for (int k = 0; k < rank; k++) {
      g[k] -= (float) (diagonal * dummy[k]);
      norm += (double) g[k] * g[k];
    }
    if (norm > 0) {
      float scale = (float) (1 / Math.sqrt(norm));
      for (int k = 0; k < rank; k++) {
        float fresh = g[k] * scale;
        g[k] = fresh - dummy[k];
        dummy[k] = fresh;
      }
      addDummy(g);
    }
  }

  @Override
  public Dense toDense() {
    Dense all = new Dense(blocks.rows + 1, rank);
    for (int i = 0; i <= blocks.rows; i++) {
      for (int k = 0; k < rank; k++) {
        boolean isDummy = i == blocks.rows;
        all.set(i, k, isDummy ? dummy[k] : vectors[i / ROWS][k * ROWS + i % ROWS]);
      }
    }
    return all;
  }

  @Override
  public Sums sums() {
    Dense own = new Dense(1, rank);
    for (int k = 0; k < rank; k++) {
      own.set(0, k, dummy[k]);
    }
    return new Sums(Floats.get(sums.values(), rank, cols), own, Floats.get(dummyRow, 1, cols));
  }

  @Override
  public void resume(Sums all) {
    Floats.put(all.sums(), sums.values());
    Floats.put(all.total(), dummyRow);
    for (int k = 0; k < rank; k++) {
      dummy[k] = (float) all.dummy().get(0, k);
    }
  }

  /** z = 1 where a row's vector lies on the same side of a random hyperplane as the dummy's. */
  List<long[]> round(int hyperplanes, long seed) {
    float[] normals = new float[hyperplanes * rank];
    boolean[] flip = new boolean[hyperplanes];
    for (int h = 0; h < hyperplanes; h++) {
      double side = 0;
      for (int k = 0; k < rank; k++) {
        normals[h * rank + k] = (float) CounterRandom.normal(seed, h, k);
        side += normals[h * rank + k] * dummy[k];
      }
      flip[h] = side < 0;
    }
    planes.put(normals);
    long[][] words = new long[hyperplanes][blocks.count];
    parts.each(
        2.0 * hyperplanes * blocks.rows * rank,
        (number, part, first, n) -> {
          for (int b = first / ROWS; b * ROWS < first + n; b++) {
            for (int k = 0; k < rank; k++) {
              int at = b * ROWS - first;
              System.arraycopy(vectors[b], k * ROWS, part.delta, k * n + at, blocks.rowsIn(b));
            }
          }
          part.combine(hyperplanes, rank, planes, n);
          for (int h = 0; h < hyperplanes; h++) {
            for (int b = first / ROWS; b * ROWS < first + n; b++) {
              int at = h * n + b * ROWS - first;
              words[h][b] = sides(part.gradient, at, blocks.rowsIn(b), flip[h]);
            }
          }
        });
    return List.of(words);
  }

  /** The bits of {@code n} sides: those below 0 if {@code negative}, otherwise the others. */
  private static long sides(float[] sides, int at, int n, boolean negative) {
    long word = 0;
    for (int j = 0; j < n; j++) {
      word |= (long) (Float.floatToRawIntBits(sides[at + j]) >>> 31) << j;
    }
    return negative ? word : ~word & -1L >>> (ROWS - n);
  }
}
