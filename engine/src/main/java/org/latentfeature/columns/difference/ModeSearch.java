package org.latentfeature.columns.difference;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Modes.Mode;

/**
 * Modes of differences: those near full cells, and those that the generators among them lead to.
 */
final class ModeSearch {

  private static final int GRIDS = 3;

  /** Places of a grid for each feature: cells cut the votes of modes in unequal parts. */
  private static final int PLACES = 8;

  /** Modes for each feature: sums and differences of two features are modes, too. */
  private static final int MODES = 5;

  private static final int COMPLETIONS = 3;

  /** Minimum votes of a mode, among the pairs by which places are shifted. */
  private static final int LEAST_VOTES = 4;

  /** Rows by whose pairs places are shifted. */
  private static final int SHIFTING_ROWS = 1600;

  /** Radius of a mode, in widths of a cell times the root of D. */
  private static final double RADIUS = .4;

  private final Differences differences;
  private final int k;
  private final long seed;
  private final int threads;
  private final StopSignal stop;

  ModeSearch(Differences differences, int k, long seed, int threads, StopSignal stop) {
    this.differences = differences;
    this.k = k;
    this.seed = seed;
    this.threads = threads;
    this.stop = stop;
  }

  /**
   * Returns up to K + 1 generators. Where one of two modes is a feature and the other a sum with
   * it, their difference is a feature: it is looked at, too, until no more votes are found.
   */
  Generators generators(double width) {
    List<float[]> places = new ArrayList<>();
    for (int grid = 0; grid < GRIDS; grid++) {
      long stream = CounterRandom.stream(seed, grid);
      places.addAll(CellVotes.places(differences, width, PLACES * k, stream, threads, stop));
    }
    double radius = RADIUS * width * Math.sqrt(differences.dimensions());
    Differences some = differences.ofFirst(SHIFTING_ROWS);
    Modes fewer = new Modes(some, threads, stop);
    List<Mode> modes = fewer.near(places, radius, MODES * k, LEAST_VOTES);
    double votes = 0;
    for (int round = 0; round < COMPLETIONS && votes(modes) > votes; round++) {
      votes = votes(modes);
      modes = completed(fewer, modes, radius);
    }
    if (modes.size() < k) {
      return new Generators(modes, k + 1, radius, LEAST_VOTES);
    }
    Modes all = new Modes(differences, threads, stop);
    List<Mode> counted = all.shifted(Modes.places(modes), radius, LEAST_VOTES);
    // Votes of fewer pairs are not comparable with those of all, which would leave them out.
    List<float[]> more = new ArrayList<>(Modes.places(counted));
    more.addAll(Modes.places(fewer.near(pairs(counted, radius), radius, k, LEAST_VOTES)));
    double least = LEAST_VOTES * ((double) differences.count() / some.count());
    return new Generators(all.shifted(more, radius, LEAST_VOTES), k + 1, radius, least);
  }

  /** Returns {@code modes} and those near sums and differences of two generators among them. */
  private List<Mode> completed(Modes fewer, List<Mode> modes, double radius) {
    List<Mode> both = new ArrayList<>(modes);
    both.addAll(fewer.near(pairs(modes, radius), radius, MODES * k, LEAST_VOTES));
    return Modes.apart(both, radius, LEAST_VOTES).stream().limit((long) MODES * k).toList();
  }

  private List<float[]> pairs(List<Mode> modes, double radius) {
    return new Generators(modes, k, radius, LEAST_VOTES).pairs(k);
  }

  private double votes(List<Mode> modes) {
    return modes.stream().limit(k).mapToDouble(Mode::votes).sum();
  }
}
