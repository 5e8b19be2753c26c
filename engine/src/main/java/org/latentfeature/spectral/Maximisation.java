package org.latentfeature.spectral;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.factor.FactorFit;

/**
 * Steps of expectation and maximisation of a dictionary and of the shares of codes. Every two are
 * extrapolated (SQUAREM; Varadhan &amp; Roland 2008), and what comes of that is kept if it is
 * likelier.
 */
public final class Maximisation {

  private final FactorFit fit;
  private final double sigma;
  private final int threads;
  private final int rounds;
  private final double gain;

  /**
   * For the rows of {@code fit}.
   *
   * @param sigma σ of the noise, above 0
   * @param threads that share the rows
   * @param rounds at most
   * @param gain of the log-likelihood for each entry of W in two steps, below which they end
   */
  public Maximisation(FactorFit fit, double sigma, int threads, int rounds, double gain) {
    this.fit = fit;
    this.sigma = sigma;
    this.threads = threads;
    this.rounds = rounds;
    this.gain = gain;
  }

  private CodePosterior step(Dense w, double[] prior) {
    return CodePosterior.of(
        fit.rows(),
        fit.x(),
        w,
        sigma,
        prior,
        CodePosterior.Weights.POSTERIOR,
        threads,
        fit.monitor().signal());
  }

  /**
   * The dictionary that {@code start} and {@code prior} lead to.
   *
   * @param prior the shares of codes at the start
   */
  public Dense run(Dense start, double[] prior) {
    Dense w = start;
    CodePosterior at = step(w, prior);
    for (int round = 1; round < rounds && !fit.monitor().stop(); round += 2) {
      Dense first = at.dictionary();
      CodePosterior next = step(first, at.shares());
      Dense second = next.dictionary();
      if (next.logLikelihood() - at.logLikelihood() < gain * w.values().length) {
        return second;
      }
      Dense farther = extrapolated(w, first, second);
      CodePosterior tried = step(farther, next.shares());
      if (tried.logLikelihood() >= next.logLikelihood()) {
        w = farther;
        at = tried;
      } else {
        w = second;
        at = step(second, next.shares());
      }
    }
    return at.dictionary();
  }

  /** w + 2a r + a² v for r = w₁ − w, v = w₂ − 2 w₁ + w and a = ‖r‖/‖v‖, at least 1. */
  private static Dense extrapolated(Dense w, Dense first, Dense second) {
    double[] w0 = w.values();
    double[] w1 = first.values();
    double[] w2 = second.values();
    double steps = 0;
    double turns = 0;
    for (int i = 0; i < w0.length; i++) {
      double r = w1[i] - w0[i];
      double v = w2[i] - w1[i] - r;
      steps += r * r;
      turns += v * v;
    }
    double a = turns > 0 ? Math.max(1, Math.sqrt(steps / turns)) : 1;
    Dense farther = new Dense(w.rows(), w.cols());
    for (int i = 0; i < w0.length; i++) {
      double r = w1[i] - w0[i];
      double v = w2[i] - w1[i] - r;
      farther.values()[i] = w0[i] + 2 * a * r + a * a * v;
    }
    return farther;
  }
}
