package org.latentfeature.ibp.variational;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.SoftFactorisation;

/**
 * Restarts of variational inference, of which the one of the largest bound is kept. Every other one
 * starts from the codes of BP-means++, the others from uniform ν; the first may start from given
 * codes. Then features are exchanged: further runs start from the best codes with two features
 * drawn anew. With one, the others would give the new feature the place of the old. The number of
 * threads changes no bit. ν and X stay on the backend's device between rounds.
 */
public final class VariationalSearch {

  /** A restart ends once a round raises |L| by a smaller share. */
  private static final double GAIN = 1e-6;

  /** Rounds after the schedule in which a small gain does not end a restart. */
  private static final int SETTLING = 10;

  /** Exchanges for each restart. */
  private static final int EXCHANGES = 2;

  /** Exchanges that begin with the same codes, whatever the number of threads. */
  private static final int ABREAST = 4;

  /** The round of the schedule with which an exchange begins. */
  private static final int EXCHANGED = NoiseSchedule.ROUNDS / 2;

  /**
   * Restarts run side by side if ν and X of each have no more entries, where threads share a
   * backend.
   */
  private static final long MOST_ENTRIES = 1L << 24;

  /**
   * The hyperparameters that are fixed; null for those that are learned.
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
   * @param soft whether ν of what is found is copied from the device
   * @param seed of all random numbers
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
      boolean soft,
      long seed) {}

  /**
   * The result of a restart, in the units of X.
   *
   * @param z N×K, ν &gt; ½
   * @param inclusion ν, N×K; null unless asked for
   * @param squaredError E‖X − Z A‖²
   * @param bound L
   * @param alpha α
   * @param sigma σx
   * @param featureScale σa
   * @param rounds that it took
   */
  public record Found(
      BinaryMatrix z,
      @Nullable Dense inclusion,
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

  private final LoadedData data;
  private final Normalisation x;
  private final Plan plan;
  private final Watcher watcher;
  private final StopSignal stop;
  private final int abreast;
  private @Nullable Found best;
  private int done;

  private VariationalSearch(
      LoadedData data, int dimensions, Plan plan, Watcher watcher, StopSignal stop) {
    this.data = data;
    this.watcher = watcher;
    x = Normalisation.of(data.x(), dimensions);
    this.plan = plan;
    this.stop = stop;
    abreast =
        abreast(
            data.backend(),
            data.source().rows(),
            data.source().cols(),
            plan.features(),
            plan.restarts());
  }

  /**
   * Searches.
   *
   * @param data N×D' rows in memory, an exact reduction of N×D data, not all zero
   * @param dimensions D: the columns that have noise
   * @param stop ends it early, with the best so far
   * @return the restart of the largest bound
   * @throws StoppedException if {@code stop} is set before there is any ν
   */
  public static Found run(
      LoadedData data, int dimensions, Plan plan, Watcher watcher, StopSignal stop) {
    VariationalSearch search = new VariationalSearch(data, dimensions, plan, watcher, stop);
    search.restart();
    search.exchange();
    Found best = search.best;
    if (best == null) {
      throw new StoppedException();
    }
    return best;
  }

  private void restart() {
    for (int first = 0; first < plan.restarts() && !stop.isSet(); first += abreast) {
      List<Restart> batch = new ArrayList<>();
      for (int r = first; r < Math.min(plan.restarts(), first + abreast); r++) {
        batch.add(new Restart(r, null));
      }
      run(batch);
    }
  }

  private void exchange() {
    int last = plan.restarts() * (1 + EXCHANGES);
    for (int first = plan.restarts(); first < last && !stop.isSet(); first += ABREAST) {
      Found from = best;
      if (from == null) {
        return;
      }
      List<Restart> batch = new ArrayList<>();
      for (int n = first; n < Math.min(last, first + ABREAST); n++) {
        batch.add(new Restart(n, withoutTwo(from.z(), n)));
      }
      run(batch);
    }
  }

  /** Without the {@code n}-th pair of features, or without the only one. */
  private static BinaryMatrix withoutTwo(BinaryMatrix z, int n) {
    int k = z.cols();
    int one = n % k;
    int other = k == 1 ? one : (one + 1 + n / k % (k - 1)) % k;
    return z.select(IntStream.range(0, k).filter(j -> j != one && j != other).toArray());
  }

  private void run(List<Restart> batch) {
    Workers.share(
        abreast, batch.size(), StopSignal.NEVER, (worker, i) -> batch.get(i).run(abreast > 1));
    for (Restart restart : batch) {
      Found found = restart.found;
      if (found != null && (best == null || found.bound() > best.bound())) {
        best = found;
      }
    }
    done += batch.size();
    if (best != null) {
      watcher.onRestarts(done, best.squaredError());
    }
  }

  /** How many restarts run side by side, each on rows that its thread has loaded. */
  private static int abreast(Backend backend, int rows, int cols, int features, int restarts) {
    boolean large = (long) rows * Math.max(cols, features) > MOST_ENTRIES;
    return large || !backend.isShared()
        ? 1
        : Math.max(1, Math.min(backend.info().threads(), restarts));
  }

  /**
   * Bytes that a search takes besides the rows.
   *
   * @param rows N
   * @param cols D'
   * @param features K
   * @param restarts at least 1
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int features, int restarts) {
    long one =
        backend.bytesNeeded(rows, cols, limits(features))
            - backend.bytesNeeded(rows, cols, List.of());
    return abreast(backend, rows, cols, features, restarts) * one;
  }

  private static List<Limits<?>> limits(int features) {
    return List.of(new SoftFactorisation.Limits(features), new Incidence.Limits(features));
  }

  /** One restart. */
  private final class Restart {

    private final int number;
    private final @Nullable BinaryMatrix given;
    private final @Nullable BinaryMatrix from;
    private final int first;
    private final NoiseSchedule schedule;
    private final int scheduled;
    private @Nullable Found found;
    private double bound = Double.NEGATIVE_INFINITY;
    private int rounds;
    private boolean ended;

    /**
     * A restart, or an exchange.
     *
     * @param from codes of all features but those that are drawn anew; null for a restart
     */
    Restart(int number, @Nullable BinaryMatrix from) {
      this.number = number;
      this.from = from;
      given = number == 0 ? plan.start() : null;
      scheduled = given == null ? NoiseSchedule.ROUNDS : 0;
      first = from == null ? 0 : EXCHANGED;
      rounds = first;
      Double sigma = plan.fixed().sigma();
      schedule =
          sigma == null
              ? NoiseSchedule.ofTail(plan.tail())
              : new NoiseSchedule(square(sigma / x.unit()));
    }

    void run(boolean onOwnRows) {
      if (onOwnRows) {
        try (LoadedData own = new LoadedData(data.backend(), data.source())) {
          run(own);
        }
      } else {
        run(data);
      }
    }

    private void run(LoadedData rows) {
      // What is found is read out after a stop too.
      StopSignal until = () -> !ended && stop.isSet();
      try (Opened opened = new Opened(rows.rows(limits(plan.features()), until), until)) {
        SoftFactorisation steps = opened.open(new SoftFactorisation.Limits(plan.features()));
        Incidence codes = opened.open(new Incidence.Limits(plan.features()));
        VariationalState all = start(steps, codes, until);
        climb(all);
        ended = true;
        steps.readOut(codes);
        found = found(all, codes.toMatrix(), plan.soft() ? steps.toDense() : null);
      } catch (StoppedException e) {
        // There is no ν yet.
      }
    }

    private void climb(VariationalState all) {
      try {
        boolean rising = true;
        while (rising && rounds - first < plan.rounds()) {
          round(all);
          double now = all.bound();
          rising = rounds <= scheduled + SETTLING || now - bound >= GAIN * Math.abs(now);
          bound = now;
        }
      } catch (StoppedException e) {
        // The round is lost; ν before and after it are both valid.
      }
    }

    private VariationalState start(SoftFactorisation steps, Incidence codes, StopSignal until) {
      SoftStarts starts =
          new SoftStarts(steps, plan.features(), CounterRandom.stream(plan.seed(), number));
      if (given != null) {
        starts.coded(given, codes);
      } else if (from != null) {
        starts.near(from, codes);
      } else if (number % 2 == 0) {
        starts.seeded(data.x(), codes, until);
      } else {
        starts.uniform();
      }
      Double mass = plan.fixed().alpha();
      Prevalences prevalences =
          plan.infinite()
              ? new StickBreaking(plan.features(), mass == null ? 1 : mass)
              : new BetaPrevalences(plan.features(), mass == null ? plan.features() : mass);
      VariationalState all =
          new VariationalState(
              x,
              new SoftIncidence(steps, x.unit()),
              new GaussianDictionary(plan.features(), x, data.backend().algebra(), plan.joint()),
              prevalences);
      Double scale = plan.fixed().featureScale();
      if (scale != null) {
        all.setScale(square(scale / x.unit()));
      }
      if (given != null) {
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
      all.updateIncidence();
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

    private Found found(VariationalState all, BinaryMatrix z, @Nullable Dense inclusion) {
      double unit = x.unit();
      return new Found(
          z,
          inclusion,
          all.squaredError() * square(unit),
          bound - x.squaredNorm() * Math.log(unit),
          all.prevalences().mass(),
          unit * Math.sqrt(all.variance()),
          unit * Math.sqrt(all.scale()),
          rounds - first);
    }
  }
}
