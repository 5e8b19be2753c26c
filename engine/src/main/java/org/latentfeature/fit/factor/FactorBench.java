package org.latentfeature.fit.factor;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Spectrum;

/**
 * The place where searches of a {@link FactorFit} work: the running fit, the best factorisation
 * that any of them has offered, and how that compares with the ground truth.
 */
public final class FactorBench implements Workbench {

  /** How a factorisation compares with the ground truth, if X is Z W plus noise. */
  public enum Verdict {
    /** It has more error. */
    WORSE,

    /** It has no more error; but another one might leave as little. */
    REACHED,

    /** It has no more error, and no other factorisation has. */
    CERTAIN
  }

  private final FactorFit fit;
  private final Function<Factors, Verdict> truth;
  private Factors best;
  private String method;
  private Verdict verdict = Verdict.WORSE;
  private int steps;

  /**
   * Creates a bench on which nothing has been offered yet.
   *
   * @param truth compares a factorisation of the prepared rows with the ground truth
   * @param method of the factorisation without features, until there is a better one
   */
  public FactorBench(FactorFit fit, Function<Factors, Verdict> truth, String method) {
    this.fit = fit;
    this.truth = truth;
    this.method = method;
    best = fit.refinement().empty();
  }

  /**
   * Keeps a factorisation of the prepared rows if it has less error than the best, and reports a
   * step.
   *
   * @param name of the search that found it
   */
  public void offer(String name, Factors found) {
    if (found.squaredError() < best.squaredError()) {
      best = found;
      method = name;
      verdict = truth.apply(found);
    }
    fit.step(++steps, best);
  }

  @Override
  public FitMonitor monitor() {
    return fit.monitor();
  }

  @Override
  public void method(String name) {
    fit.method(name);
  }

  @Override
  public double rmse() {
    return fit.data().rmse(best.squaredError());
  }

  /** Returns the running fit. */
  public FactorFit fit() {
    return fit;
  }

  /**
   * Returns why the K leading singular vectors of X cannot be computed, as one line; null if they
   * can.
   *
   * @param k K
   */
  public @Nullable String withoutLeadingVectors(int k) {
    int rows = fit.rows().rows();
    if (!Spectrum.isKnown(rows, fit.rows().cols())) {
      return "X is too large to compute its spectrum";
    }
    int rank = Math.min(rows, fit.data().noisyCols());
    return k <= rank ? null : "K is %d, but the rank of X is at most %d".formatted(k, rank);
  }

  /** Returns the factorisation of least error so far. */
  public Factors best() {
    return best;
  }

  /** Returns the name of the search that found the best. */
  public String method() {
    return method;
  }

  @Override
  public boolean isReached() {
    return verdict != Verdict.WORSE;
  }

  @Override
  public boolean isCertain() {
    return verdict == Verdict.CERTAIN;
  }
}
