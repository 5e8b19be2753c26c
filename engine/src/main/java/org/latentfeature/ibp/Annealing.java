package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;

/**
 * The finite model's chains as a search for a Z of small error: short chains from random Z, of
 * which every other one is annealed, each judged by its sample of least |X − Z Ā|². Annealing finds
 * more where D is far above N, and less elsewhere; nothing tells before. After every few of them
 * features are exchanged: shorter chains from the best sample with one feature drawn anew, in turn.
 * Most of the best sample's features are good ones, while a random start has to find all of them at
 * once, so exchanges take the place of restarts while they gain. Each chain ends with sweeps that
 * take the likelier value of every bit. A given start is exchanged first.
 */
public final class Annealing {

  /** The likelihood begins as if X had so many columns. */
  private static final double FIRST_COLUMNS = 10;

  /** After this share of the sweeps the likelihood counts in full. */
  private static final double COOLED = 0.7;

  /**
   * Maximum sweeps at the end of a chain that take the likelier value of every bit: samples are
   * compared without the noise that they add.
   */
  private static final int MOST_QUENCHES = 10;

  /** These sweeps end when one lowers |X − Z Ā|² by a smaller share. */
  private static final double SETTLED = 3e-4;

  /** Exchanges for each restart. Together they have about its number of sweeps. */
  private static final int EXCHANGES = 12;

  /**
   * While exchanges lower |X − Z Ā|² by a larger share, more of them take the place of restarts.
   */
  private static final double GAIN = 1e-3;

  /**
   * Restarts between exchanges, and exchanges that begin with the same sample, whatever the number
   * of threads.
   */
  private static final int ABREAST = 4;

  /** Maximum rounds of exchanges of a given start. */
  private static final int MOST_ROUNDS = 8;

  /** Noise of a start without error, as a share of the data. */
  private static final double LEAST_NOISE = 1e-3;

  /**
   * How to search.
   *
   * @param features K
   * @param restarts number of chains from random Z, at most; may be 0 if there is a start
   * @param sweeps of each
   * @param seed of all random numbers
   * @param threads to run chains on
   * @param start what exchanges begin with, as long as they gain; null to begin with random Z
   */
  public record Plan(
      int features, int restarts, int sweeps, long seed, int threads, @Nullable Found start) {

    /** A plan that begins with random Z. */
    public Plan(int features, int restarts, int sweeps, long seed, int threads) {
      this(features, restarts, sweeps, seed, threads, null);
    }
  }

  /**
   * The best sample of some chains.
   *
   * @param z N×K
   * @param squaredError |X − Z Ā|², in the units of {@link Chains.Data#x}
   */
  public record Found(BinaryMatrix z, double squaredError) {}

  private final Chains.Data data;
  private final Plan plan;
  private final CollapsedSampler sampler;
  private final double meanSquare;
  private final ObjIntConsumer<Found> listener;
  private final StopSignal stop;
  private @Nullable Best best;
  private int nextExchange;
  private int done;

  private record Best(ChainState state, double squaredError) {}

  private Annealing(
      Chains.Data data,
      CollapsedSampler sampler,
      Plan plan,
      ObjIntConsumer<Found> listener,
      StopSignal stop) {
    this.data = data;
    this.plan = plan;
    this.listener = listener;
    this.stop = stop;
    this.sampler = sampler;
    meanSquare = sampler.squaredNorm() / data.entries();
  }

  /**
   * Searches.
   *
   * @param sampler of the data
   * @param listener of the best so far and the number of chains that have ended, after some chains
   * @return the best; the same for any number of threads
   * @throws StoppedException if {@code stop} is set before the first sweep has ended
   */
  public static Found run(
      Chains.Data data,
      CollapsedSampler sampler,
      Plan plan,
      ObjIntConsumer<Found> listener,
      StopSignal stop) {
    Annealing annealing = new Annealing(data, sampler, plan, listener, stop);
    try (ChainThreads threads = new ChainThreads(plan.threads())) {
      annealing.search(threads);
    }
    Best best = annealing.best;
    if (best == null) {
      throw new StoppedException();
    }
    return found(best);
  }

  private static Found found(Best best) {
    return new Found(best.state().z(), best.squaredError());
  }

  private void search(ChainThreads threads) {
    Found start = plan.start();
    if (start != null) {
      exchangeFrom(start, threads);
    }
    Best started = best;
    best = null;
    nextExchange = 0;
    restart(threads);
    if (started != null && started.squaredError() < error()) {
      best = started;
    }
  }

