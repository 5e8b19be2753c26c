package org.latentfeature.markov;

import org.latentfeature.fit.Range;

/** Kind of inference: the rows of each step, and the number of steps. */
public sealed interface Inference {

  /** Numbers of steps, or of rows of a batch. */
  Range COUNTS = Range.atLeast(1);

  /** Most steps. */
  int iterations();

  /** Returns this inference with another maximum of steps. */
  default Inference withIterations(int value) {
    return this instanceof Stochastic s
        ? new Stochastic(value, s.batch, s.update, s.delay, s.kappa)
        : new Batch(value, ((Batch) this).exchange);
  }

  /**
   * Batch inference over all rows: each step raises the lower bound.
   *
   * @param iterations maximum steps, and maximum trial steps
   * @param exchange whether to try other features and transitions after convergence, for a higher
   *     lower bound; takes about as many steps again, or more
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
   * Stochastic inference over random batches of rows, with step sizes (t + t0)^−κ.
   *
   * @param batch rows of a batch
   * @param update of the dictionary by a batch
   * @param delay t0
   * @param kappa κ
   * @param iterations maximum batches
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

  /** Update of the dictionary by a batch. */
  enum Update {
    /** Running sufficient statistics, and their optimal dictionary. */
    RUNNING,

    /** The paper's equation (14): a step towards the optimal dictionary of the batch alone. */
    PAPER
  }
}
