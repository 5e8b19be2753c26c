package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch.Rounding;

/**
 * Candidate atoms of rows that are read block by block: their bits are kept, and their sums, so
 * that only a rounding and each pass of flips reads the rows.
 */
final class BlockCandidates implements Candidates {

  private final AtomSearchInBlocks blocks;
  private final BlockVectors vectors;

  /** The candidates' rows of each block. */
  private List<List<BitVector>> atoms = List.of();

  private @Nullable Dense sums;
  private @Nullable Rounding request;

  BlockCandidates(AtomSearchInBlocks blocks, BlockVectors vectors) {
    this.blocks = blocks;
    this.vectors = vectors;
  }

  /** There are none: the residual is another one. */
  void forget() {
    atoms = List.of();
    sums = null;
    request = null;
  }

  @Override
  public void round(int hyperplanes, long seed) {
    request = new Rounding(hyperplanes, seed);
    sums = null;
  }

  /** Takes these atoms as candidates, and keeps their sums if they were candidates already. */
  @Override
  public void take(List<BitVector> given) {
    Dense known = sums;
    if (known != null) {
      List<BitVector> present = PartLayout.join(atoms);
      int[] numbers = given.stream().mapToInt(present::indexOf).toArray();
      if (IntStream.of(numbers).allMatch(c -> c >= 0)) {
        choose(numbers);
        return;
      }
    }
    atoms =
        IntStream.range(0, blocks.layout().count())
            .mapToObj(part -> blocks.layout().parts(given, part))
            .toList();
    request = null;
    sums = null;
  }

  /** Sums the atoms on the same reading. */
  @Override
  public void near(Dense directions) {
    List<List<BitVector>> nearer = new ArrayList<>();
    sums =
        summed(
            (own, part) -> {
              own.near(directions);
              nearer.add(own.atoms());
            });
    atoms = nearer;
    request = null;
  }

  @Override
  public void sum() {
    known();
  }

  private Dense known() {
    Dense known = sums;
    if (known != null) {
      return known;
    }
    Rounding rounding = request;
    if (rounding == null) {
      Dense summed = summed((own, part) -> own.take(atoms.get(part)));
      sums = summed;
      return summed;
    }
    rounding(
        rounding,
        visit -> {
          vectors.visit(visit);
          return 0;
        });
    return known();
  }

  /** Sums of what {@code given} makes the candidates of a block. */
  private Dense summed(ObjIntConsumer<Candidates> given) {
    Dense[] all = new Dense[1];
    blocks.walk(
        (part, search) -> {
          Candidates own = search.candidates();
          given.accept(own, part);
          own.sum();
          all[0] = part == 0 ? own.sums() : all[0].plus(own.sums());
        });
    return all[0];
  }

  /**
   * Rounds the vectors of every block that {@code sweep} passes. Until the dummy's vector is final,
   * 1 is the positive side of each hyperplane.
   *
   * @return what {@code sweep} returns
   */
  double rounding(Rounding how, ToDoubleFunction<BlockVectors.Swept> sweep) {
    List<List<BitVector>> rounded = new ArrayList<>();
    Dense[] all = new Dense[1];
    double result =
        sweep.applyAsDouble(
            (part, search, total, dummy) -> {
              Candidates own = search.candidates();
              own.round(how.hyperplanes(), how.seed());
              own.sum();
              boolean[] turned = negative(how, dummy);
              rounded.add(turn(own.atoms(), turned));
              Dense some = turn(own.sums(), total, turned);
              all[0] = part == 0 ? some : all[0].plus(some);
            });
    UnitVectors.Sums of = vectors.sums();
    boolean[] turned = negative(how, of.dummy());
    atoms = rounded.stream().map(some -> turn(some, turned)).toList();
    sums = turn(all[0], of.total(), turned);
    request = null;
    return result;
  }

  /** For each hyperplane whether the dummy's vector is on its negative side. */
  private static boolean[] negative(Rounding how, Dense dummy) {
    boolean[] negative = new boolean[how.hyperplanes()];
    for (int h = 0; h < negative.length; h++) {
      double side = 0;
      for (int k = 0; k < dummy.cols(); k++) {
        side += CounterRandom.normal(how.seed(), h, k) * dummy.get(0, k);
      }
      negative[h] = side < 0;
    }
    return negative;
  }

  private static List<BitVector> turn(List<BitVector> some, boolean[] turned) {
    return IntStream.range(0, turned.length)
        .mapToObj(c -> turned[c] ? some.get(c).complement() : some.get(c))
        .toList();
  }

  /** Sums of the same atoms, those of all rows being {@code total}. */
  private static Dense turn(Dense some, Dense total, boolean[] turned) {
    Dense all = some.copy();
    for (int c = 0; c < turned.length; c++) {
      for (int j = 0; turned[c] && j < all.cols(); j++) {
        all.set(c, j, total.get(0, j) - some.get(c, j));
      }
    }
    return all;
  }

  @Override
  public double[] scores() {
    Dense known = known();
    return IntStream.range(0, known.rows()).mapToDouble(c -> known.rowDot(c, known, c)).toArray();
  }

  @Override
  public long[] hashes() {
    known();
    long[] hashes = new long[atoms.get(0).size()];
    for (int part = 0; part < atoms.size(); part++) {
      List<BitVector> own = atoms.get(part);
      long[] some = own.stream().mapToLong(z -> AtomRanking.hash(z.toWords())).toArray();
      long[] mixed = AtomRanking.ofPart(some, part);
      Arrays.setAll(hashes, c -> hashes[c] ^ mixed[c]);
    }
    return hashes;
  }

  @Override
  public void choose(int[] numbers) {
    sums = known().selectRows(numbers);
    atoms = atoms.stream().map(own -> select(own, numbers)).toList();
  }

  private static List<BitVector> select(List<BitVector> some, int[] numbers) {
    return IntStream.of(numbers).mapToObj(some::get).toList();
  }

  @Override
  public int[] flip(double gain, int[] moving) {
    Dense all = known().copy();
    int[] flips = new int[moving.length];
    int[] every = IntStream.range(0, moving.length).toArray();
    Dense[] state = {all.selectRows(moving)};
    List<List<BitVector>> flipped = new ArrayList<>();
    blocks.walk(
        (part, search) -> {
          Candidates own = search.candidates();
          own.take(select(atoms.get(part), moving));
          own.resume(state[0]);
          int[] some = own.flip(gain, every);
          Arrays.setAll(flips, c -> flips[c] + some[c]);
          state[0] = own.sums();
          List<BitVector> after = new ArrayList<>(atoms.get(part));
          List<BitVector> moved = own.atoms();
          for (int c : every) {
            after.set(moving[c], moved.get(c));
          }
          flipped.add(after);
        });
    atoms = flipped;
    for (int c : every) {
      System.arraycopy(
          state[0].values(), c * all.cols(), all.values(), moving[c] * all.cols(), all.cols());
    }
    sums = all;
    return flips;
  }

  @Override
  public List<BitVector> atoms() {
    known();
    return PartLayout.join(atoms);
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
