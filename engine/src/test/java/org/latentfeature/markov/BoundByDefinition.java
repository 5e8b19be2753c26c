package org.latentfeature.markov;

import java.util.Objects;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.PathWorth;
import org.latentfeature.step.coding.Paths;

/** The evidence lower bound (docs/markov.md, equation (13)), written out. */
final class BoundByDefinition {

  private final Matrix x;
  private final MarkovOptions options;

  BoundByDefinition(Matrix x, MarkovOptions options) {
    this.x = x;
    this.options = options;
  }

  /**
   * The bound.
   *
   * @param model by which rows were coded
   * @param weights α β
   */
  double of(MarkovParameters model, Paths paths, Dense weights) {
    Dense expectations = model.logExpectations();
    Dense counts = counts(expectations, paths);
    double bound = -PathWorth.of(expectations, counts);
    for (int i = 0; i < x.rows(); i++) {
      bound += logLikelihood(model, paths, i) + new AllOrders(expectations, paths, i).logSum();
    }
    for (int l = 0; l < counts.rows(); l++) {
      bound += logBeta(weights, counts, l) - logBeta(weights, new Dense(1, weights.cols()), 0);
    }
    double eta = DictionaryPrior.of(options, x.facts().meanSquare()).precision();
    for (double v : model.w().values()) {
      bound += .5 * Math.log(eta / (2 * Math.PI)) - .5 * eta * v * v;
    }
    return options.transitions().infinite() ? bound + logSticks(weights) : bound;
  }

  /** ln p(x_i | A). */
  double logLikelihood(MarkovParameters model, Paths paths, int i) {
    float[] row = new float[x.cols()];
    x.getRow(i, row);
    return new DenseGaussian(row, Drawn.features(paths, i), model).logLikelihood;
  }

  /** Expected transitions of all rows, each from the null state and back to it. */
  static Dense counts(Dense expectations, Paths paths) {
    Dense counts = new Dense(expectations.rows(), expectations.cols());
    for (int i = 0; i < paths.count(); i++) {
      new AllOrders(expectations, paths, i).count(counts);
    }
    return counts;
  }

  /** ln B of the weights plus row {@code l} of the counts. */
  private static double logBeta(Dense weights, Dense counts, int l) {
    double sum = 0;
    double total = 0;
    for (int m = 0; m < weights.cols(); m++) {
      double a = weights.get(0, m) + counts.get(l, m);
      sum += GammaFunctions.lnGamma(a);
      total += a;
    }
    return sum - GammaFunctions.lnGamma(total);
  }

  /** Beta(1, γ) of each stick v, as a density of ln(v / (1−v)). */
  private double logSticks(Dense weights) {
    double left = 1;
    double gamma = Objects.requireNonNull(options.transitions().gamma());
    double density = 0;
    for (int j = 0; j < weights.cols() - 1; j++) {
      double beta = weights.get(0, j) / options.transitions().concentration(options.k());
      double v = beta / left;
      density += Math.log(gamma * Math.pow(1 - v, gamma - 1) * v * (1 - v));
      left -= beta;
    }
    return density;
  }
}
