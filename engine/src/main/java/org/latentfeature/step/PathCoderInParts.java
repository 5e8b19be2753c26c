package org.latentfeature.step;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/** Paths of rows that lie in parts: a map, and what they come to, a sum. */
final class PathCoderInParts implements PathCoder {

  private final Parts<PathCoder> parts;

  PathCoderInParts(Parts<PathCoder> parts) {
    this.parts = parts;
  }

  /** Some rows of X by the parts that they lie in. */
  private static final class Shares {

    /** Places of each part's rows in the list of all. */
    final int[][] places;

    /** Their numbers in the part. */
    final int[][] rows;

    Shares(PartLayout layout, int[] all) {
      places = new int[layout.count()][];
      rows = new int[layout.count()][];
      for (int p = 0; p < places.length; p++) {
        int part = p;
        places[p] =
            IntStream.range(0, all.length).filter(i -> layout.partOf(all[i]) == part).toArray();
        rows[p] = IntStream.of(places[p]).map(i -> all[i] - layout.first(part)).toArray();
      }
    }

    Paths of(Paths all, int part) {
      return all.select(places[part]);
    }

    /** Joins the paths of each part, in the order of all rows. */
    Paths join(List<Paths> found) {
      int count = IntStream.range(0, places.length).map(p -> places[p].length).sum();
      Paths all = new Paths(count, found.get(0).longest());
      for (int p = 0; p < places.length; p++) {
        for (int i = 0; i < places[p].length; i++) {
          all.set(places[p][i], found.get(p), i);
        }
      }
      return all;
    }
  }

  private Shares shares(int[] rows) {
    return new Shares(parts.layout(), rows);
  }

  @Override
  public int rows() {
    return parts.layout().rows();
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    Shares shares = shares(rows);
    return shares.join(parts.map((part, coder) -> coder.code(objective, shares.rows[part])));
  }

  @Override
  public WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    Shares shares = shares(rows);
    List<WeighedPaths> better =
        parts.map(
            (part, coder) ->
                coder.better(
                    model,
                    shares.rows[part],
                    shares.of(found, part),
                    old == null ? null : shares.of(old, part)));
    double[] worth = new double[rows.length];
    for (int p = 0; p < better.size(); p++) {
      for (int i = 0; i < shares.places[p].length; i++) {
        worth[shares.places[p][i]] = better.get(p).worth(i);
      }
    }
    Paths paths = shares.join(better.stream().map(WeighedPaths::paths).toList());
    return new WeighedPaths(old == null ? found : paths, worth);
  }

  @Override
  public Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    Shares shares = shares(rows);
    List<Expectation> all =
        parts.map(
            (part, coder) ->
                coder.expectation(
                    model,
                    shares.rows[part],
                    shares.of(found, part),
                    old == null ? null : shares.of(old, part)));
    PathStatistics sums = all.get(0).sums();
    all.subList(1, all.size()).forEach(more -> sums.add(more.sums()));
    Paths paths = shares.join(all.stream().map(Expectation::paths).toList());
    return new Expectation(old == null ? found : paths, sums);
  }

  /** On one visit of each part, which keeps no paths. */
  @Override
  public PathStatistics statistics(PathObjective objective, PathModel model) {
    return parts.sum(
        (part, coder) -> coder.statistics(objective, model),
        (sums, more) -> {
          sums.add(more);
          return sums;
        });
  }

  @Override
  public void close() {
    parts.close();
  }
}
