package org.latentfeature.bench.precision;

import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.UnitVectors;

/**
 * Sweeps as a GPU makes them: the dummy's vector first, exactly, without its own share; then block
 * after block of rows, all of a block from the same S with their own share kept: v_i ← g_i/‖g_i‖,
 * g_i = S a_i, and S += Δ A_b. Vectors and sums are in single precision.
 */
final class AtOnceVectors implements UnitVectors {

  private final RowProducts products;
  private final RowSchedule schedule;
  private final long firstRow;
  private final int rows;
  private final int cols;
  private final float[] total;
  private int rank;

  /** r×N. */
  private float[] vectors = new float[0];

  private float[] dummy = new float[0];

  /** S, r×D. */
  private float[] sums = new float[0];

  /**
   * Vectors that have not started.
   *
   * @param firstRow number of the first row among all, by which random numbers are addressed
   */
  AtOnceVectors(RowProducts products, RowSchedule schedule, long firstRow) {
    this.products = products;
    this.schedule = schedule;
    this.firstRow = firstRow;
    rows = products.rows();
    cols = products.cols();
    total = total(products);
  }

  /** a_0 = Σ a_i, summed in double precision. */
  private static float[] total(RowProducts products) {
    double[] sum = new double[products.cols()];
    float[] row = new float[products.cols()];
    for (int i = 0; i < products.rows(); i++) {
      products.row(i, row);
      for (int j = 0; j < row.length; j++) {
        sum[j] += row[j];
      }
    }
    for (int j = 0; j < row.length; j++) {
      row[j] = (float) sum[j];
    }
    return row;
  }

  @Override
  public void start(int r, long seed) {
    rank = r;
    vectors = new float[r * rows];
    dummy = new float[r];
    sums = new float[r * cols];
    float[] one = new float[r];
    for (int i = 0; i < rows; i++) {
      random(seed, firstRow + i + 1, one);
      for (int k = 0; k < r; k++) {
        vectors[k * rows + i] = one[k];
      }
    }
    random(seed, 0, dummy);
    int size = schedule.size(rows);
    for (int b = 0; b < schedule.count(rows); b++) {
      int first = b * size;
      int n = Math.min(size, rows - first);
      float[] block = new float[r * n];
      for (int k = 0; k < r; k++) {
        System.arraycopy(vectors, k * rows + first, block, k * n, n);
      }
      products.add(r, block, first, n, sums);
    }
    addDummy(dummy);
  }

  /** Uniform in the cube, scaled to unit length. */
  private static void random(long seed, long address, float[] into) {
    double norm = 0;
    for (int k = 0; k < into.length; k++) {
      into[k] = (float) (2 * CounterRandom.uniform(seed, address, k) - 1);
      norm += (double) into[k] * into[k];
    }
    float scale = (float) (1 / Math.sqrt(norm));
    for (int k = 0; k < into.length; k++) {
      into[k] *= scale;
    }
  }

  private void addDummy(float[] change) {
    for (int k = 0; k < rank; k++) {
      RowProducts.addScaled(sums, k * cols, total, 0, cols, change[k]);
    }
  }

  @Override
  public double sweep(long seed) {
    moveDummy();
    int size = schedule.size(rows);
    for (int b : CounterRandom.permutation(seed, schedule.count(rows))) {
      move(b * size, Math.min(size, rows - b * size));
    }
    double objective = 0;
    for (float s : sums) {
      objective += (double) s * s;
    }
    return objective / 4;
  }

  private void moveDummy() {
    float diagonal = 0;
    for (float t : total) {
      diagonal += t * t;
    }
    float[] gradient = new float[rank];
    double norm = 0;
    for (int k = 0; k < rank; k++) {
      float g = 0;
      for (int j = 0; j < cols; j++) {
        g += sums[k * cols + j] * total[j];
      }
      gradient[k] = g - diagonal * dummy[k];
      norm += (double) gradient[k] * gradient[k];
    }
    if (norm > 0) {
      float scale = (float) (1 / Math.sqrt(norm));
      float[] change = new float[rank];
      for (int k = 0; k < rank; k++) {
        float next = gradient[k] * scale;
        change[k] = next - dummy[k];
        dummy[k] = next;
      }
      addDummy(change);
    }
  }

  private void move(int first, int n) {
    float[] gradient = new float[rank * n];
    float[] change = new float[rank * n];
    products.gradient(rank, sums, first, n, gradient);
    for (int i = 0; i < n; i++) {
      double norm = 0;
      for (int k = 0; k < rank; k++) {
        norm += (double) gradient[k * n + i] * gradient[k * n + i];
      }
      if (norm > 0) {
        float scale = (float) (1 / Math.sqrt(norm));
        for (int k = 0; k < rank; k++) {
          float next = gradient[k * n + i] * scale;
          change[k * n + i] = next - vectors[k * rows + first + i];
          vectors[k * rows + first + i] = next;
        }
      }
    }
    products.add(rank, change, first, n, sums);
  }

  /** ‖BᵀV‖² of the vectors themselves, in double precision. */
  double value() {
    double[] exact = new double[rank * cols];
    float[] row = new float[cols];
    for (int i = 0; i <= rows; i++) {
      boolean isDummy = i == rows;
      if (!isDummy) {
        products.row(i, row);
      }
      for (int k = 0; k < rank; k++) {
        double of = isDummy ? dummy[k] : vectors[k * rows + i];
        for (int j = 0; j < cols; j++) {
          exact[k * cols + j] += of * (isDummy ? total[j] : row[j]);
        }
      }
    }
    double sum = 0;
    for (double e : exact) {
      sum += e * e;
    }
    return sum / 4;
  }

  /** z = 1 where a row's vector lies on the same side of a random hyperplane as the dummy's. */
  List<BitVector> round(int hyperplanes, long seed) {
    BitVector[] rounded = new BitVector[hyperplanes];
    float[] normal = new float[rank];
    for (int h = 0; h < hyperplanes; h++) {
      float reference = 0;
      for (int k = 0; k < rank; k++) {
        normal[k] = (float) CounterRandom.normal(seed, h, k);
        reference += dummy[k] * normal[k];
      }
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        float side = 0;
        for (int k = 0; k < rank; k++) {
          side += vectors[k * rows + i] * normal[k];
        }
        ones[i] = side < 0 == reference < 0;
      }
      rounded[h] = BitVector.of(ones);
    }
    return List.of(rounded);
  }

  @Override
  public Dense toDense() {
    Dense all = new Dense(rows + 1, rank);
    for (int k = 0; k < rank; k++) {
      for (int i = 0; i < rows; i++) {
        all.set(i, k, vectors[k * rows + i]);
      }
      all.set(rows, k, dummy[k]);
    }
    return all;
  }

  @Override
  public Sums sums() {
    return new Sums(dense(rank, cols, sums), dense(1, rank, dummy), dense(1, cols, total));
  }

  private static Dense dense(int rows, int cols, float[] values) {
    Dense all = new Dense(rows, cols);
    for (int e = 0; e < values.length; e++) {
      all.values()[e] = values[e];
    }
    return all;
  }

  /** Not offered: all rows are here. */
  @Override
  public void resume(Sums all) {
    throw new UnsupportedOperationException("searches that are emulated have all rows");
  }
}
