package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.step.PathCoder;

/**
 * The GPU on paper: what each step of a fit reads, writes and computes, and the seconds that the
 * limits of a GPU leave for it. Every array counts once a launch, as if caches held all that a
 * launch touches; cuBLAS is taken to reach the same limits. Instructions are those of the
 * assemblers' code; what goes one after another on an idle GPU, and the host's waits, come on top.
 * {@link PaperModelTest} holds the bytes and the flops against the software device's counters,
 * {@link CountedStepsTest} the launches, the waits and what crosses between host and GPU, {@link
 * InstructionBudgetTest} the instructions, {@link PaperModelTableTest} the README against the
 * model.
 */
final class PaperModel {

  /** Instructions of {@code sum_rows} for a term of a sum over rows that bits choose. */
  static final double SUMMED = 1.84;

  /** Instructions of {@code subtract_features} for a term. */
  static final double SUBTRACTED = 1.74;

  /** Instructions of {@code round_vectors} for an entry of a vector and a hyperplane. */
  static final double ROUNDED = 6;

  /** Seconds from the end of what the host waits for to its next launch. */
  private static final double WAIT = 12e-6;

  /** Seconds of a load whose address or place in a sum waits for the load before it. */
  private static final double LOAD = .17e-6;

  /**
   * Seconds of a row that is flipped in sequence: reads of shared memory and arithmetic in double
   * precision, one after another, and its part of the sums.
   */
  private static final double LISTED = .25e-6;

  /** Products that a warp of the longest row of a piece takes, one after another. */
  private static final int PRODUCTS = 8;

  /** Terms that one load of a warp's each brings to a product, as in the kernel. */
  private static final int RUN = 256;

  private PaperModel() {}

  /**
   * One step of a fit.
   *
   * @param launches kernels, products and fills of memory
   * @param in bytes that cross from the host to the GPU
   * @param out bytes that cross back
   * @param bytes from and to memory
   * @param cached bytes that a launch finds in the cache because the one before it left them there
   * @param flops of products by cuBLAS
   * @param tensor flops of the kernels' own products on tensor cores, as many as take the time of
   *     such on TF32 numbers
   * @param instructions of the kernels that choose by bits, counted in lanes, idle ones included
   * @param chain seconds of what goes one after another while most of the GPU is idle
   * @param waits of the host for the GPU
   */
  record Step(
      String name,
      long launches,
      long in,
      long out,
      double bytes,
      double cached,
      double flops,
      double tensor,
      double instructions,
      double chain,
      double waits) {

    double seconds(Gpu gpu) {
      return work(gpu) + chain + waits * WAIT;
    }

    private double work(Gpu gpu) {
      double lanes = gpu.flopsPerSecond() / 2; // a lane multiplies and adds in one instruction
      return Math.max(
          Math.max(
              launches * SweepBlocks.LAUNCH,
              (bytes + cached / SweepBlocks.CACHE) / gpu.bytesPerSecond()),
          Math.max(
              Math.max(flops / gpu.flopsPerSecond(), tensorSeconds(gpu)), instructions / lanes));
    }

    private double tensorSeconds(Gpu gpu) {
      return tensor == 0 ? 0 : tensor / gpu.tensorFlopsPerSecond();
    }

    /** Which of its limits binds. */
    String limit(Gpu gpu) {
      double seconds = work(gpu);
      if (seconds < Math.max(chain, waits * WAIT)) {
        return chain > waits * WAIT ? "a chain" : "waits";
      }
      if (seconds == launches * SweepBlocks.LAUNCH) {
        return "launches";
      }
      if (seconds == (bytes + cached / SweepBlocks.CACHE) / gpu.bytesPerSecond()) {
        return "memory";
      }
      if (seconds == tensorSeconds(gpu)) {
        return "tensor cores";
      }
      return seconds == flops / gpu.flopsPerSecond() ? "SGEMM" : "instructions";
    }
  }

  /** What a kernel reads and writes in one launch, each byte once. */
  record Traffic(double read, double written) {

    double total() {
      return read + written;
    }

    Traffic times(double n) {
      return new Traffic(n * read, n * written);
    }
  }

  /** G and V in; V and the change out. */
  static Traffic normaliseRows(long rows, int rank) {
    return new Traffic(8.0 * rows * rank, 8.0 * rows * rank);
  }

