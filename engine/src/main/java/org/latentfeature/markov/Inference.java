package org.latentfeature.markov;

import java.util.Map;
import org.latentfeature.fit.FitOptions;

/** Over what each step of a fit runs, and how many there are. */
public sealed interface Inference {

  /** Most steps. */
  int iterations();

  /** The same with at most so many steps. */
  Inference withIterations(int value);

  /** What models call it. */
  String word();

  /** Its options, by the names that users know them by. */
  Map<String, String> words();

  /**
   * Over all rows: the lower bound rises at each step.
   *
   * @param iterations most steps, and most of those on trial
   * @param exchange whether other features, and other transitions, are tried in place of those that
   *     the steps come to, for a larger lower bound; takes about as many steps again, or more
   */
  record Batch(int iterations, boolean exchange) implements Inference {

    /** Up to 500 steps. */
    public static final Batch DEFAULT = new Batch(500, true);

    /** Checks the range. */
    public Batch {
      Range.requireIterations(iterations);
    }

    @Override
    public Batch withIterations(int value) {
      return new Batch(value, exchange);
    }

    @Override
    public String word() {
      return MarkovStages.BATCH;
    }

    @Override
    public Map<String, String> words() {
      return Map.of("exchange", Boolean.toString(exchange));
    }
  }

  /**
   * Over random batches of rows, with step sizes (t + t0)^−κ.
   *
   * @param batch rows of a batch
   * @param update how a batch changes the dictionary
   * @param delay t0
   * @param kappa κ
   */
  record Stochastic(int iterations, int batch, Update update, double delay, double kappa)
      implements Inference {

    /** 500 batches of 2000 rows. */
    public static final Stochastic DEFAULT = new Stochastic(500, 2000, Update.RUNNING, 10, 0.75);

    /** Checks the ranges. */
    public Stochastic {
      Range.requireIterations(iterations);
      Range.require(batch >= 1, "the batch", batch, "at least 1");
      Range.require(delay >= 0 && Double.isFinite(delay), "the delay", delay, "at least 0");
      Range.require(kappa > 0.5 && kappa <= 1, "kappa", kappa, "above 0.5 and at most 1");
    }

    @Override
    public Stochastic withIterations(int value) {
      return new Stochastic(value, batch, update, delay, kappa);
    }

    @Override
    public String word() {
      return MarkovStages.STOCHASTIC;
    }

    @Override
    public Map<String, String> words() {
      return Map.of(
          "batch", Integer.toString(batch),
          "update", FitOptions.word(update),
          "delay", Double.toString(delay),
          "kappa", Double.toString(kappa));
    }
  }

  /** How a batch changes the dictionary. */
  enum Update {
    /** Running sufficient statistics, and the dictionary that is best for them. */
    RUNNING,

    /** The paper's equation (14): towards the dictionary that is best for the batch alone. */
    PAPER
  }
}
