package org.latentfeature.evidence.figures;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.evidence.Measured;
import org.latentfeature.fit.identifiability.BernoulliIncidence;
import org.latentfeature.fit.identifiability.Identifiability;
import org.latentfeature.fit.identifiability.SearchLimits;
import org.latentfeature.fit.identifiability.SpanCondition;
import org.latentfeature.fit.identifiability.Verdict;

/**
 * How often random incidence matrices fail {@link SpanCondition}: one point of Figure 1 of Yen et
 * al. 2017.
 *
 * @param setting what was drawn
 * @param failures trials in which the condition fails, dependent columns included
 * @param dependent those of them in which the columns are dependent, so that Theorem 4 says nothing
 * @param undecided trials whose search reached its limit, not counted as failures
 */
public record FailureFrequency(Setting setting, int failures, int dependent, int undecided)
    implements Measured<FailureFrequency.Setting> {

  /** Nodes after which one trial is undecided; with K = 20 there are at most 2^21. */
  private static final SearchLimits LIMITS = new SearchLimits(1, 20_000_000);

  /**
   * The matrices of one point: N×K, i.i.d. Bernoulli(p).
   *
   * @param rows N
   * @param features K
   * @param p probability of a 1, above 0 and below 1
   * @param trials how many are drawn, each from a stream of random numbers of its own
   * @param seed of all of them
   */
  public record Setting(int rows, int features, double p, int trials, long seed) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the first that cannot be
     */
    public Setting {
      if (rows < 1 || trials < 1) {
        throw new IllegalArgumentException(
            "N is " + rows + " and there are " + trials + " trials; both must be at least 1");
      }
      if (features < 1 || features > SpanCondition.MAX_COLUMNS) {
        throw new IllegalArgumentException(
            "K is " + features + "; it must be 1 to " + SpanCondition.MAX_COLUMNS);
      }
      if (!(p > 0 && p < 1)) {
        throw new IllegalArgumentException("p is " + p + "; it must be above 0 and below 1");
      }
    }

    /** The matrix of trial {@code t}; those of other trials and settings are independent of it. */
    BinaryMatrix draw(int t) {
      long stream = CounterRandom.stream(seed, rows);
      stream = CounterRandom.stream(stream, features);
      stream = CounterRandom.stream(stream, Double.doubleToLongBits(p));
      return BernoulliIncidence.draw(rows, features, p, CounterRandom.stream(stream, t));
    }
  }

  /**
   * Draws the trials and counts.
   *
   * @param goesOn asked after each trial; when it says no, the point is given up
   * @return nothing if it was given up
   */
  public static Optional<FailureFrequency> measure(Setting setting, BooleanSupplier goesOn) {
    return measure(setting, goesOn, WorkListener.SILENT);
  }

  /** Draws the trials and counts; {@code listener} receives the number of trials done. */
  public static Optional<FailureFrequency> measure(
      Setting setting, BooleanSupplier goesOn, WorkListener listener) {
    int failures = 0;
    int dependent = 0;
    int undecided = 0;
    for (int t = 0; t < setting.trials(); t++) {
      Identifiability found = SpanCondition.check(setting.draw(t), LIMITS);
      failures += found.verdict() == Verdict.NOT_UNIQUE ? 1 : 0;
      dependent += found.dependences().isEmpty() ? 0 : 1;
      undecided += found.verdict() == Verdict.UNDECIDED ? 1 : 0;
      listener.onWork("trials", t + 1L, setting.trials());
      if (!goesOn.getAsBoolean()) {
        return Optional.empty();
      }
    }
    return Optional.of(new FailureFrequency(setting, failures, dependent, undecided));
  }

  /** Failures as a share of the trials, 0 … 1. */
  public double frequency() {
    return (double) failures / setting.trials();
  }
}
