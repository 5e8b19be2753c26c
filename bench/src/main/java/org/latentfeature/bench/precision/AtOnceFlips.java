package org.latentfeature.bench.precision;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.Candidates;

/**
 * Candidate atoms that are polished as on a GPU: block after block of rows, all flips that pay even
 * without their own share ‖a_i‖² at once, from products with rounded operands; then the best row of
 * each segment in exact sequence. Scores and sums of atoms come from their bits, by another search
 * with the same residual.
 */
final class AtOnceFlips implements Candidates {

  /** Rows that a candidate may flip in exact sequence after a pass, at least. */
  private static final int LISTED = 64;

  private static final int LANES = 32;

  private final RowProducts products;
  private final RowSchedule schedule;
  private final AtOnceVectors vectors;
  private final Candidates exact;
  private final int rows;
  private final int cols;
  private final float[] norms;
  private List<BitVector> atoms = List.of();
  private double[] scores = new double[0];

  /** S, q×D, of the flips so far; empty before the first pass. */
  private float[] sums = new float[0];

  /** Candidates of a residual whose products are {@code products}, and scores {@code exact}'s. */
  AtOnceFlips(RowProducts products, RowSchedule schedule, AtOnceVectors vectors, Candidates exact) {
    this.products = products;
    this.schedule = schedule;
    this.vectors = vectors;
    this.exact = exact;
    rows = products.rows();
    cols = products.cols();
    norms = norms(products);
  }

  private static float[] norms(RowProducts products) {
    float[] norms = new float[products.rows()];
    float[] row = new float[products.cols()];
    for (int i = 0; i < norms.length; i++) {
      products.row(i, row);
      norms[i] = (float) dot(row, row, 0);
    }
    return norms;
  }

  private static double dot(float[] row, float[] others, int at) {
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      sum += (double) row[j] * others[at + j];
    }
    return sum;
  }

  @Override
  public void round(int hyperplanes, long seed) {
    become(vectors.round(hyperplanes, seed));
  }

  private void become(List<BitVector> others) {
    atoms = others;
    sums = new float[0];
  }

  @Override
  public void take(List<BitVector> given) {
    become(List.copyOf(given));
  }

  @Override
  public void near(Dense directions) {
    exact.near(directions);
    become(exact.atoms());
  }

  @Override
  public void sum() {
    exact.take(atoms);
    exact.sum();
    scores = exact.scores();
    sums = new float[0];
  }

  @Override
  public double[] scores() {
    return scores.clone();
  }

  @Override
  public long[] hashes() {
    return atoms.stream().mapToLong(z -> AtomRanking.hash(z.toWords())).toArray();
  }

  @Override
  public void choose(int[] numbers) {
    become(IntStream.of(numbers).mapToObj(atoms::get).toList());
  }

  @Override
  public int[] flip(double gain, int[] moving) {
    if (sums.length == 0) {
      sums = sums(atoms);
    }
    int[] flips = new int[moving.length];
    Pass pass = new Pass(gain, moving);
    for (int first = 0; first < rows; first += schedule.size(rows)) {
      pass.block(first, Math.min(schedule.size(rows), rows - first), flips);
    }
    pass.listed(flips);
    pass.end();
    return flips;
  }

  /** s = Aᵀz from bits, summed in double precision. */
  private float[] sums(List<BitVector> some) {
    double[] all = new double[some.size() * cols];
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      products.row(i, row);
      for (int c = 0; c < some.size(); c++) {
        if (some.get(c).get(i)) {
          for (int j = 0; j < cols; j++) {
            all[c * cols + j] += row[j];
          }
        }
      }
    }
    float[] single = new float[all.length];
    for (int e = 0; e < all.length; e++) {
      single[e] = (float) all[e];
    }
    return single;
  }

  /** One pass over the rows. */
  private final class Pass {

    private final int[] moving;
    private final int m;
    private final double[] smallest;
    private final long[][] words;
    private final float[] s;
    private final int segments;
    private final int[][] list;
    private int place;

    Pass(double gain, int[] moving) {
      this.moving = moving;
      m = moving.length;
      s = new float[m * cols];
      smallest = new double[m];
      words = new long[m][];
      for (int c = 0; c < m; c++) {
        System.arraycopy(sums, moving[c] * cols, s, c * cols, cols);
        for (int j = 0; j < cols; j++) {
          smallest[c] += (double) s[c * cols + j] * s[c * cols + j];
        }
        smallest[c] *= gain;
        words[c] = atoms.get(moving[c]).toWords();
      }
      int blocks = schedule.count(rows);
      int warps = (schedule.size(rows) + LANES - 1) / LANES;
      segments = Math.max(1, Math.min(warps, LISTED / blocks));
      list = new int[m][segments * blocks];
      for (int[] some : list) {
        Arrays.fill(some, -1);
      }
    }

    /** 1 where the bit is 0, and −1 where it is 1: what a flip adds. */
    private float sign(int c, int row) {
      return (words[c][row >> 6] >>> row & 1) == 0 ? 1 : -1;
    }

    private void turn(int c, int row) {
      words[c][row >> 6] ^= 1L << row;
    }

    void block(int first, int n, int[] flips) {
      float[] gradient = new float[m * n];
      float[] change = new float[m * n];
      products.gradient(m, s, first, n, gradient);
      int segment = (schedule.size(rows) + segments - 1) / segments;
      for (int c = 0; c < m; c++) {
        for (int i = 0; i < n; i++) {
          float sign = sign(c, first + i);
          if (2 * sign * gradient[c * n + i] > (float) smallest[c]) {
            change[c * n + i] = sign;
            turn(c, first + i);
            flips[c]++;
          }
        }
        for (int g = 0; g < segments; g++) {
          int to = Math.min((g + 1) * segment, n);
          list[c][place + g] = best(c, gradient, first, n, g * segment, to);
        }
      }
      place += segments;
      products.add(m, change, first, n, s);
    }

    /** The row whose flip pays most, its own share included; −1 if none pays. */
    private int best(int c, float[] gradient, int first, int n, int from, int to) {
      int best = -1;
      float most = (float) smallest[c];
      for (int i = from; i < to; i++) {
        float gain = 2 * sign(c, first + i) * gradient[c * n + i] + norms[first + i];
        if (gain > most) {
          most = gain;
          best = first + i;
        }
      }
      return best;
    }

    void listed(int[] flips) {
      float[] row = new float[cols];
      for (int c = 0; c < m; c++) {
        for (int i : list[c]) {
          if (i < 0) {
            continue;
          }
          products.row(i, row);
          float sign = sign(c, i);
          if (2 * sign * dot(row, s, c * cols) + norms[i] > smallest[c]) {
            RowProducts.addScaled(s, c * cols, row, 0, cols, sign);
            turn(c, i);
            flips[c]++;
          }
        }
      }
    }

    void end() {
      BitVector[] after = atoms.toArray(BitVector[]::new);
      for (int c = 0; c < m; c++) {
        System.arraycopy(s, c * cols, sums, moving[c] * cols, cols);
        after[moving[c]] = BitVector.ofWords(rows, words[c]);
      }
      atoms = List.of(after);
    }
  }

  @Override
  public List<BitVector> atoms() {
    return atoms;
  }

  @Override
  public Dense sums() {
    exact.take(atoms);
    exact.sum();
    return exact.sums();
  }

  /** Not offered: all rows are here. */
  @Override
  public void resume(Dense all) {
    throw new UnsupportedOperationException("searches that are emulated have all rows");
  }
}
