package org.latentfeature.backend.reference;

import static org.latentfeature.backend.reference.ReferenceVectors.dot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.StepTally;

/** Candidate atoms, one after another. */
final class ReferenceCandidates implements Candidates {

  private final Matrix a;
  private final ReferenceVectors vectors;
  private final StepTally tally;
  private final StopSignal stop;
  private final float[] row;
  private List<BitVector> atoms = List.of();
  private double[][] sums = new double[0][];

  ReferenceCandidates(Matrix a, ReferenceVectors vectors, StepTally tally, StopSignal stop) {
    this.a = a;
    this.vectors = vectors;
    this.tally = tally;
    this.stop = stop;
    row = new float[a.cols()];
  }

  @Override
  public void round(int hyperplanes, long seed) {
    List<BitVector> rounded = new ArrayList<>();
    double[] r = new double[vectors.dummy().length];
    for (int h = 0; h < hyperplanes; h++) {
      stop.check();
      for (int k = 0; k < r.length; k++) {
        r[k] = CounterRandom.normal(seed, h, k);
      }
      boolean flip = dot(vectors.dummy(), r) < 0;
      boolean[] ones = new boolean[a.rows()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = dot(vectors.ofRow(i), r) < 0 == flip;
      }
      rounded.add(BitVector.of(ones));
    }
    atoms = rounded;
  }

  @Override
  public void take(List<BitVector> given) {
    atoms = List.copyOf(given);
  }

  @Override
  public void near(Dense directions) {
    long start = System.nanoTime();
    List<BitVector> nearer = new ArrayList<>();
    for (int c = 0; c < directions.rows(); c++) {
      double half = directions.rowDot(c, directions, c) / 2;
      boolean[] ones = new boolean[a.rows()];
      for (int i = 0; i < ones.length; i++) {
        stop.check(i);
        a.getRow(i, row);
        double product = 0;
        for (int j = 0; j < row.length; j++) {
          product += row[j] * directions.get(c, j);
        }
        ones[i] = product > half;
      }
      nearer.add(BitVector.of(ones));
    }
    atoms = nearer;
    tally.add("near", directions.rows(), 2.0 * a.size() * directions.rows(), start);
  }

  @Override
  public void sum() {
    long start = System.nanoTime();
    sums = atoms.stream().map(this::sum).toArray(double[][]::new);
    tally.add("score", atoms.size(), 2.0 * a.size() * atoms.size(), start);
  }

  private double[] sum(BitVector z) {
    double[] s = new double[row.length];
    for (int i = 0; i < a.rows(); i++) {
      stop.check(i);
      if (z.get(i)) {
        a.getRow(i, row);
        for (int j = 0; j < s.length; j++) {
          s[j] += row[j];
        }
      }
    }
    return s;
  }

  @Override
  public double[] scores() {
    return IntStream.range(0, sums.length).mapToDouble(c -> dot(sums[c], sums[c])).toArray();
  }

  @Override
  public long[] hashes() {
    return atoms.stream().mapToLong(z -> AtomRanking.hash(z.toWords())).toArray();
  }

  @Override
  public void choose(int[] numbers) {
    atoms = IntStream.of(numbers).mapToObj(atoms::get).toList();
  }

  @Override
  public int[] flip(double gain, int[] moving) {
    long start = System.nanoTime();
    List<BitVector> flipped = new ArrayList<>(atoms);
    int[] flips = new int[moving.length];
    for (int m = 0; m < moving.length; m++) {
      int c = moving[m];
      long[] words = atoms.get(c).toWords();
      flips[m] = flip(words, sums[c], gain * dot(sums[c], sums[c]));
      flipped.set(c, BitVector.ofWords(a.rows(), words));
    }
    atoms = flipped;
    tally.add("polish", moving.length, 2.0 * a.size() * moving.length, start);
    return flips;
  }

  /** Flipping z_i changes ‖Aᵀz‖² by 2(1−2z_i) a_iᵀs + ‖a_i‖², s = Aᵀz. */
  private int flip(long[] words, double[] s, double smallest) {
    int flips = 0;
    for (int i = 0; i < a.rows(); i++) {
      stop.check(i);
      a.getRow(i, row);
      double as = 0;
      double aa = 0;
      for (int j = 0; j < s.length; j++) {
        as += row[j] * s[j];
        aa += (double) row[j] * row[j];
      }
      double sign = (words[i >> 6] >>> (i & 63) & 1) == 0 ? 1 : -1;
      if (2 * sign * as + aa > smallest) {
        words[i >> 6] ^= 1L << (i & 63);
        for (int j = 0; j < s.length; j++) {
          s[j] += sign * row[j];
        }
        flips++;
      }
    }
    return flips;
  }

  @Override
  public List<BitVector> atoms() {
    return atoms;
  }

  @Override
  public Dense sums() {
    Dense all = new Dense(sums.length, row.length);
    for (int c = 0; c < sums.length; c++) {
      System.arraycopy(sums[c], 0, all.values(), c * row.length, row.length);
    }
    return all;
  }

  @Override
  public void resume(Dense all) {
    sums = new double[all.rows()][row.length];
    for (int c = 0; c < sums.length; c++) {
      System.arraycopy(all.values(), c * row.length, sums[c], 0, row.length);
    }
  }
}
