package org.latentfeature.variational;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.progress.Workers;
import org.latentfeature.random.CounterRandom;

/**
 * Restarts of variational inference, of which the one of the largest bound is kept. Every other one
 * starts from the codes of BP-means++, the others from uniform ν; the first may start from given
 * codes. Restarts do not know each other: the number of threads changes no bit.
 */
public final class VariationalSearch {

  /** A restart ends once a round raises |L| by a smaller share. */
  private static final double GAIN = 1e-6;

  /** Rounds after the schedule in which a small gain does not end a restart. */
  private static final int SETTLING = 10;

  /** Restarts run side by side if ν of each has no more entries. */
  private static final long MOST_ENTRIES = 1L << 24;

  /**
   * What is fixed; null for what is learned.
   *
   * @param alpha α
   * @param sigma σx, in the units of X
   * @param featureScale σa, in the units of X
   */
  public record Fixed(
      @Nullable Double alpha, @Nullable Double sigma, @Nullable Double featureScale) {}

  /**
   * How to search.
   *
   * @param features K, or the most of the infinite model
   * @param infinite whether the prior of Z is the Indian buffet process
   * @param joint whether q(A) has a full covariance between features
   * @param restarts at least 1
   * @param rounds of a restart, at most
   * @param fixed hyperparameters
   * @param tail share of ‖X‖² beyond the K leading singular values
   * @param start codes that the first restart begins with, which then has no schedule of the noise;
   *     null for none
   * @param seed of all random numbers
   * @param threads of the host
   */
  public record Plan(
      int features,
      boolean infinite,
      boolean joint,
      int restarts,
      int rounds,
      Fixed fixed,
      double tail,
      @Nullable BinaryMatrix start,
      long seed,
      int threads) {}

  /**
   * What a restart came to, in the units of X.
   *
   * @param z N×K, ν &gt; ½
   * @param inclusion ν, N×K
   * @param squaredError E‖X − Z A‖²
   * @param bound L
   * @param alpha α
   * @param sigma σx
   * @param featureScale σa
   * @param rounds that it took
   */
  public record Found(
      BinaryMatrix z,
      Dense inclusion,
      double squaredError,
      double bound,
      double alpha,
      double sigma,
      double featureScale,
      int rounds) {}