  /**
   * Exchanges features of {@code start} while that gains. Restarts begin without it: a start that
   * exchanges do not improve would leave no chance to samples that they can.
   */
  private void exchangeFrom(Found start, ChainThreads threads) {
    double noise = Math.sqrt(start.squaredError() / data.entries());
    double least = LEAST_NOISE * Math.sqrt(meanSquare);
    best = new Best(first(start.z(), Math.max(noise, least)), start.squaredError());
    double before = Double.POSITIVE_INFINITY;
    for (int round = 0; round < MOST_ROUNDS && error() < before && !stop.isSet(); round++) {
      before = error();
      exchange(threads, ABREAST * EXCHANGES);
    }
  }

  private void restart(ChainThreads threads) {
    boolean gaining = false;
    for (int first = 0; first < plan.restarts() && !stop.isSet(); first += ABREAST) {
      int last = Math.min(plan.restarts(), first + ABREAST);
      int exchanges = (last - first) * EXCHANGES;
      if (!gaining) {
        restart(threads, first, last);
      }
      Best before = best;
      exchange(threads, gaining ? 2 * exchanges : exchanges);
      gaining = before != null && error() < (1 - GAIN) * before.squaredError();
    }
  }

  private double error() {
    return best == null ? Double.POSITIVE_INFINITY : best.squaredError();
  }

  private void restart(ChainThreads threads, int first, int last) {
    run(
        threads,
        first,
        last,
        chain -> {
          BinaryMatrix z = coins(plan.features(), chain);
          return new Search(first(z, Math.sqrt(meanSquare)), chain, plan.sweeps(), chain % 2 == 1);
        });
  }

  /** Returns what a chain begins with. */
  private ChainState first(BinaryMatrix z, double noise) {
    Scales scales = new Scales(noise, Math.sqrt(meanSquare));
    return new ChainState(0, z, scales, new FiniteFeatures(plan.features(), plan.features()));
  }

  private void exchange(ChainThreads threads, int exchanges) {
    // The last sweeps of a chain take the time of about two others.
    int sweeps = Math.max(1, plan.sweeps() / EXCHANGES - 2);
    int last = nextExchange + exchanges;
    while (nextExchange < last && !stop.isSet()) {
      Best from = best;
      if (from == null) {
        return;
      }
      int next = Math.min(last, nextExchange + ABREAST);
      run(
          threads,
          plan.restarts() + nextExchange,
          plan.restarts() + next,
          chain -> new Search(exchanged(from.state(), chain), chain, sweeps, false));
      nextExchange = next;
    }
  }

  private ChainState exchanged(ChainState from, int chain) {
    BinaryMatrix z = from.z().replace(chain % plan.features(), coins(1, chain).column(0));
    return new ChainState(0, z, from.scales(), from.prior());
  }

  private void run(ChainThreads threads, int from, int to, IntFunction<Search> chains) {
    List<Search> batch = new ArrayList<>();
    for (int chain = from; chain < to; chain++) {
      batch.add(chains.apply(chain));
    }
    threads.run(batch);
    for (Search search : batch) {
      Best own = search.best;
      if (own != null && own.squaredError() < error()) {
        best = own;
      }
    }
    done += batch.size();
    if (best != null) {
      listener.accept(found(best), done);
    }
  }

  private BinaryMatrix coins(int features, int chain) {
    return RandomIncidence.coins(sampler.rows(), features, seed(2L * chain));
  }

  private long seed(long purpose) {
    return CounterRandom.stream(plan.seed(), purpose);
  }

  /** One chain. */
  private final class Search implements Runnable {

    private final ChainState start;
    private final int number;
    private final int sweeps;
    private final boolean annealed;
    private @Nullable Best best;

    Search(ChainState start, int number, int sweeps, boolean annealed) {
      this.start = start;
      this.number = number;
      this.sweeps = sweeps;
      this.annealed = annealed;
    }

    @Override
    public void run() {
      GibbsChain chain =
          new GibbsChain(
              sampler.another(),
              new HyperPriors(meanSquare, true, true, false),
              data.dimensions(),
              plan.features(),
              seed(2L * number + 1),
              start);
      try {
        for (int s = 0; s < sweeps; s++) {
          chain.sweep(annealed ? temper(s) : 1, stop);
          judge(chain);
        }
        double before = Double.POSITIVE_INFINITY;
        for (int s = 0; s < MOST_QUENCHES; s++) {
          chain.quench(stop);
          double error = judge(chain);
          if (error >= (1 - SETTLED) * before) {
            break;
          }
          before = error;
        }
      } catch (StoppedException e) {
        // The sweep is lost; the best before it stays.
      }
    }

    private double judge(GibbsChain chain) {
      double error = chain.squaredError();
      if (best == null || error < best.squaredError()) {
        best = new Best(chain.state(), error);
      }
      return error;
    }

    /** β_t = (10/D)^{1 − t/(.7 S)}. */
    private double temper(int sweep) {
      double left = Math.max(0, 1 - sweep / (COOLED * sweeps));
      return Math.min(1, Math.pow(FIRST_COLUMNS / data.dimensions(), left));
    }
  }
}
