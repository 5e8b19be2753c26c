package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.cuda.PaperModel.Traffic;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.UnitVectors;

/** The model's bytes and flops against those that the software device counts. */
@OnDevice
final class PaperModelTest {

  private static final int SWEEPS = 2;
  private static final int BLOCK = 128;
  private static final int RANK = 8;
  private static final int PLANES = 32;
  private static final int CANDIDATES = 4;
  private static final Shape SHAPE = new Shape(301, 45);

  /** Chunks of 301 rows on any GPU: runs of 512 rows are not cut. */
  private static final int CHUNKS = 1;

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  @Test
  void bytesAndFlopsAreTheDevices() {
    SyntheticProblem p = SyntheticProblem.dense(SHAPE.rows(), SHAPE.cols(), 3, .1, 8);
    AtomSearch.Limits limits = new AtomSearch.Limits(8, RANK, CANDIDATES, PLANES);
    SoftwareCounters spent;
    try (Backend backend = TestedDevice.inBlocks(BLOCK, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), limits)) {
      opened.replace(p.z());
      opened.search(); // waits for what it has queued
      SoftwareDevice.resetCounters();
      opened.residual(p.w());
      opened.sweep(RANK, 1e-9, SWEEPS, 1);
      assertEquals(CANDIDATES, opened.round(PLANES, CANDIDATES, 1, 2).size());
      spent = SoftwareDevice.counters();
    }
    int blocks = (SHAPE.rows() + BLOCK - 1) / BLOCK;
    Traffic model = PaperModel.subtractFeatures(SHAPE, 3, Float.BYTES);
    assertTraffic(spent, "subtract_features", model);
    assertTraffic(
        spent, "normalise_rows", PaperModel.normaliseRows(SHAPE.rows(), RANK).times(SWEEPS));
    assertTraffic(spent, "step_row", PaperModel.stepRow(SHAPE.cols(), RANK).times(SWEEPS));
    assertTraffic(spent, "random_vectors", PaperModel.randomVectors(SHAPE.rows(), RANK));
    assertTraffic(spent, "round_vectors", PaperModel.roundVectors(SHAPE, RANK, PLANES));
    assertTraffic(spent, "hash_columns", PaperModel.hashColumns(SHAPE, PLANES));
    assertTraffic(spent, "gather_columns", PaperModel.gatherColumns(SHAPE, CANDIDATES));
    assertTraffic(spent, "squared_row_norms", PaperModel.squaredRowNorms(SHAPE));
    assertTraffic(spent, "count_rows", PaperModel.countRows(SHAPE, 3));
    assertTraffic(spent, "sum_residual_rows", PaperModel.sumResidualRows(SHAPE, 3));
    // The scores of all planes, and those of the candidates after their flips.
    Traffic all = PaperModel.sumRows(SHAPE, PLANES, CHUNKS);
    Traffic some = PaperModel.sumRows(SHAPE, CANDIDATES, CHUNKS);
    assertTraffic(
        spent, "sum_rows", new Traffic(all.read() + some.read(), all.written() + some.written()));
    // What flips write is the data's doing, and so are the counts that they read and raise; scores
    // are read once a block.
    double read = PaperModel.flipRows(SHAPE, CANDIDATES).read() + 8.0 * CANDIDATES * (blocks - 1);
    double counts = 4.0 * CANDIDATES * blocks;
    assertEquals(
        read + counts / 2,
        (double) spent.kernel("flip_rows").distinctRead(),
        counts / 2,
        "flip_rows");

