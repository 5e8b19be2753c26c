package org.latentfeature.columns.difference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;

/**
 * Places where differences of rows are most frequent, from candidates by the mean shift (Fukunaga
 * &amp; Hostetler 1975). Each difference stands for its opposite, too.
 */
final class Modes {

  private static final int SHIFTS = 6;

  /** Radii that modes move at most once they are found. */
  private static final double STILL = .02;

  /** Radii between modes, at least: chance makes more than one of a cluster. */
  private static final double APART = 1.1;

  /** Differences that are looked at together. */
  private static final int GROUP = 16;

  private final Differences differences;
  private final int threads;
  private final StopSignal stop;

  Modes(Differences differences, int threads, StopSignal stop) {
    this.differences = differences;
    this.threads = threads;
    this.stop = stop;
  }

  /** A mode. The opposite place is a mode as well. */
  static final class Mode {

    private final float[] at;
    private final int votes;

    private Mode(float[] at, int votes) {
      this.at = at;
      this.votes = votes;
    }

    /** Returns its D coordinates; not a copy. */
    float[] at() {
      return at;
    }

    /** Returns how many differences are within the radius of it or its opposite. */
    int votes() {
      return votes;
    }
  }

  /**
   * Returns the modes near {@code places}, those with most votes first.
   *
   * @param most maximum number of modes
   * @param least minimum number of votes
   */
  List<Mode> near(List<float[]> places, double radius, int most, int least) {
    List<Mode> modes = shifted(places, radius, least).stream().limit(most).toList();
    for (int shift = 1; shift < SHIFTS; shift++) {
      List<Mode> before = modes;
      modes = shifted(places(before), radius, least).stream().limit(most).toList();
      if (modes.stream().allMatch(mode -> isAmong(before, mode.at(), STILL * radius))) {
        break;
      }
    }
    return modes;
  }

  private static boolean isAmong(List<Mode> modes, float[] at, double within) {
    return modes.stream().anyMatch(mode -> distance(mode.at(), at) < within);
  }

  /** Returns where {@code modes} are. */
  static List<float[]> places(List<Mode> modes) {
    return modes.stream().map(Mode::at).toList();
  }

  /** Returns those of {@code modes} that are not near others with more votes. */
  static List<Mode> apart(List<Mode> modes, double radius, int least) {
    List<Mode> kept = new ArrayList<>();
    modes.stream()
        .filter(mode -> mode.votes() >= least && norm(mode.at()) >= radius)
        .sorted(Comparator.comparingInt(Mode::votes).reversed())
        .forEach(
            mode -> {
              if (!isAmong(kept, mode.at(), APART * radius)) {
                kept.add(mode);
              }
            });
    return kept;
  }

  /** Sums of the differences near each place. */
  private static final class Near {

    private final float[][] block;
    private final float[] squares;
    private final float[] distances;
    private final float[] least;
    private final double[][] sums;
    private final int[] votes;

    Near(Differences differences, int places) {
      int most = differences.maxOfPiece();
      block = new float[differences.dimensions()][most];
      squares = new float[most];
      least = new float[(most + GROUP - 1) / GROUP];
      distances = new float[GROUP * least.length];
      sums = new double[places][block.length];
      votes = new int[places];
    }

    void add(int count, List<float[]> places, double radius) {
      Arrays.fill(squares, 0);
      for (float[] column : block) {
        addSquares(squares, column, count);
      }
      int groups = (count + GROUP - 1) / GROUP;
      for (int p = 0; p < votes.length; p++) {
        float[] at = places.get(p);
        double length = norm(at);
        float limit = (float) (radius * radius - length * length);
        Arrays.fill(distances, 0, count, 0);
        for (int d = 0; d < at.length; d++) {
          addScaled(distances, block[d], at[d], count);
        }
        toDistances(distances, squares, count);
        Arrays.fill(distances, count, GROUP * groups, Float.POSITIVE_INFINITY);
        // Few differences are near: whole groups of them are looked at together.
        Arrays.fill(least, 0, groups, Float.POSITIVE_INFINITY);
        for (int from = 0; from < GROUP * groups; from += groups) {
          lower(least, distances, from, groups);
        }
        for (int group = 0; group < groups; group++) {
          for (int j = group; least[group] <= limit && j < count; j += groups) {
            if (distances[j] <= limit) {
              vote(p, at, j);
            }
          }
        }
      }
    }

    private void vote(int p, float[] at, int j) {
      votes[p]++;
      double dot = 0;
      for (int d = 0; d < at.length; d++) {
        dot += at[d] * block[d][j];
      }
      double sign = dot < 0 ? -1 : 1;
      for (int d = 0; d < at.length; d++) {
        sums[p][d] += sign * block[d][j];
      }
    }
  }

  private static void addSquares(float[] into, float[] a, int count) {
    for (int j = 0; j < count; j++) {
      into[j] += a[j] * a[j];
    }
  }

  /** Squared distances from the nearer of a place and its opposite, less that place's square. */
  private static void toDistances(float[] dots, float[] squares, int count) {
    for (int j = 0; j < count; j++) {
      dots[j] = squares[j] - 2 * Math.abs(dots[j]);
    }
  }

  private static void lower(float[] least, float[] values, int from, int count) {
    for (int j = 0; j < count; j++) {
      least[j] = Math.min(least[j], values[from + j]);
    }
  }

  private static void addScaled(float[] into, float[] a, float factor, int count) {
    for (int j = 0; j < count; j++) {
      into[j] += factor * a[j];
    }
  }

  /**
   * Returns the means of the differences near each place, with these as votes, but for those near
   * others with more votes.
   */
  List<Mode> shifted(List<float[]> places, double radius, int least) {
    List<Near> parts =
        Workers.parts(threads, threads, 1, stop, (part, to) -> near(part, places, radius));
    List<Mode> modes = new ArrayList<>();
    for (int p = 0; p < places.size(); p++) {
      double[] sum = new double[differences.dimensions()];
      int votes = 0;
      for (Near part : parts) {
        votes += part.votes[p];
        for (int d = 0; d < sum.length; d++) {
          sum[d] += part.sums[p][d];
        }
      }
      float[] mean = new float[sum.length];
      for (int d = 0; d < mean.length; d++) {
        mean[d] = votes == 0 ? places.get(p)[d] : (float) (sum[d] / votes);
      }
      modes.add(new Mode(mean, votes));
    }
    return apart(modes, radius, least);
  }

  /** Sums every {@code threads}-th piece: each thread has its own, so that sums are repeatable. */
  private Near near(int first, List<float[]> places, double radius) {
    Near near = new Near(differences, places.size());
    for (int piece = first; piece < differences.pieces() && !stop.isSet(); piece += threads) {
      near.add(differences.get(piece, near.block), places, radius);
    }
    return near;
  }

  static double norm(float[] a) {
    double sum = 0;
    for (float v : a) {
      sum += (double) v * v;
    }
    return Math.sqrt(sum);
  }

  /** Returns the distance of one place from another or from its opposite, the shorter. */
  static double distance(float[] a, float[] b) {
    double minus = 0;
    double plus = 0;
    for (int d = 0; d < a.length; d++) {
      minus += ((double) a[d] - b[d]) * (a[d] - b[d]);
      plus += ((double) a[d] + b[d]) * (a[d] + b[d]);
    }
    return Math.sqrt(Math.min(minus, plus));
  }
}
