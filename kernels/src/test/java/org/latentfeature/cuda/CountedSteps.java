package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.PaperModel.Coding;
import org.latentfeature.cuda.PaperModel.Setting;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective;

/** The work of each step of a fit, counted on the software device. */
final class CountedSteps {

  /** Below any gain, so that sweeps end by their number. */
  private static final double TOLERANCE = -1;

  private static final int MOST_EXACT = 8;

  private CountedSteps() {}

  /**
   * One step.
   *
   * @param launches kernels, products and fills of memory
   * @param bytesIn that cross to the device
   * @param bytesOut that cross back
   * @param flops of products by cuBLAS
   * @param tensor flops of products on tensor cores
   * @param waits of the host
   */
  record Counted(
      long launches, long bytesIn, long bytesOut, long flops, long tensor, double waits) {

    Counted minus(Counted other) {
      return new Counted(
          launches - other.launches,
          bytesIn - other.bytesIn,
          bytesOut - other.bytesOut,
          flops - other.flops,
          tensor - other.tensor,
          waits - other.waits);
    }

    Counted dividedBy(int n) {
      return new Counted(launches / n, bytesIn / n, bytesOut / n, flops / n, tensor / n, waits / n);
    }
  }

  /**
   * Residual, a sweep, rounding with the choice and a pass of flips and the scores of candidates, a
   * pass of flips of one candidate, products, squared error, codes; as {@code choice} plans them
   * for {@code gpu}.
   */
  static List<Counted> of(Shape shape, Setting s, SweepPlan.Choice choice, Gpu gpu) {
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), s.features(), .1, 1);
    AtomSearch.Limits limits =
        new AtomSearch.Limits(s.features() + s.candidates(), s.rank(), s.candidates(), s.planes());
    List<Counted> steps = new ArrayList<>();
    try (Backend backend = TestedDevice.of(choice, gpu).open(new Resources(0, 0, Precision.BF16));
        Steps opened = Steps.open(backend, p.x(), limits)) {
      SoftwareDevice.cooperating(gpu.multiprocessors());
      opened.search();
      opened.factorisation();
      opened.replace(p.z());
      steps.add(count(() -> opened.residual(p.w())));
      opened.sweep(s.rank(), TOLERANCE, 1, 1); // with what a new residual needs first
      SweepPlan plan = choice.of(shape, s.rank(), s.candidates(), gpu);
      steps.add(plan.persistent() ? ofOneLaunch(opened, s.rank()) : ofGroup(opened, s.rank()));
      opened.sweep(s.rank(), TOLERANCE, 1, 1); // so far from a maximum that planes differ
      List<BitVector> rounded = new ArrayList<>();
      steps.add(
          count(
              () ->
                  opened.round(s.planes(), s.candidates(), 1, 2).stream()
                      .map(ScoredAtom::z)
                      .forEach(rounded::add)));
      // Far from a maximum, so that every pass flips.
      List<BitVector> features = p.z().columns().subList(0, 1);
      // The second one, which begins with the scores of what the first has left.
      Counted first = count(() -> opened.polish(features, 1));
      steps.add(count(() -> opened.polish(features, 2)).minus(first));
      opened.append(rounded);
      steps.add(count(() -> opened.products(s.features())));
      opened.retain(IntStream.range(0, s.features()).toArray());
      steps.add(count(() -> opened.squaredError(p.w())));
      steps.add(count(() -> opened.refine(p.w(), MOST_EXACT)));
    }
    return steps;
  }

  /** A sweep of a group. */
  private static Counted ofGroup(Steps opened, int rank) {
    int group = SweepGroups.MOST;
    Counted one = count(() -> opened.sweep(rank, TOLERANCE, group, 1));
    Counted two = count(() -> opened.sweep(rank, TOLERANCE, 2 * group, 1));
    return two.minus(one).dividedBy(group);
  }

  /** A sweep of those of one launch, without the start. */
  private static Counted ofOneLaunch(Steps opened, int rank) {
    Counted start =
        count(
            () -> {
              opened.search().vectors().start(rank, 1);
              TestedDevice.synchronise();
            });
    Counted all = count(() -> opened.sweep(rank, TOLERANCE, PaperModel.SWEEPS, 1));
    Counted wait = new Counted(0, 0, 0, 0, 0, -1);
    return all.minus(start).minus(wait).dividedBy(PaperModel.SWEEPS);
  }

  /** Features of every path that is not empty: as many as it may have. */
  static final int VISITS = 3;

  /** Coding {@code c}, with every path as long as {@code c} has visits: 0 or {@link #VISITS}. */
  static Counted of(Shape shape, Coding c, int tile) {
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), c.features(), .1, 1);
    Dense transitions = new Dense(c.features() + 1, c.features());
    Arrays.fill(transitions.values(), c.visits() > 0 ? 1e6 : -1e6);
    PathObjective objective =
        new PathObjective(p.w(), transitions, 1, 1, PathObjective.Gain.MARGINAL, VISITS);
    int[] rows = IntStream.range(0, c.rows()).map(i -> c.inPlace() ? i : i * 7 % 10).toArray();
    try (Context context = context()) {
      OpenDevice device = new OpenDevice(context, new Kernels(context), PaperModel.H100);
      try (CudaRows loaded = rows(device, p.x());
          CudaPathCoder coder =
              new CudaPathCoder(
                  loaded, new PathCoder.Limits(c.features()), StopSignal.NEVER, tile)) {
        return count(() -> coder.code(objective, rows));
      }
    }
  }

  private static Context context() {
    return TestedDevice.context();
  }

  /** Rows on which steps are opened by hand. */
  static CudaRows rows(OpenDevice device, Matrix x) {
    return new CudaRows(device, x, 0, new Capabilities<>(), StopSignal.NEVER);
  }

  private static Counted count(Runnable step) {
    TestedDevice.synchronise();
    SoftwareDevice.resetCounters();
    step.run();
    SoftwareCounters spent = SoftwareDevice.counters();
    return new Counted(
        spent.launches() + spent.cublasCalls() + spent.memsets(),
        spent.toDevice().bytes(),
        spent.toHost().bytes(),
        spent.cublasFlops(),
        spent.tensorFlops(),
        spent.synchronisations());
  }
}
