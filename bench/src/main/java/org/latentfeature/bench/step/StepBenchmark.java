package org.latentfeature.bench.step;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.bench.machine.MachineLimits;
import org.latentfeature.data.SyntheticProblem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Seconds of one step on one backend and one problem, in a Java machine of its own. The step runs
 * once on a counting backend, which says what work it is, and then, on rows of its own, against the
 * clock; before each iteration the machine's limits are measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class StepBenchmark {

  /** Name of the backend, as {@link Backends#open} takes it. */
  @Param(Backends.AUTO)
  public String backend;

  /** CPU threads, as in {@link Resources}. */
  @Param("0")
  public int threads;

  /** Number of the device, as in {@link Resources}. */
  @Param("0")
  public int device;

  /** Precision of products, as in {@link Resources}. */
  @Param("SINGLE")
  public Precision precision;

  /** As {@link ProblemSize} reads it. */
  @Param({"100x196x4", "1000x1000x35", "20000x784x20", "200000x784x20"})
  public String problem;

  private Backend open;
  private Step step;
  private CountedWork work;
  private MachineLimits.Rates rates;

  /** Null where the steps run on a device, which limits of the host say nothing about. */
  private @Nullable MachineLimits limits;

  /** The step on {@code backend}, ready to run. */
  protected abstract Step prepare(Backend backend, SyntheticProblem problem);

  /** Makes the problem, counts the work and prepares the step. */
  @Setup(Level.Trial)
  public final void open() {
    ProblemSize size = ProblemSize.parse(problem);
    SyntheticProblem made = size.generate();
    open = Backends.open(backend, new Resources(threads, device, precision)).backend();
    MeteredBackend metered = new MeteredBackend(open);
    try (Step counted = prepare(metered, made)) {
      counted.reset();
      CountedWork before = metered.work();
      counted.run();
      work = metered.work().minus(before);
    }
    step = prepare(open, made);
    String name = open.info().name();
    boolean onDevice =
        Backends.providers().stream()
            .anyMatch(p -> p.name().equals(name) && !p.probe().devices().isEmpty());
    limits =
        onDevice
            ? null
            : new MachineLimits(open, Backends.algebra(open.info().threads()), size.bytes());
    rates = new MachineLimits.Rates(Double.NaN, Double.NaN, Double.NaN);
  }

  /** Measures what the machine can do now. */
  @Setup(Level.Iteration)
  public final void measureLimits() {
    if (limits != null) {
      rates = limits.measure();
    }
  }

  /** Puts back what the last run changed. */
  @Setup(Level.Invocation)
  public final void reset() {
    step.reset();
  }

  /** The step. */
  @Benchmark
  public Object run(Cost cost) {
    cost.set(work, rates);
    return step.run();
  }

  /** Frees everything. */
  @TearDown(Level.Trial)
  public final void close() {
    step.close();
    if (limits != null) {
      limits.close();
    }
    open.close();
  }
}
