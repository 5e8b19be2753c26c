package org.latentfeature.cuda;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;

/**
 * Scores ‖Aᵀz‖² and single flips of many candidate atoms z at once.
 *
 * <p>A pass takes the rows block by block and flips, all at once, those that pay even without their
 * own share ‖a_i‖², which never lowers a score; then, in exact sequence, the best of some segments
 * of rows with their share. A pass without a flip proves that no single flip pays.
 */
final class DevicePolish implements Candidates {

  /** Rows that a candidate may flip in exact sequence after a pass, at least. */
  private static final int LISTED = 64;

  /** Rows of a list whose Gram matrix is taken at once, as in the kernels. */
  static final int PIECE = 64;

  /** 32-bit words of a score. */
  private static final int DOUBLE = Double.BYTES / Integer.BYTES;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final DeviceSweeps vectors;
  private final DeviceBuffer residual;
  private final Memory memory;
  private boolean prepared;

  /** The candidates: rounded ones, or those that were chosen or given. */
  private Atoms atoms;

  private int count;

  /** Whether the sums are those of the bits, in full precision, and of no other part's rows. */
  private boolean summed;

  /** Whether the scores are those of the sums. */
  private boolean scored;

  DevicePolish(CudaRows rows, BlockAscent ascent, DeviceSweeps vectors, Memory memory) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.ascent = ascent;
    this.vectors = vectors;
    blocks = ascent.blocks;
    residual = ascent.residual;
    this.memory = memory;
    atoms = memory.chosen();
  }

  /**
   * Some atoms.
   *
   * @param bits Z
   * @param sums S = ZᵀA
   * @param scores squared norms of the rows of S
   */
  record Atoms(DeviceBuffer bits, DeviceBuffer sums, DeviceBuffer scores) {
    static Atoms in(Room room, Shape shape, String what, int most) {
      return new Atoms(
          room.ints(what + " atoms", (long) most * shape.stride()),
          room.floats("sums of " + what + " atoms", (long) most * shape.cols()),
          room.doubles("scores of " + what + " atoms", most));
    }
  }

  /**
   * The arrays that it works in.
   *
   * @param rounded the hyperplanes' atoms
   * @param chosen the candidates
   * @param picked numbers of those that are chosen
   * @param hashes of the hyperplanes' atoms
   * @param rowNorms ‖a_i‖²
   * @param list rows to flip in sequence, by candidate
   * @param listedGram products of the rows of a piece of the lists
   * @param listedGradient their products with s
   * @param flips of a pass, by candidate
   */
  record Memory(
      Atoms rounded,
      Atoms chosen,
      DeviceBuffer picked,
      DeviceBuffer hashes,
      DeviceBuffer rowNorms,
      DeviceBuffer list,
      DeviceBuffer listedGram,
      DeviceBuffer listedGradient,
      DeviceBuffer flips) {

    static Memory in(Room room, Shape shape, SweepBlocks blocks, AtomSearch.Limits limits) {
      int planes = limits.hyperplanes();
      int most = limits.candidates();
      return new Memory(
          Atoms.in(room, shape, "rounded", planes),
          Atoms.in(room, shape, "candidate", most),
          room.ints("chosen atoms", most),
          room.longs("hashes of atoms", planes),
          room.floats("row norms", shape.rows()),
          room.ints("rows to flip", (long) most * listed(blocks)),
          room.floats("Gram matrices of rows to flip", (long) most * PIECE * PIECE),
          room.floats("gradient of rows to flip", (long) most * PIECE),
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
    summed = false;
  }

  /** The candidates are others, whose sums are not known. */
  private void become(Atoms others, int number) {
    atoms = others;
    count = number;
    summed = false;
  }

  @Override
  public void round(int hyperplanes, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    become(memory.rounded(), hyperplanes);
    vectors.round(hyperplanes, seed, atoms.bits());
    rows.tally.add("round", 0, 0, start);
  }

  @Override
  public void take(List<BitVector> given) {
    device.context().enter();
    become(memory.chosen(), given.size());
    for (int c = 0; c < count; c++) {
      device
          .transfers()
          .sendWords(given.get(c).toWords(), atoms.bits().from((long) c * shape.stride()));
    }
    prepare();
  }

  /** From empty atoms, of which all rows flip whose product with v is above half its square. */
  @Override
  public void near(Dense directions) {
    device.context().enter();
    long start = System.nanoTime();
    become(memory.chosen(), directions.rows());
    resume(directions);
    score();
    device.transfers().clear(atoms.bits(), (long) count * shape.stride());
    device.transfers().clear(memory.flips(), count);
    for (int b = 0; b < blocks.count(); b++) {
      ascent.products(
          blocks.first(b),
          blocks.rowsIn(b),
          count,
          atoms.sums(),
          (first, n) -> flipAtOnce(first, n, 1));
    }
    prepare();
    rows.tally.add("near", 1, 2.0 * shape.size() * count, start);
  }

  @Override
  public void sum() {
    if (summed) {
      return;
    }
    device.context().enter();
    long start = System.nanoTime();
    for (int from = 0; from < count; from += ColumnSums.BATCH) {
      int some = Math.min(ColumnSums.BATCH, count - from);
      DeviceBuffer sums =
          rows.columnSums.of(
              residual,
              atoms.bits().from((long) from * shape.stride()),
              some,
              atoms.sums().from((long) from * shape.cols()));
      rows.squaredNorms.ofDoubleRows(sums, some, shape.cols(), atoms.scores().from(from));
    }
    summed = true;
    scored = true;
    rows.tally.add("score", 1, 2.0 * shape.size() * count, start);
  }

  @Override
  public double[] scores() {
    device.context().enter();
    score();
    return device.transfers().doubles(atoms.scores(), count);
  }

  private void score() {
    if (!scored) {
      rows.squaredNorms.ofRows(atoms.sums(), count, shape.cols(), atoms.scores());
      scored = true;
    }
  }

  @Override
  public long[] hashes() {
    device.context().enter();
    device
        .launch()
        .pointer(atoms.bits())
        .pointer(memory.hashes())
        .integer(shape.stride())
        .run(device.kernels().hashColumns, LaunchGrid.blocks(count).over(shape.stride()));
    return device.transfers().longs(memory.hashes(), count);
  }

  /** Of atoms that were summed, sums and scores are kept too. */
  @Override
  public void choose(int[] numbers) {
    device.context().enter();
    Atoms chosen = memory.chosen();
    if (numbers.length > 0) {
      device.transfers().send(numbers, memory.picked());
      gather(atoms.bits(), chosen.bits(), shape.stride(), numbers.length);
      if (summed) {
        gather(atoms.sums(), chosen.sums(), shape.cols(), numbers.length);
        gather(atoms.scores(), chosen.scores(), DOUBLE, numbers.length);
      }
    }
    atoms = chosen;
    count = numbers.length;
    prepare();
  }

  /** The rows of {@code source} that are picked, of {@code words} words each. */
  private void gather(DeviceBuffer source, DeviceBuffer target, int words, int number) {
    device
        .launch()
        .pointer(source)
        .pointer(memory.picked())
        .pointer(target)
        .integer(words)
        .run(device.kernels().gatherColumns, LaunchGrid.threads(words).by(number));
  }

  @Override
  public List<BitVector> atoms() {
    device.context().enter();
    return CudaIncidence.fetch(device, shape, atoms.bits(), count);
  }

  @Override
  public Dense sums() {
    device.context().enter();
    int cols = shape.cols();
    return Dense.wrap(count, cols, device.transfers().floats(atoms.sums(), count * cols));
  }

  @Override
  public void resume(Dense all) {
    device.context().enter();
    device.transfers().sendFloats(all, atoms.sums());
    summed = false;
    scored = false;
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

  /** Those that rest are looked at too: which they are is not worth a copy of what is left. */
  @Override
  public int[] flip(double gain, int[] moving) {
    device.context().enter();
    long start = System.nanoTime();
    score();
    device.transfers().clear(memory.flips(), count);
    for (int b = 0; b < blocks.count(); b++) {
      int block = b;
      ascent.block(
          blocks.first(b),
          blocks.rowsIn(b),
          count,
          atoms.sums(),
          (first, n) -> {
            flipAtOnce(first, n, gain);
            listBest(block, n, gain);
          });
    }
    flipListed(gain);
    int[] flips = device.transfers().ints(memory.flips(), count);
    if (IntStream.of(flips).anyMatch(n -> n > 0)) {
      // In single precision, change after change: scores that are handed out are summed again.
      summed = false;
      scored = false;
    }
    rows.tally.add("polish", 1, 4.0 * shape.size() * count, start);
    return IntStream.of(moving).map(c -> flips[c]).toArray();
  }

  private void flipAtOnce(int first, int n, double gain) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(atoms.scores())
        .number(gain)
        .pointer(atoms.bits())
        .pointer(ascent.change)
        .pointer(memory.flips())
        .integer(first)
        .integer(n)
        .integer(shape.stride())
        .run(device.kernels().flipRows, LaunchGrid.threads(n).by(count));
  }

  private void listBest(int block, int n, double gain) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(memory.rowNorms())
        .pointer(atoms.scores())
        .number(gain)
        .pointer(atoms.bits())
        .pointer(memory.list())
        .integer(blocks.first(block))
        .integer(n)
        .integer(shape.stride())
        .integer(segment(blocks))
        .integer(listed(blocks))
        .integer(block * segments(blocks))
        .run(
            device.kernels().bestFlips,
            LaunchGrid.blocks(segments(blocks)).by(count).over(segment(blocks)));
  }

  private void flipListed(double gain) {
    for (int from = 0; from < listed(blocks); from += PIECE) {
      flipListed(gain, from, Math.min(PIECE, listed(blocks) - from));
    }
  }

  /** {@code n} entries of each list. */
  private void flipListed(double gain, int from, int n) {
    device
        .launch()
        .pointer(residual)
        .pointer(memory.list())
        .pointer(atoms.bits())
        .pointer(atoms.sums())
        .pointer(memory.listedGram())
        .pointer(memory.listedGradient())
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(listed(blocks))
        .integer(from)
        .integer(n)
        .run(device.kernels().multiplyListed, LaunchGrid.blocks(n).by(count));
    device
        .launch()
        .pointer(residual)
        .pointer(atoms.scores())
        .number(gain)
        .pointer(memory.list())
        .pointer(memory.listedGram())
        .pointer(memory.listedGradient())
        .pointer(atoms.sums())
        .pointer(atoms.bits())
        .pointer(memory.flips())
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(listed(blocks))
        .integer(from)
        .integer(n)
        .run(device.kernels().flipListed, LaunchGrid.blocks(count));
  }
}