  static Traffic randomVectors(long rows, int rank) {
    // Each row is read again to scale it; whole sectors are written.
    return new Traffic(4.0 * (rows + 1) * rank, 4.0 * ((rows + 7) / 8 * 8 + 1) * rank);
  }

  /** Whether a search has ended, which every kernel of a fused sweep reads. */
  static final double CONVERGENCE = 8;

  /** What fused passes read of the residual. */
  private static double residual(Shape shape, TileLayout layout) {
    return (double) layout.bytes * shape.rows() * layout.width(shape.cols());
  }

  /** The residual, S in, V in and out, and a change of S for each block. */
  static Traffic fusedSweep(Shape shape, TileLayout layout, int rank, int blocks) {
    double vectors = 4.0 * (shape.rows() + shape.rows() % 2) * rank; // in pairs of rows
    return new Traffic(
        residual(shape, layout) + 4.0 * rank * shape.cols() + vectors + CONVERGENCE,
        vectors + 4.0 * blocks * rank * FusedShape.padded(shape));
  }

  /**
   * So many sweeps in one launch, each array once between two barriers: what a fused sweep and the
   * sum of its changes have, the dummy's row, and what blocks find in their columns.
   */
  static Traffic persistentSweeps(
      Shape shape, int rank, SweepBlocks phases, FusedShape fused, int sweeps) {
    double columns = 4.0 * shape.cols();
    double sums = rank * columns;
    int blocks = Math.min(fused.blocks(phases.most()), FusedShape.padded(shape) / 8);
    double found = 16.0 * rank * blocks;
    double vectors = 4.0 * (shape.rows() + shape.rows() % 2) * rank; // in pairs of rows
    double changes = changes(shape, rank, phases, fused);
    double read = 4.0 * shape.size() + vectors + changes + columns + Float.BYTES + found;
    double eachPhase = 2 * sums + columns + Integer.BYTES;
    double written = vectors + changes + phases.count() * sums + found + Double.BYTES;
    double end = 2 * CONVERGENCE + 4.0 * rank;
    return new Traffic(
        sweeps * (read + phases.count() * eachPhase) + end + sums + columns + found,
        sweeps * written + end + sums + found);
  }

  /** The blocks' changes; S in and out. */
  static Traffic addChanges(Shape shape, int rank, int blocks) {
    double sums = 4.0 * rank * shape.cols();
    return new Traffic(4.0 * blocks * rank * FusedShape.padded(shape) + sums, sums);
  }

  /** The row twice and its norm; S in and out; a vector in and out. */
  static Traffic stepRow(int cols, int rank) {
    double sums = 4.0 * rank * cols;
    return new Traffic(sums + 4.0 * cols + 4 + 4.0 * rank, sums + 4.0 * rank);
  }

  static Traffic squaredNorms(double entries, int runs) {
    return new Traffic(4 * entries, 8.0 * runs);
  }

  static Traffic squaredRowNorms(Shape shape) {
    return new Traffic(4.0 * shape.size(), 4.0 * shape.rows());
  }

  static Traffic roundVectors(Shape shape, int rank, int planes) {
    return new Traffic(
        4.0 * (shape.rows() + 1) * rank + 4.0 * planes * rank, 4.0 * planes * shape.stride());
  }

  static Traffic hashColumns(Shape shape, int count) {
    return new Traffic(4.0 * count * shape.stride(), 8.0 * count);
  }

  static Traffic countRows(Shape shape, int count) {
    return new Traffic(4.0 * count * shape.stride(), 4.0 * count);
  }

  /** The sums of X, counts and V. */
  static Traffic sumResidualRows(Shape shape, int features) {
    return new Traffic((8.0 + 4.0 * features) * shape.cols() + 4.0 * features, 4.0 * shape.cols());
  }

  /** Bits, sums and scores. */
  static Traffic gatherColumns(Shape shape, int count) {
    double words = shape.stride() + shape.cols() + 2;
    return new Traffic(4.0 * count * (words + 3), 4.0 * count * words);
  }

  /** The matrix, {@code count} columns' bits; a sum for each chunk. */
  static Traffic sumRows(Shape shape, int count, int chunks) {
    return new Traffic(
        4.0 * shape.size() + 4.0 * count * shape.words(), 8.0 * chunks * count * shape.cols());
  }

