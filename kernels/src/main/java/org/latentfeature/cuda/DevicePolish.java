package org.latentfeature.cuda;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;

/**
 * Scores ‖Aᵀz‖² and single flips of many candidate atoms z at once.
 *
 * <p>A pass takes the rows block by block and flips, all at once, those that pay even without their
 * own share ‖a_i‖², which never lowers a score; then, in exact sequence, the best of some segments
 * of rows with their share. A pass without a flip proves that no single flip pays. Of a rounded
 * copy the first part says so of the copy, and the second one of the residual's rows beside sums
 * over the copy.
 */
final class DevicePolish implements Candidates {

  /** 32-bit words of a score. */
  private static final int DOUBLE = Double.BYTES / Integer.BYTES;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final BlockFlips blockFlips;
  private final Flips flips;
  private final ListedFlips listed;
  private final @Nullable TensorSums tensorSums;
  private final DeviceSweeps vectors;
  private final DeviceBuffer residual;
  private final @Nullable DeviceBuffer rounded;
  private final Memory memory;

  /** The candidates: rounded ones, or those that were chosen or given. */
  private Atoms atoms;

  private int count;

  /** True if the sums are those of the bits, in full precision, and of no other part's rows. */
  private boolean summed;

  /** True if the scores are those of the sums. */
  private boolean scored;

  /**
   * True if the candidates come from hyperplanes, so that their scores serve only to choose among
   * them.
   */
  private boolean planes;

  /** True if the sums are those of the rounded copy, which serve only to choose and to flip. */
  private boolean rough;

  /**
   * Creates the candidates of one search over the residual of {@code ascent}.
   *
   * @param fused for flips, or null if they are products
   * @param rounded a copy of it in the layout of the plan, or null if that is its own
   */
  DevicePolish(
      CudaRows rows,
      BlockAscent ascent,
      SweepPlan plan,
      @Nullable FusedPass fused,
      DeviceSweeps vectors,
      @Nullable DeviceBuffer rounded,
      Memory memory,
      StopSignal stop) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.vectors = vectors;
    residual = ascent.residual;
    this.rounded = rounded;
    this.memory = memory;
    blockFlips = new BlockFlips(device, shape, ascent, memory.rowNorms());
    flips = fused == null ? blockFlips : new FusedFlips(fused, plan.sweeps(), memory.found());
    listed = new ListedFlips(device, shape, residual, flips.listed(), memory.listed());
    tensorSums =
        memory.tensorSums() == null
            ? null
            : new TensorSums(device, shape, plan.layout(), memory.tensorSums(), stop);
    atoms = memory.chosen();
  }

  /**
   * The arrays that it works in.
   *
   * @param rounded the hyperplanes' atoms
   * @param chosen the candidates
   * @param picked numbers of those that are chosen
   * @param hashes of the hyperplanes' atoms
   * @param rowNorms ‖a_i‖²
   * @param found what blocks of a fused pass find
   * @param listed of flips in sequence
   * @param tensorSums of sums of many atoms, or null if there are none
   * @param flips of a pass, by candidate
   */
  record Memory(
      Atoms rounded,
      Atoms chosen,
      DeviceBuffer picked,
      DeviceBuffer hashes,
      DeviceBuffer rowNorms,
      DeviceBuffer found,
      ListedFlips.Memory listed,
      TensorSums.@Nullable Memory tensorSums,
      DeviceBuffer flips) {

    static Memory in(Room room, Shape shape, SweepPlan plan, AtomSearch.Limits limits, Gpu gpu) {
      int planes = limits.hyperplanes();
      int most = limits.candidates();
      boolean fused = plan.fusesFlips(most);
      return new Memory(
          Atoms.in(room, shape, "rounded", planes),
          Atoms.in(room, shape, "candidate", most),
          room.ints("chosen atoms", most),
          room.longs("hashes of atoms", planes),
          BlockFlips.rowNorms(room, fused ? 0 : shape.rows()),
          FusedFlips.found(room, plan, fused ? most : 0),
          ListedFlips.Memory.in(
              room, fused ? FusedFlips.listed(plan) : BlockFlips.listed(plan.flips()), most),
          plan.fused() == null || planes < TensorSums.LEAST
              ? null
              : TensorSums.Memory.in(room, plan.layout(), shape, gpu, TensorSums.RUN_BYTES),
          room.ints("flips", most));
    }
  }

  /** The residual is another one. */
  void residualChanged() {
    blockFlips.residualChanged();
    summed = false;
    scored = false;
  }

  /** The candidates are others, whose sums are not known. */
  private void become(Atoms others, int number) {
    atoms = others;
    count = number;
    summed = false;
    scored = false;
    planes = false;
    rough = false;
  }

  @Override
  public void round(int hyperplanes, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    become(memory.rounded(), hyperplanes);
    planes = true;
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
    blockFlips.nearest(atoms, count, 1, memory.flips());
    rows.tally.add("near", 1, 2.0 * shape.size() * count, start);
  }

  @Override
  public void sum() {
    if (summed) {
      return;
    }
    device.context().enter();
    long start = System.nanoTime();
    rough = false;
    for (int from = 0; from < count; from += ColumnSums.BATCH) {
      int some = Math.min(ColumnSums.BATCH, count - from);
      DeviceBuffer bits = atoms.bits().from((long) from * shape.stride());
      DeviceBuffer single = atoms.sums().from((long) from * shape.cols());
      DeviceBuffer sums;
      if (tensorSums == null || some < TensorSums.LEAST || (rounded != null && !planes)) {
        sums = rows.columnSums.of(residual, bits, some, single);
      } else {
        sums = tensorSums.of(rounded == null ? residual : rounded, bits, some, single);
        rough |= rounded != null;
      }
      rows.squaredNorms.ofDoubleRows(sums, some, shape.cols(), atoms.scores().from(from));
    }
    summed = true;
    scored = true;
    rows.tally.add("score", 1, 2.0 * shape.size() * count, start);
  }

  @Override
  public double[] scores() {
    device.context().enter();
    refine();
    score();
    return device.transfers().doubles(atoms.scores(), count);
  }

  /**
   * Sums chosen atoms again in full precision if their sums are rough, before results are returned.
   */
  private void refine() {
    if (rough && !planes) {
      summed = false;
      sum();
    }
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

  /** Keeps the chosen candidates, with their sums and scores if the atoms were summed. */
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
    planes = false;
    atoms = chosen;
    count = numbers.length;
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
    refine();
    int cols = shape.cols();
    return Dense.wrap(count, cols, device.transfers().floats(atoms.sums(), count * cols));
  }

  @Override
  public void resume(Dense all) {
    device.context().enter();
    device.transfers().sendFloats(all, atoms.sums());
    summed = false;
    scored = false;
    rough = false;
  }

  /**
   * Flips rows of all candidates, including those that are not in {@code moving}: leaving them out
   * would require a copy of the remaining ones.
   */
  @Override
  public int[] flip(double gain, int[] moving) {
    device.context().enter();
    long start = System.nanoTime();
    score();
    device.transfers().clear(memory.flips(), count);
    flips.run(atoms, count, gain, memory.flips(), listed.list());
    listed.run(atoms, count, gain, memory.flips());
    int[] flipped = device.transfers().ints(memory.flips(), count);
    if (IntStream.of(flipped).anyMatch(n -> n > 0)) {
      // In single precision, change after change: scores that are handed out are summed again.
      summed = false;
      scored = false;
    }
    rows.tally.add("polish", 1, 4.0 * shape.size() * count, start);
    return IntStream.of(moving).map(c -> flipped[c]).toArray();
  }
}
