package org.latentfeature.columns.difference;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;

/**
 * Cells of a random grid in which differences are frequent: candidates for modes. All differences
 * are counted by a hash of their cells, which needs no memory for each.
 */
final class CellVotes {

  /** Axes of the grid: with more, a mode is cut into more cells; with fewer, chance fills them. */
  private static final int MOST_AXES = 10;

  private static final int MAX_SLOT_BITS = 23;

  /** Maximum bytes of the counts. */
  static final long MAX_BYTES = (long) Integer.BYTES << MAX_SLOT_BITS;

  private static final int MOST_CELLS = 4096;
  private static final int HASH = 0x9E3779B1;

  /** Cells on the negative side, so that numbers of cells are positive; borders are at eighths. */
  private static final float BIAS = 1 << 20;

  private final Differences differences;
  private final Dense axes;
  private final float[] offsets;
  private final float cells;
  private final int gridAxes;
  private final int threads;
  private final StopSignal stop;
  private final int slotBits;
  private final AtomicIntegerArray votes;

  private CellVotes(
      Differences differences, double width, long seed, int threads, StopSignal stop) {
    int d = differences.dimensions();
    axes = axes(d, seed);
    this.differences = differences.along(axes);
    gridAxes = Math.min(d, MOST_AXES);
    offsets = new float[gridAxes];
    for (int a = 0; a < gridAxes; a++) {
      offsets[a] = (float) CounterRandom.uniform(seed, d, a) + BIAS;
    }
    cells = (float) (1 / width);
    this.threads = threads;
    this.stop = stop;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(2 * differences.count());
    slotBits = Math.min(MAX_SLOT_BITS, Math.max(1, bits));
    votes = new AtomicIntegerArray(1 << slotBits);
  }

  /**
   * Returns places where differences are frequent beside what their spread lets expect.
   *
   * @param width of a cell
   * @param most maximum number of places
   */
  static List<float[]> places(
      Differences differences, double width, int most, long seed, int threads, StopSignal stop) {
    CellVotes all = new CellVotes(differences, width, seed, threads, stop);
    all.count();
    return all.best(most, width);
  }

  /** Returns random orthonormal axes, the rows. */
  private static Dense axes(int d, long seed) {
    Dense normal = new Dense(d, d);
    for (int a = 0; a < d; a++) {
      for (int c = 0; c < d; c++) {
        normal.set(a, c, CounterRandom.normal(seed, a, c));
      }
    }
    return Orthonormal.rows(normal, 0);
  }

  /** A piece of the differences and their cells. */
  private final class Piece {

    private final float[][] at;
    private final float[] signs;
    private final int[] slots;

    Piece() {
      int most = differences.maxOfPiece();
      at = new float[differences.dimensions()][most];
      signs = new float[most];
      slots = new int[most];
    }

    /** Reads a piece, every difference or its opposite, with a positive first coordinate. */
    int read(int piece) {
      int count = differences.get(piece, at);
      for (int j = 0; j < count; j++) {
        signs[j] = at[0][j] < 0 ? -1 : 1;
        slots[j] = 0;
      }
      for (int a = 0; a < gridAxes; a++) {
        mix(at[a], signs, offsets[a], cells, slots, count);
      }
      for (int j = 0; j < count; j++) {
        int mixed = slots[j] * HASH;
        slots[j] = ((mixed ^ (mixed >>> 15)) * HASH) >>> (Integer.SIZE - slotBits);
      }
      return count;
    }
  }

  private static void mix(
      float[] at, float[] signs, float offset, float cells, int[] slots, int count) {
    for (int j = 0; j < count; j++) {
      slots[j] = slots[j] * HASH + (int) (at[j] * signs[j] * cells + offset);
    }
  }

  /** Takes a piece that was read. */
  @FunctionalInterface
  private interface Visitor {
    void take(Piece piece, int count);
  }

  /**
   * Visits every {@code threads}-th piece: each thread has its own, so that sums are repeatable.
   */
  private void forPieces(int first, Visitor visitor) {
    Piece piece = new Piece();
    for (int p = first; p < differences.pieces() && !stop.isSet(); p += threads) {
      visitor.take(piece, piece.read(p));
    }
  }

  private void count() {
    Workers.share(
        threads,
        threads,
        stop,
        (worker, part) ->
            forPieces(
                part,
                (piece, count) -> {
                  for (int j = 0; j < count; j++) {
                    votes.getAndIncrement(piece.slots[j]);
                  }
                }));
  }

  /** The differences of a cell. */
  private static final class Cell {

    private final double[] sum;
    private int count;

    Cell(int d) {
      sum = new double[d];
    }

    Cell plus(Cell other) {
      count += other.count;
      for (int d = 0; d < sum.length; d++) {
        sum[d] += other.sum[d];
      }
      return this;
    }

    double[] mean() {
      double[] mean = sum.clone();
      for (int d = 0; d < mean.length; d++) {
        mean[d] /= count;
      }
      return mean;
    }
  }

  private List<float[]> best(int most, double width) {
    int least = leastOfBest();
    Map<Integer, Cell> found = new TreeMap<>();
    Workers.parts(threads, threads, 1, stop, (part, to) -> cells(part, least))
        .forEach(part -> part.forEach((slot, cell) -> found.merge(slot, cell, Cell::plus)));
    double variance = differences.spread() * differences.spread();
    double all =
        2 * differences.count() * Math.pow(width / Math.sqrt(2 * Math.PI * variance), gridAxes);
    Comparator<Cell> byExcess =
        Comparator.comparingDouble(
            cell -> {
              double squared = 0;
              for (int a = 0; a < gridAxes; a++) {
                double v = cell.sum[a] / cell.count;
                squared += v * v;
              }
              double chance = all * Math.exp(-squared / (2 * variance));
              return (cell.count - chance) / Math.sqrt(chance + 4);
            });
    return found.values().stream()
        .sorted(byExcess.reversed())
        .limit(most)
        .map(cell -> back(cell.mean()))
        .toList();
  }

  /** Returns the cells with at least {@code least} votes, by slot, of every threads-th piece. */
  private Map<Integer, Cell> cells(int first, int least) {
    Map<Integer, Cell> found = new TreeMap<>();
    forPieces(
        first,
        (piece, count) -> {
          for (int j = 0; j < count; j++) {
            int slot = piece.slots[j];
            if (votes.get(slot) >= least) {
              Cell cell = found.computeIfAbsent(slot, any -> new Cell(piece.at.length));
              cell.count++;
              for (int d = 0; d < cell.sum.length; d++) {
                cell.sum[d] += piece.at[d][j] * piece.signs[j];
              }
            }
          }
        });
    return found;
  }

  /** Returns the minimum number of votes that at most {@value #MOST_CELLS} cells have. */
  private int leastOfBest() {
    int[] cellsWith = new int[1 << 12];
    for (int slot = 0; slot < votes.length(); slot++) {
      cellsWith[Math.min(cellsWith.length - 1, votes.get(slot))]++;
    }
    int least = cellsWith.length;
    int above = 0;
    while (least > 2 && above + cellsWith[least - 1] <= MOST_CELLS) {
      above += cellsWith[--least];
    }
    return least;
  }

  private float[] back(double[] along) {
    float[] at = new float[along.length];
    for (int d = 0; d < at.length; d++) {
      for (int a = 0; a < along.length; a++) {
        at[d] += (float) (axes.get(a, d) * along[a]);
      }
    }
    return at;
  }
}
