package org.latentfeature.openblas;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
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

  private final Blas blas;

  private static final int ROWS = ResidualBlocks.ROWS;

  /** Blocks whose sums are added up in single precision. */
  private static final int TOGETHER = 64;

  private final ResidualBlocks blocks;
  private final long firstRow;
  private final StepTally tally;
  private final int cols;
  private final FloatPointer sums;
  private final FloatPointer powerSums;
  private final FloatPointer products;
  private final FloatPointer dummyRow;
  private final FloatPointer planes;
  private final FloatPointer sides;
  private final float[][] vectors;
  private final float[] dummy;
  private final float[] dummyGradient;
  private final int[] order;
  private final float[] hostSums;
  private final float[] hostDummyRow;
  private final float[] hostGram = new float[ROWS * ROWS];
  private final BlockStep step;
  private int rank;

  MixingSweeps(
      Blas blas, ResidualBlocks blocks, HostRows rows, AtomSearch.Limits limits, Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    firstRow = rows.first();
    tally = rows.tally();
    cols = blocks.cols;
    int r = limits.rank();
    int mostPlanes = limits.hyperplanes();
    sums = arena.floats((long) r * cols);
    powerSums = arena.floats((long) r * cols);
    products = arena.floats((long) Math.max(r, mostPlanes) * ROWS);
    dummyRow = arena.floats(cols);
    planes = arena.floats((long) mostPlanes * r);
    sides = arena.floats((long) r * ROWS);
    vectors = new float[blocks.count][r * ROWS];
    dummy = new float[r];
    dummyGradient = new float[r];
    order = new int[blocks.count];
    hostSums = new float[cols];
    hostDummyRow = new float[cols];
    step = new BlockStep(r);
  }

  void residualChanged() {
    blocks.changed();
  }

  @Override
  public void start(int r, long seed) {
    long began = System.nanoTime();
    double flops = blas.flops();
    rank = r;
    startVectors(seed);
    tally.add("sweep", 2, blas.flops() - flops, began);
  }

  @Override
  public double sweep(long seed) {
    long began = System.nanoTime();
    double flops = blas.flops();
    // Not before: a pass over a file that only starts has no use for them.
    long passes = blocks.prepare() ? 2 : 1;
    updateDummy();
    CounterRandom.permute(seed, order);
    for (int b : order) {
      updateBlock(b);
    }
    double objective = blas.squaredNorm(sums.position(0), rank * cols) / 4;
    tally.add("sweep", passes, blas.flops() - flops, began);
    return objective;
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖, each block of rows in one reading. */
  Dense powerStep(Dense of) {
    long began = System.nanoTime();
    double flops = blas.flops();
    rank = of.rows();
    Floats.put(of, sums);
    Dense powerStep = new Dense(rank, cols);
    float[] u = new float[rank * ROWS];
    float[] part = new float[rank * cols];
    for (int b = 0; b < blocks.count; b++) {
      int n = blocks.rowsIn(b);
      blas.multiplyTransposed(rank, n, cols, sums, blocks.block(b), products.position(0));
      products.get(u, 0, rank * n);
      normalise(u, n);
      sides.position(0).put(u, 0, rank * n);
      blas.multiply(rank, cols, n, sides, blocks.block(b), b % TOGETHER == 0 ? 0 : 1, powerSums);
      if (b % TOGETHER == TOGETHER - 1 || b == blocks.count - 1) {
        powerSums.get(part);
        Arrays.setAll(powerStep.values(), i -> powerStep.values()[i] + part[i]);
      }
    }
    tally.add("sweep", 1, blas.flops() - flops, began);
    return powerStep;
  }

  /** Brings the first {@code n} columns of r rows to unit length. */
  private void normalise(float[] u, int n) {
    for (int j = 0; j < n; j++) {
      double norm = 0;
      for (int k = 0; k < rank; k++) {
        norm += (double) u[k * n + j] * u[k * n + j];
      }
      float scale = norm > 0 ? (float) (1 / Math.sqrt(norm)) : 0;
      for (int k = 0; k < rank; k++) {
        u[k * n + j] *= scale;
      }
    }
  }

  /** Random unit vectors, the dummy's row a_0 = Σ a_i, and S = Σ_i v_i a_iᵀ. */
  private void startVectors(long seed) {
    sums.position(0).put(new float[rank * cols]);
    double[] total = new double[cols];
    for (int b = 0; b < blocks.count; b++) {
      int n = blocks.rowsIn(b);
      float[] v = vectors[b];
      for (int j = 0; j < n; j++) {
        double norm = 0;
        for (int k = 0; k < rank; k++) {
          float u =
              (float) (2 * CounterRandom.uniform(seed, firstRow + (long) b * ROWS + j + 1, k) - 1);
          v[k * ROWS + j] = u;
          norm += u * u;
        }
        float scale = (float) (1 / Math.sqrt(norm));
        for (int k = 0; k < rank; k++) {
          v[k * ROWS + j] *= scale;
        }
      }
      addToSums(v, b);
    }
    ones(total);
    double norm = 0;
    for (int k = 0; k < rank; k++) {
      dummy[k] = (float) (2 * CounterRandom.uniform(seed, 0, k) - 1);
      norm += dummy[k] * dummy[k];
    }
    for (int k = 0; k < rank; k++) {
      dummy[k] *= (float) (1 / Math.sqrt(norm));
    }
    for (int j = 0; j < cols; j++) {
      hostDummyRow[j] = (float) total[j];
    }
    dummyRow.position(0).put(hostDummyRow);
    addDummy(dummy);
  }

  /** Column sums of A in double precision. */
  private void ones(double[] total) {
    float[] one = new float[ROWS];
    Arrays.fill(one, 1);
    products.position(0).put(one, 0, ROWS);
    for (int b = 0; b < blocks.count; b++) {
      blas.multiply(1, cols, blocks.rowsIn(b), products, blocks.block(b), 0, dummyRow);
      dummyRow.get(hostSums);
      for (int j = 0; j < cols; j++) {
        total[j] += hostSums[j];
      }
    }
  }

  /** S += Δ A_b for Δ (rank × ROWS, transposed vectors). */
  private void addToSums(float[] delta, int b) {
    int n = blocks.rowsIn(b);
    if (n == ROWS) {
      sides.position(0).put(delta, 0, rank * ROWS);
    } else {
      for (int k = 0; k < rank; k++) {
        sides.position((long) k * n).put(delta, k * ROWS, n);
      }
      sides.position(0);
    }
    blas.multiply(rank, cols, n, sides, blocks.block(b), 1, sums.position(0));
  }

  private void addDummy(float[] delta) {
    sides.position(0).put(delta, 0, rank);
    blas.multiply(rank, cols, 1, sides, dummyRow, 1, sums.position(0));
  }

  private void updateDummy() {
    float[] g = dummyGradient;
    blas.multiplyTransposed(rank, 1, cols, sums.position(0), dummyRow, products.position(0));
    products.get(g, 0, rank);
    double diagonal = blas.squaredNorm(dummyRow, cols);
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

  private void updateBlock(int b) {
    int n = blocks.rowsIn(b);
    blas.multiplyTransposed(rank, n, cols, sums.position(0), blocks.block(b), products.position(0));
    float[] g = step.gradient;
    if (n == ROWS) {
      products.get(g, 0, rank * ROWS);
    } else {
      for (int k = 0; k < rank; k++) {
        products.position((long) k * n).get(g, k * ROWS, n);
      }
    }
    blocks.gram(b, hostGram);
    step.run(vectors[b], hostGram, n, rank);
    addToSums(step.delta, b);
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
    return new Sums(Floats.get(sums, rank, cols), own, Floats.get(dummyRow, 1, cols));
  }

  @Override
  public void resume(Sums all) {
    Floats.put(all.sums(), sums);
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
    planes.position(0).put(normals);
    long[][] words = new long[hyperplanes][blocks.count];
    float[] side = new float[hyperplanes * ROWS];
    for (int b = 0; b < blocks.count; b++) {
      sides.position(0).put(vectors[b], 0, rank * ROWS);
      blas.multiply(hyperplanes, ROWS, rank, planes, sides, 0, products.position(0));
      products.get(side, 0, hyperplanes * ROWS);
      for (int h = 0; h < hyperplanes; h++) {
        long word = 0;
        for (int j = 0; j < blocks.rowsIn(b); j++) {
          if (side[h * ROWS + j] < 0 == flip[h]) {
            word |= 1L << j;
          }
        }
        words[h][b] = word;
      }
    }
    return List.of(words);
  }
}
