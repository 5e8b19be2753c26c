package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.random.CounterRandom;

/**
 * The finite model's chains as a search for a Z of small error: short chains from random Z, of
 * which every other one is annealed, each judged by its sample of least |X − Z Ā|². Annealing finds
 * more where D is far above N, and less elsewhere; nothing tells before.
 */
public final class Annealing {

  /** The likelihood begins as if X had so many columns. */
  private static final double FIRST_COLUMNS = 10;

  /** After this share of the sweeps the likelihood counts in full. */
  private static final double COOLED = 0.7;

  /**
   * How to search.
   *
   * @param features K
   * @param restarts number of chains
   * @param sweeps of each
   * @param seed of all random numbers
   * @param threads to run chains on
   */
  public record Plan(int features, int restarts, int sweeps, long seed, int threads) {}

  /**
   * What a restart came to.
   *
   * @param z N×K
   * @param squaredError |X − Z Ā|², in the units of {@link Chains.Data#x}
   */
  public record Found(BinaryMatrix z, double squaredError) {}

  private final Chains.Data data;
  private final Plan plan;
  private final double meanSquare;
  private final StopSignal stop;

  private Annealing(Chains.Data data, CollapsedSampler sampler, Plan plan, StopSignal stop) {
    this.data = data;
    this.plan = plan;
    this.stop = stop;
    meanSquare = sampler.squaredNorm() / data.entries();
  }

  /**
   * Searches.
   *
   * @param sampler of the data
   * @param listener of the best so far, after each batch of restarts
   * @return what was found, the least error first; the same for any number of threads
   */
  public static List<Found> run(
      Chains.Data data,
      CollapsedSampler sampler,
      Plan plan,
      Consumer<List<Found>> listener,
      StopSignal stop) {
    Annealing annealing = new Annealing(data, sampler, plan, stop);
    List<Found> all = new ArrayList<>();
    try (ChainThreads threads = new ChainThreads(plan.threads())) {
      for (int first = 0; first < plan.restarts() && !stop.isSet(); first += plan.threads()) {
        List<Found> batch = new ArrayList<>();
        int last = Math.min(plan.restarts(), first + plan.threads());
        List<Search> searches = new ArrayList<>();
        for (int r = first; r < last; r++) {
          searches.add(annealing.new Search(sampler.another(), r));
        }
        threads.run(searches);
        searches.forEach(search -> batch.add(search.best()));
        all.addAll(batch);
        all.sort(Comparator.comparingDouble(Found::squaredError));
        listener.accept(all);
      }
    }
    return all;
  }

  /** One restart. */
  private final class Search implements Runnable {

    private final SumProducts products;
    private final int restart;
    private BinaryMatrix best;
    private double least = Double.POSITIVE_INFINITY;

    Search(SumProducts products, int restart) {
      this.products = products;
      this.restart = restart;
      best = RandomIncidence.coins(products.rows(), plan.features(), seed(2L * restart));
    }

    @Override
    public void run() {
      double rms = Math.sqrt(meanSquare);
      GibbsChain chain =
          new GibbsChain(
              products,
              new HyperPriors(meanSquare, true, true, false),
              data.dimensions(),
              plan.features(),
              seed(2L * restart + 1),
              new ChainState(
                  0,
                  best,
                  new Scales(rms, rms),
                  new FiniteFeatures(plan.features(), plan.features())));
      try {
        for (int s = 0; s < plan.sweeps(); s++) {
          chain.sweep(restart % 2 == 0 ? 1 : temper(s), stop);
          double error = chain.squaredError();
          if (error < least) {
            least = error;
            best = chain.state().z();
          }
        }
      } catch (StoppedException e) {
        // The sweep is lost; the best before it stays.
      }
    }

    /** β_t = (10/D)^{1 − t/(.7 S)}. */
    private double temper(int sweep) {
      double left = Math.max(0, 1 - sweep / (COOLED * plan.sweeps()));
      return Math.min(1, Math.pow(FIRST_COLUMNS / data.dimensions(), left));
    }

    private long seed(long purpose) {
      return CounterRandom.stream(plan.seed(), purpose);
    }

    Found best() {
      return new Found(best, least);
    }
  }
}