  /**
   * The matrix, {@code count} columns' bits; a sum in single precision for each run of 512 rows.
   */
  static Traffic sumRuns(Shape shape, TileLayout layout, int count) {
    double runs = Math.ceil(shape.rows() / 512.);
    return new Traffic(
        residual(shape, layout) + 4.0 * count * shape.words(),
        4.0 * runs * count * FusedShape.padded(shape));
  }

  static Traffic sumChunks(Shape shape, int count, int chunks, boolean single) {
    double entries = (double) count * shape.cols();
    return new Traffic(8 * chunks * entries, (single ? 12 : 8) * entries);
  }

  /** X, Z, V; as many bytes of the residual as are kept, and a sum for each block. */
  static Traffic subtractFeatures(Shape shape, int features, int kept) {
    return new Traffic(
        4.0 * shape.size() + 4.0 * features * (shape.words() + shape.cols()),
        (double) kept * shape.size() + 8.0 * shape.words() * shape.colBlocks());
  }

  /** G, bits and scores; the change. What of the bits and counts is written depends on the data. */
  static Traffic flipRows(Shape shape, int count) {
    return new Traffic(
        4.0 * count * (shape.rows() + shape.words()) + 8.0 * count, 4.0 * count * shape.rows());
  }

  static Traffic bestFlips(Shape shape, int count, int segments) {
    return new Traffic(
        4.0 * count * (shape.rows() + shape.words()) + 4.0 * shape.rows() + 8.0 * count,
        4.0 * count * segments);
  }

  /**
   * What a greedy step does.
   *
   * @param rank r
   * @param features atoms of the convex fit, K
   * @param planes hyperplanes, P
   * @param candidates q
   */
  record Setting(int rank, int features, int planes, int candidates) {}

  /** Hyperplanes for which rounding reads V once, as in the kernel. */
  private static final int PLANES = 8;

  /** Threads along the columns for each column that there is. */
  private static double lanes(Shape shape) {
    LaunchGrid grid = LaunchGrid.blocks(1).across(shape.cols());
    return (double) grid.y() * grid.threads() / shape.cols();
  }

  /** Sums that the host adds up to the squared norm of a residual. */
  private static long errors(Shape shape) {
    return PartialSums.runs(Residual.partials(shape));
  }

  /** Seconds of the blocks that add up what each block of a residual has summed. */
  private static double lastSum(Shape shape) {
    double each = (double) Residual.partials(shape) / errors(shape);
    return beyondLaunch(Math.ceil(each / PartialSums.AT_ONCE) * LOAD);
  }

  /** The part of a kernel's chain that the launch of the next does not hide. */
  private static double beyondLaunch(double seconds) {
    return Math.max(0, seconds - SweepBlocks.LAUNCH);
  }

  /** Seconds of the listed rows of a pass. */
  private static double flipped(int listed, int cols) {
    int runs = (cols + RUN - 1) / RUN;
    return pieces(listed) * beyondLaunch(PRODUCTS * runs * LOAD) + listed * LISTED;
  }

  private static int pieces(int listed) {
    return (listed + ListedFlips.PIECE - 1) / ListedFlips.PIECE;
  }

  /**
   * Four launches a block, scores, counts and the lists; in each block the best row of a segment.
   */
  private static Step passByProducts(Shape shape, int candidates, SweepBlocks blocks, Gpu gpu) {
    double entries = shape.size();
    double gradients = 4.0 * shape.rows() * candidates;
    boolean fits = fits(shape, blocks, gpu);
    int listed = BlockFlips.listed(blocks);
    double rows = (double) BlockFlips.segment(blocks) / LaunchGrid.THREADS;
    return new Step(
        passOf(candidates),
        4L * blocks.count() + 2 + 2L * pieces(listed),
        0,
        (long) Integer.BYTES * candidates,
        4 * entries + gradients + (fits ? 0 : 4 * entries),
        (fits ? 4 * entries : 0) + 4 * gradients,
        4 * entries * candidates,
        0,
        0,
        blocks.count() * beyondLaunch(2 * rows * LOAD) + flipped(listed, shape.cols()),
        1);
  }

  private static String passOf(int candidates) {
    return "one polishing pass of %d candidates".formatted(candidates);
  }

