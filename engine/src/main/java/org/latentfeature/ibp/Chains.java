package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.random.CounterRandom;

/**
 * Several chains side by side. The first half of the sweeps finds the posterior and its likeliest
 * sample, to which the features of the second half's samples are matched. Chains do not know each
 * other: the number of threads changes no bit.
 */
public final class Chains {

  /** Sweeps between two reports. */
  private static final int ROUND = 10;

  /** Samples of a chain, at most, of which the dictionary is computed. */
  private static final int DICTIONARIES = 50;

  /**
   * The data of the chains.
   *
   * @param x N×D', an exact reduction of {@code original} times {@code scale}
   * @param original N×D, in the units of the results
   * @param dimensions D, the columns of {@code original} that have noise
   * @param scale what {@code original} was multiplied by
   * @param rowGram X Xᵀ of {@code x}; null to go block by block
   * @param algebra for products of blocks
   */
  public record Data(
      Matrix x,
      Matrix original,
      int dimensions,
      double scale,
      @Nullable Dense rowGram,
      Algebra algebra) {

    /** Whether X Xᵀ of so many rows is affordable. */
    public static boolean hasGram(int rows) {
      return rows <= GramProducts.MOST_ROWS;
    }

    SumProducts products() {
      return rowGram == null ? new BlockProducts(x, algebra) : new GramProducts(rowGram);
    }
  }

  /**
   * How they run.
   *
   * @param sweeps of each
   * @param most features at once
   * @param priors of the hyperparameters, in the units of {@link Data#x}
   * @param seed of all random numbers
   * @param threads to run chains on
   */
  public record Plan(int sweeps, int most, HyperPriors priors, long seed, int threads) {}

  /** Hears what each chain is, every few sweeps. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * After a round.
     *
     * @param sweep the last one
     * @param last sample of each chain
     */
    void onRound(int sweep, List<Sample> last);
  }

  private final Data data;
  private final Plan plan;
  private final Watcher watcher;
  private final StopSignal stop;
  private final List<Run> runs = new ArrayList<>();

  private Chains(Data data, Plan plan, Watcher watcher, StopSignal stop) {
    this.data = data;
    this.plan = plan;
    this.watcher = watcher;
    this.stop = stop;
  }

  /**
   * Runs chains, one for each start.
   *
   * @param starts in the units of {@link Data#x}
   * @param stop ends them early, with what there is
   */
  public static Posterior run(
      Data data, Plan plan, List<ChainState> starts, Watcher watcher, StopSignal stop) {
    Chains chains = new Chains(data, plan, watcher, stop);
    SumProducts products = data.products();
    for (int c = 0; c < starts.size(); c++) {
      long seed = CounterRandom.stream(plan.seed(), c);
      SumProducts own = c == 0 ? products : products.another();
      chains.runs.add(chains.new Run(own, seed, starts.get(c)));
    }
    return chains.run();
  }

  private Posterior run() {
    try (ChainThreads threads = new ChainThreads(Math.min(plan.threads(), runs.size()))) {
      int half = plan.sweeps() / 2;
      int done = until(half, 0, threads);
      BinaryMatrix reference = best().z();
      runs.forEach(run -> run.collect(reference));
      until(plan.sweeps(), done, threads);
    }
    return posterior();
  }

  private int until(int last, int from, ChainThreads threads) {
    int done = from;
    while (done < last && !stop.isSet()) {
      int to = Math.min(last, done + ROUND);
      threads.run(runs.stream().map(run -> (Runnable) () -> run.until(to)).toList());
      done = to;
      watcher.onRound(done, runs.stream().map(Run::last).toList());
    }
    return done;
  }

  private ChainState best() {
    Run best = runs.get(0);
    for (Run run : runs) {
      best = run.bestLog > best.bestLog ? run : best;
    }
    return best.best;
  }

  private Posterior posterior() {
    List<List<Sample>> traces = runs.stream().map(run -> List.copyOf(run.trace)).toList();
    List<ChainState> states = runs.stream().map(run -> run.inUnits(run.state)).toList();
    FeatureMoments all = runs.get(0).moments();
    for (Run run : runs.subList(1, runs.size())) {
      all.add(run.moments());
    }
    boolean full = runs.stream().anyMatch(run -> run.chain.isFull());
    return new Posterior(
        all.reference(),
        all.inclusion(),
        all.mean(),
        all.deviation(),
        all.presence(),
        traces,
        states,
        states.stream().map(s -> PredictiveDensity.dictionary(s, data.original())).toList(),
        plan.sweeps() / 2,
        full);
  }

  /** One chain. */
  private final class Run {

    private final GibbsChain chain;
    private final List<Sample> trace = new ArrayList<>();
    private ChainState state;
    private ChainState best;
    private double bestLog = Double.NEGATIVE_INFINITY;
    private @Nullable FeatureMoments moments;

    Run(SumProducts products, long seed, ChainState start) {
      chain = new GibbsChain(products, plan.priors(), data.dimensions(), plan.most(), seed, start);
      state = start;
      best = start;
      offer();
    }

    private void offer() {
      double log = chain.logJoint();
      if (log > bestLog) {
        bestLog = log;
        best = chain.state();
      }
    }

    void until(int last) {
      try {
        while (state.sweep() < last) {
          chain.sweep(1, stop);
          state = chain.state();
          trace.add(sample());
          FeatureMoments into = moments;
          if (into == null) {
            offer();
          } else {
            add(into);
          }
        }
      } catch (StoppedException e) {
        // The sweep is lost; what was before it is the result.
      }
    }

    private void add(FeatureMoments into) {
      int[] partner = into.add(state.z());
      int samples = plan.sweeps() - plan.sweeps() / 2;
      if (state.sweep() % Math.max(1, samples / DICTIONARIES) == 0) {
        into.add(state.z(), partner, inUnits(state).scales(), data.original());
      }
    }

    void collect(BinaryMatrix reference) {
      moments = new FeatureMoments(reference, data.original().cols());
    }

    /** Of a chain that was stopped before its second half, of its last sweep. */
    FeatureMoments moments() {
      FeatureMoments of = Objects.requireNonNull(moments);
      if (!of.hasDictionary()) {
        ChainState now = inUnits(state);
        of.add(now.z(), of.add(now.z()), now.scales(), data.original());
      }
      return of;
    }

    Sample last() {
      return trace.isEmpty() ? sample() : trace.get(trace.size() - 1);
    }

    private Sample sample() {
      double entries = (double) data.x().rows() * data.dimensions();
      double unit = 1 / data.scale();
      Scales scales = chain.scales().times(unit);
      return new Sample(
          chain.features(),
          scales.noise(),
          scales.features(),
          chain.mass(),
          chain.logJoint() - entries * Math.log(unit),
          chain.squaredError() * unit * unit);
    }

    ChainState inUnits(ChainState of) {
      return new ChainState(of.sweep(), of.z(), of.scales().times(1 / data.scale()), of.prior());
    }
  }
}
