package org.latentfeature.step;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;

/**
 * An atom search on rows that lie in parts: sweeps and flips are passes, one part after another.
 */
final class AtomSearchInParts implements AtomSearch {

  private final Parts<AtomSearch> parts;
  private final Vectors vectors = new Vectors();
  private final Atoms atoms = new Atoms();

  AtomSearchInParts(Parts<AtomSearch> parts) {
    this.parts = parts;
  }

  @Override
  public int rows() {
    return parts.layout().rows();
  }

  @Override
  public void residual(Incidence z, Dense v) {
    parts.each(
        (part, search) -> {
          search.residual(CodesInParts.part(z, part), v);
          return search;
        });
  }

  @Override
  public double squaredNorm() {
    return parts.sum((part, search) -> search.squaredNorm(), Double::sum);
  }

  @Override
  public Dense products(Incidence z) {
    return parts.sum((part, search) -> search.products(CodesInParts.part(z, part)), Dense::plus);
  }

  @Override
  public UnitVectors vectors() {
    return vectors;
  }

  @Override
  public Dense powerStep(Dense sums) {
    return parts.sum((part, search) -> search.powerStep(sums), Dense::plus);
  }

  @Override
  public Candidates candidates() {
    return atoms;
  }

  @Override
  public void close() {
    parts.close();
  }

  private static long[] xor(long[] some, long[] others) {
    return IntStream.range(0, some.length).mapToLong(c -> some[c] ^ others[c]).toArray();
  }

  private final class Vectors implements UnitVectors {

    private double objective;

    @Override
    public void start(int rank, long seed) {
      parts.each(
          (part, search) -> {
            search.vectors().start(rank, seed);
            return search;
          });
      resume(parts.sum((part, search) -> search.vectors().sums(), Sums::plus));
    }

    @Override
    public double sweep(long seed) {
      Sums all =
          parts.pass(
              sums(),
              (part, search, state) -> {
                search.vectors().resume(state);
                objective = search.vectors().sweep(CounterRandom.stream(seed, part));
                return search.vectors().sums();
              });
      resume(all);
      return objective;
    }

    @Override
    public Dense toDense() {
      int n = rows();
      List<Dense> all = parts.map((part, search) -> search.vectors().toDense());
      int rank = all.get(0).cols();
      Dense joined = new Dense(n + 1, rank);
      for (int p = 0; p < all.size(); p++) {
        int at = parts.layout().first(p) * rank;
        // The dummy's vector, below a part's, is written over by the next part, but for the last.
        System.arraycopy(
            all.get(p).values(), 0, joined.values(), at, (parts.layout().rows(p) + 1) * rank);
      }
      return joined;
    }

    @Override
    public Sums sums() {
      return parts.first((part, search) -> search.vectors().sums());
    }

    @Override
    public void resume(Sums all) {
      parts.each(
          (part, search) -> {
            search.vectors().resume(all);
            return search;
          });
    }
  }

  private final class Atoms implements Candidates {

    @Override
    public void round(int hyperplanes, long seed) {
      parts.each(
          (part, search) -> {
            search.candidates().round(hyperplanes, seed);
            return search;
          });
    }

    @Override
    public void take(List<BitVector> given) {
      parts.each(
          (part, search) -> {
            search.candidates().take(parts.layout().parts(given, part));
            return search;
          });
    }

    @Override
    public void near(Dense directions) {
      parts.each(
          (part, search) -> {
            search.candidates().near(directions);
            return search;
          });
    }

    @Override
    public void sum() {
      resume(
          parts.sum(
              (part, search) -> {
                search.candidates().sum();
                return search.candidates().sums();
              },
              Dense::plus));
    }

    @Override
    public double[] scores() {
      return parts.first((part, search) -> search.candidates().scores());
    }

    @Override
    public long[] hashes() {
      return parts.sum(
          (part, search) -> AtomRanking.ofPart(search.candidates().hashes(), part),
          AtomSearchInParts::xor);
    }

    @Override
    public void choose(int[] numbers) {
      parts.each(
          (part, search) -> {
            search.candidates().choose(numbers);
            return search;
          });
    }

    @Override
    public int[] flip(double gain, int[] moving) {
      int[] flips = new int[moving.length];
      Dense all =
          parts.pass(
              sums(),
              (part, search, state) -> {
                search.candidates().resume(state);
                int[] some = search.candidates().flip(gain, moving);
                for (int c = 0; c < flips.length; c++) {
                  flips[c] += some[c];
                }
                return search.candidates().sums();
              });
      resume(all);
      return flips;
    }

    @Override
    public List<BitVector> atoms() {
      return PartLayout.join(parts.map((part, search) -> search.candidates().atoms()));
    }

    @Override
    public Dense sums() {
      return parts.first((part, search) -> search.candidates().sums());
    }

    @Override
    public void resume(Dense all) {
      parts.each(
          (part, search) -> {
            search.candidates().resume(all);
            return search;
          });
    }
  }
}
