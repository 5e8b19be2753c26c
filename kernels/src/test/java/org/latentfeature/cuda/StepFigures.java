package org.latentfeature.cuda;

import java.util.List;
import java.util.Objects;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.cuda.PaperModel.Setting;
import org.latentfeature.cuda.PaperModel.Step;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Each step of a fit beside what the model on paper has for this GPU. */
final class StepFigures {

  private static final int RUNS = 5;

  private static final Resources BF16 = new Resources(0, 0, Resources.Precision.BF16);

  private StepFigures() {}

  private static List<Shape> shapes() {
    return DayFigures.isSoftware()
        ? List.of(PaperModel.SIZES.get(0), new Shape(701, 45))
        : List.of(PaperModel.SIZES.get(1), PaperModel.SIZES.get(2), new Shape(1_000_000, 784));
  }

  static void steps(CudaDevice device) {
    Gpu gpu = Gpu.of(device);
    for (Shape shape : shapes()) {
      Setting s = PaperModel.setting(shape);
      SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), s.features(), .1, 1);
      String title = title(shape, "");
      List<Step> model = PaperModel.steps(shape, s, gpu);
      try (Backend backend = new CudaProvider().open(Resources.DEFAULT);
          Steps opened = Steps.open(backend, p.x(), limits(s))) {
        List<BitVector> atoms = search(title, opened, p, s, model, gpu);
        opened.append(atoms);
        print(title, model.get(5), seconds(opened, () -> opened.products(s.features())), gpu);
        opened.replace(p.z());
        print(title, model.get(6), seconds(opened, () -> opened.squaredError(p.w())), gpu);
        print(title, model.get(7), seconds(opened, () -> opened.refine(p.w(), 0)), gpu);
      }
      SweepPlan rounded = SweepPlan.chooseRounded(shape, s.rank(), s.candidates(), gpu);
      if (rounded.layout() == TileLayout.BFLOAT16) {
        model = PaperModel.steps(shape, s, SweepPlan::chooseRounded, gpu);
        try (Backend backend = new CudaProvider().open(BF16);
            Steps opened = Steps.open(backend, p.x(), limits(s))) {
          search(title + "bfloat16: ", opened, p, s, model, gpu);
        }
      }
    }
  }

  private static AtomSearch.Limits limits(Setting s) {
    return new AtomSearch.Limits(
        s.features() + s.candidates(), s.rank(), s.candidates(), s.planes());
  }

  /** The steps of a search for atoms; returns some that are not polished. */
  private static List<BitVector> search(
      String title, Steps opened, SyntheticProblem p, Setting s, List<Step> model, Gpu gpu) {
    opened.replace(p.z());
    print(title, model.get(0), seconds(opened, () -> opened.residual(p.w())), gpu);
    double one = seconds(opened, () -> opened.sweep(s.rank(), 1e-12, 1, 1));
    double more = seconds(opened, () -> opened.sweep(s.rank(), 1e-12, 5, 1));
    print(title, model.get(1), (more - one) / 4, gpu);
    // Not polished: their second pass flips as many as the model's.
    List<BitVector> atoms =
        opened.round(s.planes(), s.candidates(), 0, 2).stream().map(ScoredAtom::z).toList();
    double first = seconds(opened, () -> opened.polish(atoms, 1));
    double pass = seconds(opened, () -> opened.polish(atoms, 2)) - first;
    double round = seconds(opened, () -> opened.round(s.planes(), s.candidates(), 1, 2)) - pass;
    DayFigures.print(
        title + model.get(2).name() + ", " + model.get(3).name(),
        "us",
        round * 1e6,
        (model.get(2).seconds(gpu) + model.get(3).seconds(gpu)) * 1e6);
    print(title, model.get(4), pass, gpu);
    return atoms;
  }

  private static String title(Shape shape, String name) {
    return "%d x %d: %s".formatted(shape.rows(), shape.cols(), name);
  }

  private static void print(String title, Step step, double seconds, Gpu gpu) {
    DayFigures.print(title + step.name(), "us", seconds * 1e6, step.seconds(gpu) * 1e6);
  }

  /** The least of some runs after one that is not counted; {@code squaredNorm} waits. */
  private static double seconds(Steps opened, Runnable work) {
    double least = Double.POSITIVE_INFINITY;
    for (int run = -1; run < RUNS; run++) {
      opened.columns();
      long from = System.nanoTime();
      work.run();
      double seconds = (System.nanoTime() - from) * 1e-9;
      least = run < 0 ? least : Math.min(least, seconds);
    }
    return least;
  }

  /** Each step once, for a profiler, over rows that take longer than a launch. */
  static void profiled(CudaDevice device) {
    Shape shape = shapes().get(1);
    Setting s = PaperModel.setting(shape);
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), s.features(), .1, 1);
    try (Backend backend = new CudaProvider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), limits(s))) {
      opened.replace(p.z());
      opened.residual(p.w());
      opened.sweep(s.rank(), 1e-12, 1, 1);
      opened.append(
          opened.round(s.planes(), s.candidates(), 1, 2).stream().map(ScoredAtom::z).toList());
      opened.products(s.features());
      opened.replace(p.z());
      opened.refine(p.w(), 0);
    }
    DayFigures.print(title(shape, "each step once"), "yes");
  }

  /**
   * Sweeps in blocks of each size, by products and fused, beside what would be chosen: of the two
   * largest problems, whose blocks differ.
   */
  static void blocks(CudaDevice device) {
    Gpu gpu = Gpu.of(device);
    List<Shape> all = shapes();
    all.subList(all.size() - 2, all.size()).forEach(shape -> blocks(shape, gpu));
  }

  private static void blocks(Shape shape, Gpu gpu) {
    int rank = 8;
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), 4, .1, 1);
    SweepPlan chosen = SweepPlan.choose(shape, rank, 4, gpu);
    String kind =
        chosen.fused() == null
            ? "by products"
            : chosen.persistent() ? "fused in one launch" : "fused";
    DayFigures.print(
        title(shape, "rows of a block that would be chosen, ") + kind, "", chosen.sweeps().size());
    FusedShape fused = FusedShape.of(TileLayout.SINGLE, shape, rank, gpu);
    FusedShape rounded = FusedShape.of(TileLayout.BFLOAT16, shape, rank, gpu);
    for (int size = Math.min(2048, 64); size < 2L * shape.rows(); size *= 2) {
      if (size < 2048 && shape.rows() > 2048) {
        continue;
      }
      SweepBlocks blocks = new SweepBlocks(shape.rows(), size, false);
      String title = "%s, one sweep in blocks of %d".formatted(title(shape, "rank " + rank), size);
      sweeps(title, SweepPlan.of(blocks), p, rank, blocks.cost(shape.cols(), rank, gpu));
      if (fused != null) {
        for (boolean persistent : new boolean[] {false, true}) {
          double cost = fused.cost(blocks, persistent, shape, rank, gpu);
          String how = persistent ? ", fused in one launch" : ", fused";
          SweepPlan plan = new SweepPlan(blocks, fused, blocks, persistent);
          besides(title + how, plan, sweeps(title + how, plan, p, rank, cost), shape, rank, gpu);
        }
      }
      if (rounded != null) {
        double cost = rounded.cost(blocks, false, shape, rank, gpu);
        SweepPlan plan = new SweepPlan(blocks, rounded, blocks, false);
        String how = ", fused in bfloat16";
        besides(title + how, plan, sweeps(title + how, plan, p, rank, cost), shape, rank, gpu);
      }
    }
  }

  /** What a phase takes besides its work on paper, which the choice of their number turns on. */
  private static void besides(
      String title, SweepPlan plan, double seconds, Shape shape, int rank, Gpu gpu) {
    SweepBlocks phases = plan.sweeps();
    FusedShape fused = Objects.requireNonNull(plan.fused());
    double work = fused.work(phases.most(), shape, rank, gpu);
    double predicted =
        plan.persistent() ? 2 * FusedShape.BARRIER : Math.max(0, 2 * SweepBlocks.LAUNCH - work);
    DayFigures.print(
        title + ", a phase besides its work",
        "us",
        (seconds / phases.count() - work) * 1e6,
        predicted * 1e6);
  }

  /** Seconds of a sweep. */
  private static double sweeps(
      String title, SweepPlan plan, SyntheticProblem p, int rank, double cost) {
    try (Backend backend = CudaProvider.open(BF16, (s, r, q, c) -> plan);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(8, rank, 4, 16))) {
      double one = seconds(opened, () -> opened.sweep(rank, 1e-12, 1, 1));
      double more = seconds(opened, () -> opened.sweep(rank, 1e-12, 5, 1));
      double gain = 1 / (1 + (double) plan.sweeps().most() / plan.sweeps().rows());
      double seconds = (more - one) / 4;
      DayFigures.print(title, "us", seconds * 1e6, cost * gain * 1e6);
      return seconds;
    }
  }
}