  /** Two launches a phase, scores, counts, the best rows and the lists. */
  private static Step fusedPass(Shape shape, int candidates, SweepPlan plan, FusedShape fused) {
    SweepBlocks phases = plan.sweeps();
    int listed = FusedFlips.listed(plan);
    double blocks = (double) fused.blocks(phases.most()) * phases.count() / listed;
    return new Step(
        passOf(candidates),
        2L * phases.count() + 3 + 2L * pieces(listed),
        0,
        (long) Integer.BYTES * candidates,
        residual(shape, fused.layout()) + 8.0 * candidates * shape.words(),
        2 * changes(shape, candidates, phases, fused),
        0,
        tensor(shape, phases, fused) - spared(shape, phases, fused),
        1.1 * instructions(shape, phases, fused),
        beyondLaunch(blocks * LOAD) + flipped(listed, shape.cols()),
        1);
  }

  /** Bytes of the changes that the blocks of all phases leave. */
  private static double changes(Shape shape, int count, SweepBlocks phases, FusedShape fused) {
    double changes = 0;
    for (int b = 0; b < phases.count(); b++) {
      changes += 4.0 * fused.blocks(phases.rowsIn(b)) * count * FusedShape.padded(shape);
    }
    return changes;
  }

  /**
   * Instructions of a warp of a fused pass: of sm_90's code, what a sweep executes of the loop over
   * its stages; of flips a tenth more.
   */
  private static double instructions(Shape shape, SweepBlocks phases, FusedShape fused) {
    boolean single = fused.layout() == TileLayout.SINGLE;
    boolean many = fused.kind() == FusedShape.Kind.MANY;
    double unit = single ? (many ? 74 : 60) : (many ? 27 : 13);
    double stage = single ? (many ? 400 : 310) : (many ? 560 : 430);
    double warps = (double) LaunchGrid.THREADS / LaunchGrid.LANES;
    double instructions = 0;
    for (int b = 0; b < phases.count(); b++) {
      double stages = fused.layout().stages(phases.rowsIn(b));
      double units = TileLayout.groupsOfUnits(shape.cols()) / 2.;
      instructions += stages * LaunchGrid.LANES * (unit * units + stage * warps);
    }
    return instructions;
  }

  private static double tensor(Shape shape, SweepBlocks phases, FusedShape fused) {
    double flops = 0;
    for (int b = 0; b < phases.count(); b++) {
      flops += fused.flops(phases.rowsIn(b), shape);
    }
    return flops;
  }

  /** Of flips of rounded rows, whose changes are whole numbers: half the products of these. */
  private static double spared(Shape shape, SweepBlocks phases, FusedShape fused) {
    double flops = 0;
    for (int b = 0; fused.layout() == TileLayout.BFLOAT16 && b < phases.count(); b++) {
      flops += fused.changeFlops(phases.rowsIn(b), shape) / 2;
    }
    return flops;
  }

  /** Three launches a block; the dummy's row and the objective. */
  private static Step sweepByProducts(Shape shape, int rank, SweepBlocks blocks, Gpu gpu) {
    double entries = shape.size();
    double small = 4.0 * shape.rows() * rank;
    boolean fits = fits(shape, blocks, gpu);
    return new Step(
        "one sweep",
        3L * blocks.count() + 2,
        0,
        Double.BYTES * runs((long) rank * shape.cols()),
        4 * entries + 2 * small + (fits ? 0 : 4 * entries),
        (fits ? 4 * entries : 0) + 4 * small,
        4 * entries * rank,
        0,
        0,
        0,
        1. / SweepGroups.size(SweepPlan.of(blocks), shape.cols(), rank, gpu));
  }

  /** Two launches a phase; the dummy's row and the objective. */
  private static Step fusedSweep(Shape shape, int rank, SweepBlocks phases, FusedShape fused) {
    return new Step(
        "one sweep",
        2L * phases.count() + 2,
        0,
        Double.BYTES * (2L + SweepGroups.MOST) / SweepGroups.MOST,
        residual(shape, fused.layout()) + 8.0 * shape.rows() * rank,
        2 * changes(shape, rank, phases, fused),
        0,
        tensor(shape, phases, fused),
        instructions(shape, phases, fused),
        0,
        1. / SweepGroups.MOST);
  }

