package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.ResidualRounds.Near;

/**
 * Candidate atoms that are the rows with aᵀv > 0 for a direction v each. With v = s = Aᵀz that
 * maximises the linear bound of ‖Aᵀz‖² at z, which is convex: the next atom's score is no lower.
 */
final class RoundCandidates implements Candidates {

  /**
   * Length of a direction, as a share of that of rows: {@link Candidates#near} asks for a product
   * above half its square, which must be no more than rounding.
   */
  private static final double SHORT = 1e-6;

  private final ResidualRounds rounds;
  private final RoundVectors vectors;

  /** Directions of the candidates whose bits are unknown. */
  private Dense directions = new Dense(0, 0);

  private List<@Nullable BitVector> bits = List.of();
  private @Nullable Dense sums;
  private long[] hashes = new long[0];

  RoundCandidates(ResidualRounds rounds, RoundVectors vectors) {
    this.rounds = rounds;
    this.vectors = vectors;
  }

  /** There are none: the residual is another one. */
  void forget() {
    directions = new Dense(0, rounds.cols());
    bits = List.of();
    sums = null;
  }

  @Override
  public void round(int hyperplanes, long seed) {
    directions = shortened(vectors.normals(hyperplanes, seed));
    bits = new ArrayList<>(Collections.nCopies(hyperplanes, null));
    sums = null;
  }

  private Dense shortened(Dense some) {
    Dense all = some.copy();
    double length = SHORT * Math.sqrt(vectors.squaredNorm() / rounds.rows());
    for (int c = 0; c < all.rows(); c++) {
      double norm = all.rowNorm(c);
      for (int j = 0; j < all.cols() && norm > 0; j++) {
        all.set(c, j, all.get(c, j) / norm * length);
      }
    }
    return all;
  }

  /** Takes these atoms as candidates, and keeps their sums if they were candidates already. */
  @Override
  public void take(List<BitVector> atoms) {
    if (sums != null) {
      int[] numbers = atoms.stream().mapToInt(bits::indexOf).toArray();
      if (IntStream.of(numbers).allMatch(c -> c >= 0)) {
        choose(numbers);
        return;
      }
    }
    directions = new Dense(atoms.size(), rounds.cols());
    bits = new ArrayList<>(atoms);
    hashes = atoms.stream().mapToLong(z -> AtomRanking.hash(z.toWords())).toArray();
    sums = null;
  }

  /** Sums the atoms in the same round. */
  @Override
  public void near(Dense given) {
    Near near = rounds.near(given, true);
    directions = given.copy();
    bits = new ArrayList<>(near.atoms());
    sums = near.sums();
    hashes = near.hashes().stream().mapToLong(h -> h).toArray();
  }

  @Override
  public void sum() {
    known();
  }

  private Dense known() {
    Dense known = sums;
    if (known == null) {
      if (bits.contains(null)) {
        Near near = rounds.near(directions, false);
        hashes = near.hashes().stream().mapToLong(h -> h).toArray();
        known = near.sums();
      } else {
        known = rounds.sums(present());
      }
      sums = known;
    }
    return known;
  }

  private List<BitVector> present() {
    return bits.stream().map(Objects::requireNonNull).toList();
  }

  @Override
  public double[] scores() {
    Dense known = known();
    return IntStream.range(0, known.rows()).mapToDouble(c -> known.rowDot(c, known, c)).toArray();
  }

  @Override
  public long[] hashes() {
    known();
    return hashes.clone();
  }

  @Override
  public void choose(int[] numbers) {
    sums = known().selectRows(numbers);
    directions = directions.selectRows(numbers);
    hashes = IntStream.of(numbers).mapToLong(c -> hashes[c]).toArray();
    List<@Nullable BitVector> some = new ArrayList<>();
    for (int c : numbers) {
      some.add(bits.get(c));
    }
    bits = some;
  }

  /** All rows at once. Counts 1 of a candidate that has another atom now. */
  @Override
  public int[] flip(double gain, int[] moving) {
    Dense before = known();
    Dense along = shortened(before.selectRows(moving));
    Near near = rounds.near(along, false);
    Dense after = before.copy();
    int[] flips = new int[moving.length];
    for (int m = 0; m < moving.length; m++) {
      int c = moving[m];
      double score = before.rowDot(c, before, c);
      if (near.sums().rowDot(m, near.sums(), m) - score > gain * score) {
        copy(near.sums(), m, after, c);
        copy(along, m, directions, c);
        hashes[c] = near.hashes().get(m);
        bits.set(c, null);
        flips[m] = 1;
      }
    }
    sums = after;
    return flips;
  }

  private static void copy(Dense from, int i, Dense to, int j) {
    int cols = from.cols();
    System.arraycopy(from.values(), i * cols, to.values(), j * cols, cols);
  }

  /** Fetches those that are unknown, with sums of just these bits. */
  @Override
  public List<BitVector> atoms() {
    Dense known = known();
    int[] unknown = IntStream.range(0, bits.size()).filter(c -> bits.get(c) == null).toArray();
    if (unknown.length > 0) {
      Near near = rounds.near(directions.selectRows(unknown), true);
      Dense exact = known.copy();
      for (int u = 0; u < unknown.length; u++) {
        bits.set(unknown[u], near.atoms().get(u));
        copy(near.sums(), u, exact, unknown[u]);
      }
      sums = exact;
    }
    return present();
  }

  @Override
  public Dense sums() {
    return known().copy();
  }

  @Override
  public void resume(Dense all) {
    sums = all.copy();
  }
}
