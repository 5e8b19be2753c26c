package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Scores ‖Aᵀz‖² and single flips of many candidate atoms z at once.
 *
 * <p>A pass takes the rows block by block and flips, all at once, those that pay even without their
 * own share ‖a_i‖², which never lowers a score; then, in exact sequence, the best of some segments
 * of rows with their share. A pass without a flip proves that no single flip pays.
 */
final class DevicePolish {

  /** Rows that a candidate may flip in exact sequence after a pass, at least. */
  private static final int LISTED = 64;

  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final ColumnSums columnSums;
  private final SquaredNorms squaredNorms;
  private final DeviceBuffer residual;
  private final Memory memory;
  private final double gain;
  private boolean prepared;
  private long made;

  DevicePolish(
      OpenDevice device,
      Shape shape,
      BlockAscent ascent,
      ColumnSums columnSums,
      SquaredNorms squaredNorms,
      Memory memory) {
    this.device = device;
    this.shape = shape;
    this.ascent = ascent;
    blocks = ascent.blocks;
    this.columnSums = columnSums;
    this.squaredNorms = squaredNorms;
    residual = ascent.residual;
    this.memory = memory;
    gain = AtomSearch.smallestGain(shape.rows());
  }

  /**
   * The arrays that it works in.
   *
   * @param rounded bits of the hyperplanes' atoms
   * @param chosen bits of the candidates
   * @param picked numbers of those that are chosen
   * @param hashes of the hyperplanes' atoms
   * @param scores of either
   * @param sums S = ZᵀA of either, a batch at a time
   * @param rowNorms ‖a_i‖²
   * @param list rows to flip in sequence, by candidate
   * @param flips of a pass, by candidate
   */
  record Memory(
      DeviceBuffer rounded,
      DeviceBuffer chosen,
      DeviceBuffer picked,
      DeviceBuffer hashes,
      DeviceBuffer scores,
      DeviceBuffer sums,
      DeviceBuffer rowNorms,
      DeviceBuffer list,
      DeviceBuffer flips) {

    static Memory in(Room room, Shape shape, SweepBlocks blocks, AtomSearch.Limits limits) {
      int planes = limits.hyperplanes();
      int most = limits.candidates();
      return new Memory(
          room.ints("rounded atoms", (long) planes * shape.stride()),
          room.ints("candidate atoms", (long) most * shape.stride()),
          room.ints("chosen atoms", most),
          room.longs("hashes of atoms", planes),
          room.doubles("scores", Math.max(planes, most)),
          room.floats("sums of atoms", (long) Math.max(ColumnSums.BATCH, most) * shape.cols()),
          room.floats("row norms", shape.rows()),
          room.ints("rows to flip", (long) most * listed(blocks)),
          room.ints("flips", most));
    }
  }

  private static int segments(SweepBlocks blocks) {
    int warps = (blocks.most() + LaunchGrid.LANES - 1) / LaunchGrid.LANES;
    return Math.max(1, Math.min(warps, LISTED / blocks.count()));
  }

  /** Rows of a segment. */
  static int segment(SweepBlocks blocks) {
    return (blocks.most() + segments(blocks) - 1) / segments(blocks);
  }

  /** Rows of a candidate's list. */
  static int listed(SweepBlocks blocks) {
    return Math.multiplyExact(segments(blocks), blocks.count());
  }

  /** The residual is another one. */
  void residualChanged() {
    prepared = false;
  }

  /** Passes over the residual in polishing so far, those for scores included. */
  long passes() {
    return made;
  }

  /** Where hyperplanes leave their atoms. */
  DeviceBuffer rounded() {
    return memory.rounded();
  }

  /** The best {@code count} distinct, non-zero ones of {@code planes} rounded atoms, polished. */
  List<ScoredAtom> bestRounded(int planes, int count, int passes) {
    score(memory.rounded(), planes);
    device
        .launch()
        .pointer(memory.rounded())
        .pointer(memory.hashes())
        .integer(shape.stride())
        .run(device.kernels().hashColumns, LaunchGrid.blocks(planes).over(shape.stride()));
    double[] scores = device.transfers().doubles(memory.scores(), planes);
    int[] best = distinct(scores, device.transfers().longs(memory.hashes(), planes), count);
    if (best.length > 0) {
      device.transfers().send(best, memory.picked());
      device
          .launch()
          .pointer(memory.rounded())
          .pointer(memory.picked())
          .pointer(memory.chosen())
          .integer(shape.stride())
          .run(device.kernels().gatherColumns, LaunchGrid.threads(shape.stride()).by(best.length));
    }
    return polish(best.length, passes);
  }