  /**
   * The same in one launch with all others of a search, each phase with two barriers; in it the
   * order of phases, out of it the objectives.
   */
  private static Step persistentSweep(Shape shape, int rank, SweepBlocks phases, FusedShape fused) {
    double chain = 2 * FusedShape.BARRIER * phases.count() + SweepBlocks.LAUNCH / SWEEPS;
    for (int b = 0; b < phases.count(); b++) {
      chain += fused.chain(phases.rowsIn(b), shape);
    }
    return new Step(
        "one sweep",
        0,
        (long) Integer.BYTES * phases.count(),
        Double.BYTES * (2L + SWEEPS) / SWEEPS,
        4.0 * shape.size() + 8.0 * shape.rows() * rank,
        2 * changes(shape, rank, phases, fused),
        0,
        tensor(shape, phases, fused),
        0,
        chain,
        1. / SWEEPS);
  }

  /** Whether a block of rows stays in the cache until its second product. */
  private static boolean fits(Shape shape, SweepBlocks blocks, Gpu gpu) {
    return 4.0 * blocks.most() * shape.cols() <= gpu.cacheBytes() / 2.0;
  }

  /**
   * Instructions of {@code sum_runs} for an entry and one group of binary columns: of a unit's 47
   * for a tile, and of a rounded matrix 29 for two; and of what a stage takes besides.
   */
  private static final double RUN_SUMMED = 47. * 32 / (16 * 8) + 3;

  private static final double ROUNDED_RUN_SUMMED = 29. * 32 / (16 * 16) + 2;

  /** Binary columns of such a group, as in the kernel. */
  private static final int RUN_GROUP = 32;

  /** Random hyperplanes to bits, then their sums and scores. */
  private static Step rounding(Shape shape, Setting s, SweepPlan plan, Gpu gpu) {
    TileLayout layout = plan.layout();
    double entries = shape.size();
    double small = 4.0 * shape.rows() * s.rank();
    // V is read by each group of hyperplanes, from the cache if that holds it.
    double vectors = small * ((s.planes() + PLANES - 1) / PLANES - 1);
    boolean held = small <= gpu.cacheBytes() / 2.0;
    TensorSums.Memory memory =
        TensorSums.Memory.in(new Measure(), layout, shape, gpu, TensorSums.RUN_BYTES);
    boolean tensor = plan.fused() != null && s.planes() >= TensorSums.LEAST && memory != null;
    int batches = (s.planes() + ColumnSums.BATCH - 1) / ColumnSums.BATCH;
    int groups =
        tensor
            ? (s.planes() + RUN_GROUP - 1) / RUN_GROUP
            : (s.planes() + ColumnSums.GROUP - 1) / ColumnSums.GROUP;
    long launches = 2;
    double changes = 0;
    double flops = 0;
    double read = 4 * entries;
    double instructions = SUMMED * entries * lanes(shape) * s.planes();
    if (tensor && memory != null) {
      launches = 2 * (long) Math.ceil(shape.rows() / 512. / memory.runs());
      changes = 2 * sumRuns(shape, layout, s.planes()).written();
      read = residual(shape, layout);
      // Two products of a group of columns and a tile; in single precision two more, of the rest.
      double tiles = (double) layout.stages(shape.rows()) * layout.tiles;
      boolean single = layout == TileLayout.SINGLE;
      double products = (single ? 4 : 2) * groups * tiles * TileLayout.groupsOfUnits(shape.cols());
      flops = products * 2 * 16 * 8 * 8 / layout.rate;
      instructions = (single ? RUN_SUMMED : ROUNDED_RUN_SUMMED) * entries * groups;
    }
    return new Step(
        "rounding and scores of %d hyperplanes".formatted(s.planes()),
        2 + (launches + 1) * batches + 1,
        0,
        2L * Double.BYTES * s.planes(), // scores and hashes
        read + roundVectors(shape, s.rank(), s.planes()).total() + (held ? 0 : vectors),
        read * (groups - 1) + changes + (held ? vectors : 0),
        2.0 * shape.rows() * s.rank() * s.planes(),
        flops,
        instructions + ROUNDED * shape.rows() * s.rank() * s.planes(),
        0,
        2);
  }

