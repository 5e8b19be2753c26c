package org.latentfeature.markov;

import org.latentfeature.fit.Range;

/** Over what each step of a fit runs, and how many there are. */
public sealed interface Inference {

  /** Numbers of steps, or of rows of a batch. */
  Range COUNTS = Range.atLeast(1);

  /** Most steps. */
  int iterations();

  /** The same with at most so many steps. */
  default Inference withIterations(int value) {
    return this instanceof Stochastic s
        ? new Stochastic(value, s.batch, s.update, s.delay, s.kappa)
        : new Batch(value, ((Batch) this).exchange);
  }

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
      COUNTS.require("the number of iterations", iterations);
    }
  }

  /**
   * Over random batches of rows, with step sizes (t + t0)^−κ.
   *
   * @param batch rows of a batch
   * @param update how a batch changes the dictionary
   * @param delay t0
   * @param kappa κ
   * @param iterations most batches
   */
  record Stochastic(int iterations, int batch, Update update, double delay, double kappa)
      implements Inference {

    static final Range DELAYS = Range.atLeast(0);
    static final Range KAPPAS = new Range("above 0.5 and at most 1", v -> v > 0.5 && v <= 1);

    /** 500 batches of 2000 rows. */
    public static final Stochastic DEFAULT = new Stochastic(500, 2000, Update.RUNNING, 10, 0.75);

    /** Checks the ranges. */
    public Stochastic {
      COUNTS.require("the number of iterations", iterations);
      COUNTS.require("the batch", batch);
      DELAYS.require("the delay", delay);
      KAPPAS.require("kappa", kappa);
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