  /** The numbers of the best {@code count} with hashes that are new and not 0, best first. */
  static int[] distinct(double[] scores, long[] hashes, int count) {
    Set<Long> seen = new HashSet<>();
    seen.add(0L);
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> scores[i]).reversed())
        .filter(i -> seen.add(hashes[i]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Each of {@code atoms} polished. */
  List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    for (int c = 0; c < atoms.size(); c++) {
      device
          .transfers()
          .sendWords(atoms.get(c).toWords(), memory.chosen().from((long) c * shape.stride()));
    }
    return polish(atoms.size(), passes);
  }

  /** The distinct, non-zero results of polishing the first {@code count} chosen, best first. */
  private List<ScoredAtom> polish(int count, int passes) {
    if (count == 0) {
      return List.of();
    }
    prepare();
    made += 2; // for the scores before and after
    score(memory.chosen(), count);
    for (int pass = 0; pass < passes && pass(count) > 0; pass++) {
      squaredNorms.ofRows(memory.sums(), count, shape.cols(), memory.scores());
    }
    score(memory.chosen(), count);
    double[] scores = device.transfers().doubles(memory.scores(), count);
    List<BitVector> polished = CudaIncidence.fetch(device, shape, memory.chosen(), count);
    List<ScoredAtom> scored = new ArrayList<>(count);
    for (int c = 0; c < count; c++) {
      scored.add(new ScoredAtom(polished.get(c), scores[c]));
    }
    return AtomRanking.best(scored, count);
  }

  private void prepare() {
    if (!prepared) {
      device
          .launch()
          .pointer(residual)
          .integer(shape.rows())
          .integer(shape.cols())
          .pointer(memory.rowNorms())
          .run(device.kernels().squaredRowNorms, LaunchGrid.warps(shape.rows()));
      prepared = true;
    }
  }

  /** Scores of {@code count} atoms, batch by batch; the sums of the last batch stay. */
  private void score(DeviceBuffer atoms, int count) {
    for (int from = 0; from < count; from += ColumnSums.BATCH) {
      int some = Math.min(ColumnSums.BATCH, count - from);
      DeviceBuffer sums =
          columnSums.of(residual, atoms.from((long) from * shape.stride()), some, memory.sums());
      squaredNorms.ofDoubleRows(sums, some, shape.cols(), memory.scores().from(from));
    }
  }

  /** One pass over all rows; returns the flips of all candidates. */
  private long pass(int count) {
    made++;
    device.transfers().clear(memory.flips(), count);
    for (int b = 0; b < blocks.count(); b++) {
      int block = b;
      ascent.block(
          blocks.first(b),
          blocks.rowsIn(b),
          count,
          memory.sums(),
          (first, rows) -> {
            flipAtOnce(first, rows, count);
            listBest(block, rows, count);
          });
    }
    flipListed(count);
    return IntStream.of(device.transfers().ints(memory.flips(), count)).asLongStream().sum();
  }

  private void flipAtOnce(int first, int rows, int count) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(memory.scores())
        .number(gain)
        .pointer(memory.chosen())
        .pointer(ascent.change)
        .pointer(memory.flips())
        .integer(first)
        .integer(rows)
        .integer(shape.stride())
        .run(device.kernels().flipRows, LaunchGrid.threads(rows).by(count));
  }

  private void listBest(int block, int rows, int count) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(memory.rowNorms())
        .pointer(memory.scores())
        .number(gain)
        .pointer(memory.chosen())
        .pointer(memory.list())
        .integer(blocks.first(block))
        .integer(rows)
        .integer(shape.stride())
        .integer(segment(blocks))
        .integer(listed(blocks))
        .integer(block * segments(blocks))
        .run(
            device.kernels().bestFlips,
            LaunchGrid.blocks(segments(blocks)).by(count).over(segment(blocks)));
  }

  private void flipListed(int count) {
    device
        .launch()
        .pointer(residual)
        .pointer(memory.rowNorms())
        .pointer(memory.scores())
        .number(gain)
        .pointer(memory.list())
        .pointer(memory.sums())
        .pointer(memory.chosen())
        .pointer(memory.flips())
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(listed(blocks))
        .run(device.kernels().flipListed, LaunchGrid.blocks(count).over(shape.cols()));
  }
}