  /** The steps of a fit on {@code gpu}, in single precision. */
  static List<Step> steps(Shape shape, Setting s, Gpu gpu) {
    return steps(shape, s, SweepPlan::choose, gpu);
  }

  /** Those of a fit whose searches are planned by {@code choice}. */
  static List<Step> steps(Shape shape, Setting s, SweepPlan.Choice choice, Gpu gpu) {
    SweepPlan plan = choice.of(shape, s.rank(), s.candidates(), gpu);
    boolean fusesFlips = plan.fusesFlips(s.candidates());
    double entries = shape.size();
    double terms = entries * lanes(shape);
    int kept = Float.BYTES + (plan.layout() == TileLayout.SINGLE ? 0 : plan.layout().bytes);
    long dictionary = (long) Float.BYTES * s.features() * shape.cols();
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            "residual",
            4, // the first one but for one more pass, for the sum of the rows of X
            dictionary,
            Double.BYTES * errors(shape),
            subtractFeatures(shape, s.features(), kept).total()
                + countRows(shape, s.features()).total()
                + sumResidualRows(shape, s.features()).total(),
            0,
            0,
            0,
            SUBTRACTED * terms * s.features(),
            lastSum(shape),
            1));
    steps.add(
        plan.fused() == null
            ? sweepByProducts(shape, s.rank(), plan.sweeps(), gpu)
            : plan.persistent()
                ? persistentSweep(shape, s.rank(), plan.sweeps(), plan.fused())
                : fusedSweep(shape, s.rank(), plan.sweeps(), plan.fused()));
    steps.add(rounding(shape, s, plan, gpu));
    steps.add(
        new Step(
            "choice and scores of %d candidates".formatted(s.candidates()),
            // Bits, sums and scores; scores once rows have flipped; flips by products need row
            // norms.
            3 + 3 + (fusesFlips ? 0 : 1),
            (long) Integer.BYTES * s.candidates(),
            s.candidates() * (Double.BYTES + (long) Integer.BYTES * shape.stride()),
            gatherColumns(shape, s.candidates()).total()
                + (fusesFlips ? 0 : squaredRowNorms(shape).total())
                + sumRows(shape, s.candidates(), 1).total(),
            0,
            0,
            0,
            SUMMED * terms * s.candidates(),
            0,
            2));
    steps.add(
        fusesFlips && plan.fused() != null
            ? fusedPass(shape, s.candidates(), plan, plan.fused())
            : passByProducts(shape, s.candidates(), plan.flips(), gpu));
    steps.add(
        new Step(
            "Gram and cross product of %d columns".formatted(s.candidates()),
            3,
            0,
            s.candidates()
                * ((long) Double.BYTES * shape.cols()
                    + (long) Integer.BYTES * (s.features() + s.candidates())),
            sumRows(shape, s.candidates(), 1).total(),
            0,
            0,
            0,
            SUMMED * terms * s.candidates(),
            0,
            2));
    steps.add(
        new Step(
            "squared error",
            2,
            dictionary,
            Double.BYTES * errors(shape),
            subtractFeatures(shape, s.features(), 0).total(),
            0,
            0,
            0,
            SUBTRACTED * terms * s.features(),
            lastSum(shape),
            1));
    double projections = 4.0 * shape.rows() * s.features();
    steps.add(
        new Step(
            "projections for Z given W",
            1,
            dictionary + (long) Double.BYTES * s.features() * s.features(),
            Double.BYTES,
            4 * entries + projections,
            projections,
            2 * entries * s.features(),
            0,
            0,
            0,
            1));
    return steps;
  }

  /** Instructions of a lane for a feature, in the search of a path: to begin. */
  private static final int BEGUN = 14;

  /** To bound its gain. */
  private static final int BOUNDED = 15;

  /** To find whether it gains most. */
  private static final int COMPARED = 25;

  /** To take another into the factorisation. */
  private static final int EXTENDED = 50;

  /**
   * Rows coded as paths.
   *
   * @param rows how many
   * @param features K
   * @param visits features of a path, on average
   * @param inPlace whether they follow one another in X
   */
  record Coding(int rows, int features, double visits, boolean inPlace) {}

  /** The steps of a call that codes rows of D columns, {@code tile} of them at a time. */
  static List<Step> coding(int cols, Coding c, int tile) {
    long k = c.features();
    int tiles = (c.rows() + tile - 1) / tile;
    double entries = (double) c.rows() * cols;
    double projections = 4.0 * c.rows() * k;
    double visits = c.visits() * c.rows();
    return List.of(
        new Step(
            "dictionary and its Gram matrix",
            1,
            Float.BYTES * (k * cols + (k + 1) * k + 2 * k),
            0,
            4.0 * k * cols + 4.0 * k * k,
            0,
            2.0 * k * k * cols,
            0,
            0,
            0,
            0),
        new Step(
            "projections",
            tiles * (c.inPlace() ? 1L : 2L),
            c.inPlace() ? 0 : (long) Integer.BYTES * c.rows(),
            0,
            (c.inPlace() ? 4 : 8) * entries + projections,
            c.inPlace() ? 0 : 4 * entries,
            2 * entries * k,
            0,
            0,
            0,
            0),
        new Step(
            "search of paths",
            tiles,
            0,
            0,
            4.0 * k * (2 * k + 1),
            projections,
            0,
            0,
            // A row begins, and ends when no bound is above 0; paths are so short that what is
            // before a feature costs little.
            k * ((double) (BEGUN + BOUNDED) * c.rows() + (BOUNDED + COMPARED + EXTENDED) * visits),
            0,
            0),
        new Step(
            "packing of paths",
            tiles,
            0,
            c.rows() + (long) Short.BYTES * Math.round(visits),
            c.rows() + 4 * visits,
            0,
            0,
            0,
            0,
            0,
            visits > 0 ? 2 * tiles : tiles));
  }

  /** Numbers that a squared norm of {@code count} entries comes back in. */
  private static long runs(long count) {
    long length = Math.max(256, (count + 255) / 256);
    return (count + length - 1) / length;
  }

  /** An H100 SXM by its data sheet. */
  static final Gpu H100 = new Gpu(132, 50 << 20, 3.35e12, 67e12, 227 << 10, 237e12);

  /** An RTX 4090 by its data sheet. */
  static final Gpu RTX_4090 = new Gpu(128, 72 << 20, 1.008e12, 82.6e12, 99 << 10, 82.6e12);

  /** The table of kernels/README.md. */
  static String table() {
    Shape shape = new Shape(1_000_000, 784);
    Setting setting = new Setting(16, 40, 64, 8);
    StringBuilder table =
        new StringBuilder(
            """
            | step | launches, H100 / 4090 | GB touched | of it from cache | GFLOP | H100, ms | RTX 4090, ms |
            |---|---|---|---|---|---|---|
            """);
    List<Step> large = steps(shape, setting, H100);
    List<Step> small = steps(shape, setting, RTX_4090);
    for (int i = 0; i < large.size(); i++) {
      Step a = large.get(i);
      Step b = small.get(i);
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %d / %d | %.1f | %.1f | %.0f | %.2f (%s) | %.2f (%s) |\n",
              a.name(),
              a.launches(),
              b.launches(),
              (a.bytes() + a.cached()) * 1e-9,
              a.cached() * 1e-9,
              (a.flops() + a.tensor()) * 1e-9,
              a.seconds(H100) * 1e3,
              a.limit(H100),
              b.seconds(RTX_4090) * 1e3,
              b.limit(RTX_4090)));
    }
    table.append(
        String.format(
            Locale.ROOT,
            "| **greedy step**: %d sweeps, %d passes | | | | | %.1f | %.1f |\n",
            SWEEPS,
            PASSES,
            greedy(large, H100) * 1e3,
            greedy(small, RTX_4090) * 1e3));
    table.append(
        String.format(
            Locale.ROOT,
            "| the same in bfloat16 | | | | | %.1f | %.1f |\n",
            greedy(steps(shape, setting, SweepPlan::chooseRounded, H100), H100) * 1e3,
            greedy(steps(shape, setting, SweepPlan::chooseRounded, RTX_4090), RTX_4090) * 1e3));
    return table.toString();
  }

  /** Problems of the table by size. */
  static final List<Shape> SIZES =
      List.of(new Shape(100, 196), new Shape(1000, 1000), new Shape(200_000, 784));

  /** What the default search makes of the size, for as many features as the benchmarks have. */
  static Setting setting(Shape shape) {
    int features = shape.rows() == 100 ? 4 : shape.rows() == 1000 ? 35 : 20;
    return new Setting(8, features, 64, 8);
  }

  static final int SWEEPS = 10;
  private static final int PASSES = 3;

  /** The table by size of kernels/README.md. */
  static String tableBySize() {
    StringBuilder table =
        new StringBuilder(
            """
            | N × D, K | step | launches | waits | bytes in | bytes out | MFLOP | H100, predicted µs |
            |---|---|---|---|---|---|---|---|
            """);
    for (Shape shape : SIZES) {
      Setting setting = setting(shape);
      String size =
          String.format(
              Locale.ROOT, "%,d × %,d, %d", shape.rows(), shape.cols(), setting.features());
      List<Step> steps = steps(shape, setting, H100);
      for (Step step : steps) {
        table.append(
            String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %,d | %,d | %.1f | %.0f (%s) |\n",
                size,
                step.name(),
                step.launches() == 0 ? share(step.waits()) : step.launches(),
                share(step.waits()),
                step.in(),
                step.out(),
                (step.flops() + step.tensor()) * 1e-6,
                step.seconds(H100) * 1e6,
                step.limit(H100)));
      }
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | **greedy step**: %d sweeps, %d passes | | | | | | %.0f |\n",
              size,
              SWEEPS,
              PASSES,
              greedy(steps, H100) * 1e6));
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | the same in bfloat16 | | | | | | %.0f |\n",
              size,
              greedy(steps(shape, setting, SweepPlan::chooseRounded, H100), H100) * 1e6));
    }
    return table.toString();
  }

  private static String share(double waits) {
    return waits < 1 ? "1/%.0f".formatted(1 / waits) : "%.0f".formatted(waits);
  }

  /** Columns of the table of paths: patches of 8 × 8 pixels. */
  private static final int PATCH = 64;

  /** A step of stochastic inference, and all patches of a picture of 512 × 512 pixels. */
  private static final List<Coding> CODINGS =
      List.of(new Coding(2000, 256, .75, false), new Coding(255_025, 256, .75, true));

  /** The table of paths of kernels/README.md. */
  static String tableOfPaths() {
    StringBuilder table =
        new StringBuilder(
            """
            | rows | step | launches | bytes in | bytes out | MFLOP | H100, predicted µs | RTX 4090, predicted µs |
            |---|---|---|---|---|---|---|---|
            """);
    for (Coding coding : CODINGS) {
      double[] sums = new double[2];
      for (int i = 0; i < coding(PATCH, coding, 1).size(); i++) {
        Step a = coding(PATCH, coding, tile(coding, H100)).get(i);
        Step b = coding(PATCH, coding, tile(coding, RTX_4090)).get(i);
        sums[0] += a.seconds(H100);
        sums[1] += b.seconds(RTX_4090);
        table.append(
            String.format(
                Locale.ROOT,
                "| %,d | %s | %d / %d | %,d | %,d | %.1f | %.0f (%s) | %.0f (%s) |\n",
                coding.rows(),
                a.name(),
                a.launches(),
                b.launches(),
                a.in(),
                a.out(),
                a.flops() * 1e-6,
                a.seconds(H100) * 1e6,
                a.limit(H100),
                b.seconds(RTX_4090) * 1e6,
                b.limit(RTX_4090)));
      }
      table.append(
          String.format(
              Locale.ROOT,
              "| %,d | **all** | | | | | %.0f | %.0f |\n",
              coding.rows(),
              sums[0] * 1e6,
              sums[1] * 1e6));
    }
    return table.toString();
  }

  private static int tile(Coding coding, Gpu gpu) {
    Shape shape = new Shape(255_025, PATCH);
    return CudaPathCoder.tile(shape, new PathCoder.Limits(coding.features()), gpu);
  }

  /** The first steps are those of a greedy step; the rest are the refinement's. */
  private static final int GREEDY = 6;

  private static double greedy(List<Step> steps, Gpu gpu) {
    return steps.subList(0, GREEDY).stream().mapToDouble(s -> times(s) * s.seconds(gpu)).sum();
  }

  private static int times(Step step) {
    return step.name().equals("one sweep")
        ? SWEEPS
        : step.name().startsWith("one polishing pass") ? PASSES : 1;
  }
}
