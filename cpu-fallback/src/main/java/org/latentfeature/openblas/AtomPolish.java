package org.latentfeature.openblas;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Scores ‖Aᵀz‖² and single flips of many candidate atoms at once, in blocks of rows: G = S A_bᵀ by
 * GEMM, the flips of the block in sequence through its Gram matrix, S += ΔZ_bᵀ A_b by GEMM.
 */
final class AtomPolish {

  private final Blas blas;

  private static final int ROWS = ResidualBlocks.ROWS;

  private final ResidualBlocks blocks;
  private final int cols;
  private final FloatPointer sums;
  private final FloatPointer products;
  private final FloatPointer changes;
  private final float[] gradient;
  private final float[] delta;
  private final float[] row;
  private final float[] gram = new float[ROWS * ROWS];
  private long made;

  AtomPolish(Blas blas, ResidualBlocks blocks, int most, Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    cols = blocks.cols;
    sums = arena.floats((long) most * cols);
    products = arena.floats((long) most * ROWS);
    changes = arena.floats((long) most * ROWS);
    gradient = new float[most * ROWS];
    delta = new float[most * ROWS];
    row = new float[cols];
  }

  /** Passes over the residual so far. */
  long passes() {
    return made;
  }

  /** Each atom with its score, in the order given. */
  List<ScoredAtom> score(List<BitVector> atoms) {
    loadSums(atoms.stream().map(BitVector::toWords).toList());
    List<ScoredAtom> scored = new ArrayList<>(atoms.size());
    for (int c = 0; c < atoms.size(); c++) {
      sums.position((long) c * cols);
      scored.add(new ScoredAtom(atoms.get(c), blas.squaredNorm(sums, cols)));
    }
    return scored;
  }

  /** S = Zᵀ A, one row a candidate. */
  private void loadSums(List<long[]> atoms) {
    made++;
    int q = atoms.size();
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
  }

  /** S = keep·S + Δ A_b for Δ (q×n) in {@code delta}. */
  private void addToSums(int q, int n, int b, float keep) {
    changes.put(delta, 0, q * n);
    blas.multiply(q, cols, n, changes, blocks.block(b), keep, sums.position(0));
  }

  /** Flips until none helps, or {@code passes} passes are done. Keeps the order. */
  List<BitVector> run(List<BitVector> atoms, int passes) {
    if (atoms.isEmpty()) {
      return atoms;
    }
    made += blocks.prepare() ? 1 : 0;
    List<long[]> words = new ArrayList<>(atoms.size());
    for (BitVector z : atoms) {
      words.add(z.toWords());
    }
    // Candidates still moving; those at rest leave the products.
    List<long[]> active = new ArrayList<>(words);
    loadSums(active);
    double gain = AtomSearch.smallestGain(blocks.rows);
    for (int pass = 0; pass < passes && !active.isEmpty(); pass++) {
      float[] smallest = new float[active.size()];
      for (int c = 0; c < smallest.length; c++) {
        sums.position((long) c * cols);
        smallest[c] = (float) (gain * blas.squaredNorm(sums, cols));
      }
      boolean[] moved = new boolean[active.size()];
      made++;
      for (int b = 0; b < blocks.count; b++) {
        flipBlock(active, b, smallest, moved);
      }
      keep(active, moved);
    }
    List<BitVector> polished = new ArrayList<>(atoms.size());
    for (long[] w : words) {
      polished.add(BitVector.ofWords(blocks.rows, w));
    }
    return polished;
  }

  /** Drops the candidates that did not move, and their rows of S. */
  private void keep(List<long[]> active, boolean[] moved) {
    List<long[]> moving = new ArrayList<>(active.size());
    for (int c = 0; c < moved.length; c++) {
      if (moved[c]) {
        if (c > moving.size()) {
          sums.position((long) c * cols).get(row);
          sums.position((long) moving.size() * cols).put(row);
        }
        moving.add(active.get(c));
      }
    }
    active.clear();
    active.addAll(moving);
  }

  private void flipBlock(List<long[]> active, int b, float[] smallest, boolean[] moved) {
    int q = active.size();
    int n = blocks.rowsIn(b);
    blas.multiplyTransposed(q, n, cols, sums.position(0), blocks.block(b), products.position(0));
    products.get(gradient, 0, q * n);
    blocks.gram(b, gram);
    boolean any = false;
    for (int c = 0; c < q; c++) {
      long[] words = active.get(c);
      long before = words[b];
      words[b] = flip(before, c * n, n, smallest[c]);
      moved[c] |= words[b] != before;
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
