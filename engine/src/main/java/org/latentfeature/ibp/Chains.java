package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;

/**
 * Several chains side by side. The first half of the sweeps finds the posterior and its likeliest
 * sample, to which the features of the second half's samples are matched. Chains do not know each
 * other: the number of threads changes no bit, nor does where they stopped and were resumed.
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
   */
  public record Data(Matrix x, Matrix original, int dimensions, double scale) {

    /** Number of known entries of the model: columns that are all zero are none of it. */
    public double entries() {
      if (x.facts().missing() == 0) {
        return (double) x.rows() * dimensions;
      }
      KnownColumns known = KnownColumns.of(x);
      return IntStream.range(0, x.cols())
          .filter(j -> !x.facts().zeroColumns().get(j))
          .mapToDouble(known::known)
          .sum();
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

    /** Returns whether {@link #keep} is to be called; called after each sweep, by any thread. */
    default boolean isDue() {
      return false;
    }

    /**
     * Keeps what there is; the chains wait.
     *
     * @param soFar makes what {@link #run} would return if it was stopped now, a copy
     */
    default void keep(Supplier<Posterior> soFar) {}
  }

  private final Data data;
  private final Sampler sampler;
  private final Plan plan;
  private final int burnIn;
  private final boolean wasFull;
  private final Watcher watcher;
  private final StopSignal stop;
  private final List<ChainRun> runs = new ArrayList<>();

  private Chains(
      Data data,
      Sampler sampler,
      Plan plan,
      int burnIn,
      boolean wasFull,
      Watcher watcher,
      StopSignal stop) {
    this.data = data;
    this.sampler = sampler;
    this.plan = plan;
    this.burnIn = burnIn;
    this.wasFull = wasFull;
    this.watcher = watcher;
    this.stop = stop;
  }

  /**
   * Runs chains, one for each start.
   *
   * @param sampler of {@link Data#x}
   * @param starts in the units of {@link Data#x}
   * @param stop ends them early, with what there is
   */
  public static Posterior run(
      Data data,
      Sampler sampler,
      Plan plan,
      List<ChainState> starts,
      Watcher watcher,
      StopSignal stop) {
    Chains chains = new Chains(data, sampler, plan, plan.sweeps() / 2, false, watcher, stop);
    return chains.begun(starts, chains::run);
  }

  /**
   * Runs chains on that were stopped. With the data, the seed and the priors that they had, the
   * result is that of chains never stopped, bit for bit. Burn-in is half of the sweeps of {@code
   * plan}; where a chain is beyond that, it stays what it was.
   *
   * @param saved result of the chains so far
   * @throws IllegalArgumentException if {@code saved} has no continuation
   */
  public static Posterior resume(
      Data data, Sampler sampler, Plan plan, Posterior saved, Watcher watcher, StopSignal stop) {
    Continuation from = saved.continuation();
    if (from == null) {
      throw new IllegalArgumentException("the chains were saved without what they need to resume");
    }
    int furthest = saved.states().stream().mapToInt(ChainState::sweep).max().orElse(0);
    int half = plan.sweeps() / 2;
    int burnIn = furthest <= half ? half : saved.burnIn();
    Chains chains = new Chains(data, sampler, plan, burnIn, saved.full(), watcher, stop);
    return chains.begun(
        saved.states().stream().map(state -> state.times(data.scale())).toList(),
        () -> {
          int best = from.bestChain();
          for (int c = 0; c < chains.runs.size(); c++) {
            BinaryMatrix likeliest = c == best ? from.best() : saved.states().get(c).z();
            chains.runs.get(c).resume(saved.traces().get(c), likeliest, from.logs().get(c, 0));
          }
          if (furthest > burnIn) {
            chains.collect(from.moments(saved, data.original().cols()));
          }
          return chains.run();
        });
  }

  private Posterior begun(List<ChainState> starts, Supplier<Posterior> work) {
    try {
      for (int c = 0; c < starts.size(); c++) {
        long seed = CounterRandom.stream(plan.seed(), c);
        Chain chain = sampler.chain(plan, data.dimensions(), seed, starts.get(c));
        runs.add(new ChainRun(data, chain));
      }
      return work.get();
    } finally {
      runs.forEach(ChainRun::close);
    }
  }

  private Posterior run() {
    try (ChainThreads threads =
        new ChainThreads(sampler.atOnce(Math.min(plan.threads(), runs.size())))) {
      until(0, burnIn, threads);
      if (runs.get(0).moments() == null && !stop.isSet()) {
        BinaryMatrix reference = best().best();
        int cols = data.original().cols();
        collect(runs.stream().map(run -> new FeatureMoments(reference, cols)).toList());
      }
      until(burnIn, plan.sweeps(), threads);
    }
    return posterior();
  }

  private void collect(List<FeatureMoments> moments) {
    int every = Math.max(1, (plan.sweeps() - burnIn) / DICTIONARIES);
    for (int c = 0; c < runs.size(); c++) {
      runs.get(c).collect(moments.get(c), every);
    }
  }

  /** Rounds from {@code first} on; those that are over are left out. */
  private void until(int first, int last, ChainThreads threads) {
    int done = first + Math.max(0, sweeps() - first) / ROUND * ROUND;
    while (sweeps() < last && !stop.isSet()) {
      done = Math.min(last, done + ROUND);
      round(done, threads);
      watcher.onRound(done, runs.stream().map(ChainRun::last).toList());
      keep();
    }
  }

  private void round(int last, ChainThreads threads) {
    while (sweeps() < last && !stop.isSet()) {
      threads.run(
          runs.stream()
              .map(run -> (Runnable) () -> run.until(last, stop, watcher::isDue))
              .toList());
      if (sweeps() < last) {
        keep(); // A whole round is told first.
      }
    }
  }

  private void keep() {
    if (watcher.isDue() && !stop.isSet()) {
      watcher.keep(this::posterior);
    }
  }

  /** Returns the number of sweeps of the chain that is furthest behind. */
  private int sweeps() {
    return runs.stream().mapToInt(ChainRun::sweep).min().orElse(0);
  }

  private ChainRun best() {
    ChainRun best = runs.get(0);
    for (ChainRun run : runs) {
      best = run.bestLog() > best.bestLog() ? run : best;
    }
    return best;
  }

  private Posterior posterior() {
    List<ChainState> states = runs.stream().map(ChainRun::inUnits).toList();
    FeatureMoments all = together(states);
    return new Posterior(
        all.reference(),
        all.inclusion(),
        all.mean(),
        all.deviation(),
        all.presence(),
        runs.stream().map(ChainRun::trace).toList(),
        states,
        states.stream().map(s -> PredictiveDensity.dictionary(s, data.original())).toList(),
        burnIn,
        wasFull || runs.stream().anyMatch(ChainRun::isFull),
        continuation());
  }

  /** Moments of all chains: in burn-in of their last sweeps alone. */
  private FeatureMoments together(List<ChainState> states) {
    FeatureMoments first = runs.get(0).moments();
    FeatureMoments all =
        new FeatureMoments(
            first == null ? best().best() : first.reference(), data.original().cols());
    for (ChainRun run : runs) {
      FeatureMoments own = run.moments();
      if (own != null) {
        all.add(own);
      }
    }
    boolean isBurnIn = all.samples() == 0;
    if (!all.hasDictionary()) {
      for (ChainState state : states) {
        int[] partner = isBurnIn ? all.add(state.z()) : all.partners(state.z());
        all.add(state.z(), partner, state.scales(), data.original());
      }
    }
    return all;
  }

  private Continuation continuation() {
    double[] logs = runs.stream().mapToDouble(ChainRun::bestLog).toArray();
    List<FeatureMoments> moments =
        runs.stream().map(ChainRun::moments).filter(Objects::nonNull).toList();
    BinaryMatrix best = best().best();
    int k = moments.isEmpty() ? best.cols() : moments.get(0).reference().cols();
    Dense order = new Dense(k, 1);
    Dense dictionaries = new Dense(k, 1);
    for (int f = 0; f < k; f++) {
      order.set(f, 0, f);
      for (FeatureMoments of : moments) {
        dictionaries.set(f, 0, dictionaries.get(f, 0) + of.dictionaries().get(f, 0));
      }
    }
    return new Continuation(
        best,
        Dense.wrap(logs.length, 1, logs),
        order,
        dictionaries,
        moments.stream().map(FeatureMoments::sum).toList(),
        moments.stream().map(FeatureMoments::squares).toList());
  }
}
