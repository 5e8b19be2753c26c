package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;

/** Steps on soft codes with their arguments checked. */
final class CheckedSoftFactorisation implements SoftFactorisation {

  private final SoftFactorisation steps;
  private final Limits limits;
  private final Guard guard;

  CheckedSoftFactorisation(SoftFactorisation steps, Limits limits, Guard guard) {
    this.steps = steps;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public int columns() {
    guard.enter();
    return steps.columns();
  }

  @Override
  public void replace(Dense nu) {
    guard.enter();
    Guard.require(nu.rows() == guard.rows(), "ν has %d rows, X has %d", nu.rows(), guard.rows());
    requireColumns(nu.cols());
    for (double value : nu.values()) {
      requireProbability(value);
    }
    steps.replace(nu);
  }

  @Override
  public void draw(int columns, long seed) {
    guard.enter();
    requireColumns(columns);
    steps.draw(columns, seed);
  }

  @Override
  public void soften(Incidence z, double off, double on) {
    guard.enter();
    Incidence codes = guard.codes(z);
    Guard.require(
        codes.columns() <= steps.columns(),
        "Z has %d columns, ν has %d",
        codes.columns(),
        steps.columns());
    requireProbability(off);
    requireProbability(on);
    steps.soften(codes, off, on);
  }

  @Override
  public Sums update(Dense mean, Dense second, double[] logOdds, double variance) {
    int k = started();
    guard.requireDictionary(mean, k);
    Guard.require(
        second.rows() == k && second.cols() == k && logOdds.length == k,
        "second moments of %d×%d and %d log-odds for %d features",
        second.rows(),
        second.cols(),
        logOdds.length,
        k);
    Guard.require(variance > 0, "the variance is %s; it must be above 0", variance);
    return steps.update(mean, second, logOdds, variance);
  }

  @Override
  public Sums sums() {
    started();
    return steps.sums();
  }

  @Override
  public void readOut(Incidence z) {
    int k = started();
    Incidence codes = guard.codes(z);
    Guard.checked(z).requireColumns(k);
    steps.readOut(codes);
  }

  @Override
  public Dense toDense() {
    started();
    return steps.toDense();
  }

  @Override
  public void retain(int[] kept) {
    int k = started();
    int[] found = Arrays.stream(kept).distinct().filter(c -> c >= 0 && c < k).toArray();
    Guard.require(
        kept.length >= 1 && found.length == kept.length,
        "columns %s to keep are not all among %d, each once",
        Arrays.toString(kept),
        k);
    steps.retain(kept);
  }

  /** K, which is not 0. */
  private int started() {
    guard.enter();
    int k = steps.columns();
    Guard.require(k > 0, "ν has no columns");
    return k;
  }

  private void requireColumns(int k) {
    Guard.require(
        k >= 1 && k <= limits.columns(), "%d columns; there must be 1 to %d", k, limits.columns());
  }

  private static void requireProbability(double value) {
    Guard.require(value >= 0 && value <= 1, "%s is no probability", value);
  }

  @Override
  public void close() {
    if (guard.closes()) {
      steps.close();
    }
  }
}