  /** Hears of restarts. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * After some restarts.
     *
     * @param done how many have ended
     * @param squaredError E‖X − Z A‖² of the best, in the units of X
     */
    void onRestarts(int done, double squaredError);
  }

  private final NormalisedRows x;
  private final Plan plan;
  private final StopSignal stop;

  private VariationalSearch(NormalisedRows x, Plan plan, StopSignal stop) {
    this.x = x;
    this.plan = plan;
    this.stop = stop;
  }

  /**
   * Searches.
   *
   * @param x rows in memory
   * @param stop ends it early, with the best so far
   * @return the restart of the largest bound
   * @throws StoppedException if {@code stop} is set before there is any ν
   */
  public static Found run(NormalisedRows x, Plan plan, Watcher watcher, StopSignal stop) {
    VariationalSearch search = new VariationalSearch(x, plan, stop);
    boolean large = (long) x.rows() * plan.features() > MOST_ENTRIES;
    int abreast = large ? 1 : Math.max(1, Math.min(plan.threads(), plan.restarts()));
    int threads = Math.max(1, plan.threads() / abreast);
    Run best = null;
    for (int first = 0; first < plan.restarts() && !stop.isSet(); first += abreast) {
      List<Run> batch = new ArrayList<>();
      for (int r = first; r < Math.min(plan.restarts(), first + abreast); r++) {
        batch.add(search.new Run(r, threads));
      }
      Workers.share(abreast, batch.size(), StopSignal.NEVER, (worker, i) -> batch.get(i).run());
      for (Run run : batch) {
        if (run.state != null && (best == null || run.bound > best.bound)) {
          best = run;
        }
      }
      if (best != null) {
        watcher.onRestarts(first + batch.size(), best.squaredError());
      }
    }
    if (best == null) {
      throw new StoppedException();
    }
    return best.found();
  }

  /** One restart. */
  private final class Run {

    private final int restart;
    private final int threads;
    private final NoiseSchedule schedule;
    private final @Nullable BinaryMatrix codes;
    private final int scheduled;
    private @Nullable VariationalState state;
    private double bound = Double.NEGATIVE_INFINITY;
    private int rounds;

    Run(int restart, int threads) {
      this.restart = restart;
      this.threads = threads;
      codes = restart == 0 ? plan.start() : null;
      scheduled = codes == null ? NoiseSchedule.ROUNDS : 0;
      Double sigma = plan.fixed().sigma();
      schedule =
          sigma == null
              ? NoiseSchedule.ofTail(plan.tail())
              : new NoiseSchedule(square(sigma / x.unit()));
    }

    void run() {
      try {
        VariationalState all = start();
        state = all;
        boolean rising = true;
        while (rising && rounds < plan.rounds()) {
          round(all);
          double now = all.bound();
          rising = rounds <= scheduled + SETTLING || now - bound >= GAIN * Math.abs(now);
          bound = now;
        }
      } catch (StoppedException e) {
        // The round is lost; ν before and after it are both valid.
      }
    }

    private VariationalState start() {
      SoftStarts starts =
          new SoftStarts(x, plan.features(), CounterRandom.stream(plan.seed(), restart));
      List<Dense> nu =
          codes != null
              ? starts.coded(codes)
              : restart % 2 == 0 ? starts.seeded(stop) : starts.uniform();
      Double mass = plan.fixed().alpha();
      Prevalences prevalences =
          plan.infinite()
              ? new StickBreaking(plan.features(), mass == null ? 1 : mass)
              : new BetaPrevalences(plan.features(), mass == null ? plan.features() : mass);
      VariationalState all =
          new VariationalState(
              x,
              new SoftIncidence(x, nu, threads, stop),
              new GaussianDictionary(plan.features(), x, plan.joint()),
              prevalences);
      Double scale = plan.fixed().featureScale();
      if (scale != null) {
        all.setScale(square(scale / x.unit()));
      }
      if (codes != null) {
        all.setVariance(schedule.last());
        all.updateDictionary();
        if (plan.fixed().sigma() == null) {
          all.learnVariance();
        }
      }
      return all;
    }

    private void round(VariationalState all) {
      boolean settled = rounds >= scheduled;
      if (!settled) {
        all.setVariance(schedule.variance(rounds));
      } else if (plan.fixed().sigma() != null) {
        all.setVariance(schedule.last());
      }
      rounds++;
      all.updatePrevalences();
      all.updateDictionary();
      all.updateIncidence(stop);
      if (plan.infinite()) {
        all.order();
      }
      if (settled) {
        learn(all);
      }
    }

    /** α of the finite model is K unless given: all prevalences are equally likely. */
    private void learn(VariationalState all) {
      all.updateDictionary();
      if (plan.fixed().sigma() == null) {
        all.learnVariance();
      }
      if (plan.fixed().featureScale() == null) {
        all.learnScale();
      }
      if (plan.fixed().alpha() == null && plan.infinite()) {
        all.updatePrevalences();
        all.learnMass();
      }
    }

    private double square(double value) {
      return value * value;
    }

    private VariationalState started() {
      VariationalState all = state;
      if (all == null) {
        throw new IllegalStateException("restart " + restart + " has not started");
      }
      return all;
    }

    double squaredError() {
      return started().squaredError() * square(x.unit());
    }

    Found found() {
      VariationalState all = started();
      double unit = x.unit();
      return new Found(
          all.z().readOut(),
          all.z().inclusion(),
          squaredError(),
          bound - x.squaredNorm() * Math.log(unit),
          all.prevalences().mass(),
          unit * Math.sqrt(all.variance()),
          unit * Math.sqrt(all.scale()),
          rounds);
    }
  }
}