    double entries = SHAPE.size();
    double start = 2 * (entries + SHAPE.cols()) * RANK; // with the dummy
    double sweeps = start + SWEEPS * 4 * entries * RANK;
    double polish = 4.0 * SHAPE.size() * CANDIDATES;
    assertEquals(
        sweeps + polish, (double) spent.cublasCall("cublasSgemm").flops(), "flops of products");
  }

  /** In single precision, and of a rounded copy. */
  @ParameterizedTest
  @EnumSource
  void soAreThoseOfAFusedSweep(TileLayout layout) {
    boolean rounded = layout == TileLayout.BFLOAT16;
    String suffix = rounded ? "_bf16" : "";
    SyntheticProblem p = SyntheticProblem.dense(SHAPE.rows(), SHAPE.cols(), 3, .1, 8);
    FusedShape fused = TestedDevice.fused(layout, SHAPE, RANK);
    SweepBlocks phases = new SweepBlocks(SHAPE.rows(), SHAPE.rows() + 19, false);
    AtomSearch.Limits limits = new AtomSearch.Limits(8, RANK, CANDIDATES, PLANES);
    Resources resources = new Resources(0, 0, rounded ? Precision.BF16 : Precision.SINGLE);
    SoftwareCounters residual;
    SoftwareCounters start;
    SoftwareCounters spent;
    try (Backend backend =
            TestedDevice.planned(new SweepPlan(phases, fused, phases, false)).open(resources);
        Steps opened = Steps.open(backend, p.x(), limits)) {
      opened.replace(p.z());
      opened.search();
      SoftwareDevice.resetCounters();
      opened.residual(p.w());
      residual = SoftwareDevice.counters();
      opened.sweep(RANK, 1, 1, 1);
      UnitVectors vectors = opened.search().vectors();
      SoftwareDevice.resetCounters();
      vectors.start(RANK, 1);
      TestedDevice.synchronise();
      start = SoftwareDevice.counters();
      SoftwareDevice.resetCounters();
      vectors.sweep(2);
      spent = SoftwareDevice.counters();
      SoftwareDevice.resetCounters();
      opened.round(PLANES, CANDIDATES, 0, 2);
      assertTraffic(
          SoftwareDevice.counters(),
          "sum_runs_narrow" + suffix,
          PaperModel.sumRuns(SHAPE, layout, PLANES));
    }
    int kept = Float.BYTES + (rounded ? layout.bytes : 0);
    assertTraffic(residual, "subtract_features", PaperModel.subtractFeatures(SHAPE, 3, kept));
    int blocks = fused.blocks(SHAPE.rows());
    Traffic sweep = PaperModel.fusedSweep(SHAPE, layout, RANK, blocks);
    assertTraffic(spent, "sweep_few" + suffix, sweep);
    Traffic changes = PaperModel.addChanges(SHAPE, RANK, blocks);
    assertTraffic(
        spent,
        "add_changes",
        new Traffic(changes.read() + PaperModel.CONVERGENCE, changes.written()));
    // Those of bfloat16 are twice as fast.
    double flops = layout.rate * fused.flops(SHAPE.rows(), SHAPE);
    assertEquals(flops, (double) spent.tensorFlops(), "flops of tensor cores");
    // S is not read then, V not written, and there is one product.
    assertTraffic(
        start,
        "sweep_few" + suffix,
        new Traffic(
            sweep.read() - 4.0 * RANK * SHAPE.cols(),
            sweep.written() - 4.0 * RANK * (SHAPE.rows() + 1)));
    assertEquals(
        layout.rate * fused.changeFlops(SHAPE.rows(), SHAPE),
        (double) start.tensorFlops(),
        "flops of tensor cores at the start");
  }

  @Test
  void soAreThoseOfSweepsInOneLaunch() {
    SyntheticProblem p = SyntheticProblem.dense(SHAPE.rows(), SHAPE.cols(), 3, .1, 8);
    FusedShape usual = TestedDevice.fused(TileLayout.SINGLE, SHAPE, RANK);
    FusedShape fused =
        new FusedShape(usual.layout(), usual.kind(), 5, usual.pitch(), usual.stages());
    SweepBlocks phases = new SweepBlocks(SHAPE.rows(), BLOCK, false);
    AtomSearch.Limits limits = new AtomSearch.Limits(8, RANK, CANDIDATES, PLANES);
    SoftwareCounters spent;
    try (Backend backend =
            TestedDevice.planned(new SweepPlan(phases, fused, phases, true))
                .open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), limits)) {
      opened.replace(p.z());
      opened.residual(p.w());
      opened.search();
      SoftwareDevice.resetCounters();
      opened.sweep(RANK, -1, SWEEPS, 1);
      spent = SoftwareDevice.counters();
    }
    assertTraffic(
        spent, "sweep_on_few", PaperModel.persistentSweeps(SHAPE, RANK, phases, fused, SWEEPS));
    assertEquals(1, spent.kernel("sweep_on_few").launches());
  }

  private static void assertTraffic(SoftwareCounters spent, String kernel, Traffic model) {
    SoftwareCounters.Kernel counted = spent.kernel(kernel);
    assertEquals(model.read(), (double) counted.distinctRead(), kernel + " reads");
    assertEquals(model.written(), (double) counted.distinctWritten(), kernel + " writes");
  }
}
