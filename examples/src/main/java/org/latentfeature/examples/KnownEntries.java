package org.latentfeature.examples;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;

/** Fits a Markov latent feature model to rows of which every seventh entry is missing. */
public final class KnownEntries {

  private KnownEntries() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    Matrix x = SyntheticProblem.dense(200, 20, 4, .1, 3).x();
    for (long entry = 0; entry < x.size(); entry += 7) {
      x.set((int) (entry / x.cols()), (int) (entry % x.cols()), Float.NaN);
    }
    System.out.printf("%d of %d entries are missing%n", x.facts().missing(), x.size());
    MarkovOptions options = MarkovOptions.of(6).withIterations(40).withSeed(1);
    try (Backend backend = Backends.auto()) {
      MarkovResult fit = new MarkovLatentFeatures(backend, options).fit(x);
      double spread = Math.sqrt(x.facts().meanSquare());
      System.out.printf("%d features in use; rmse %.3f of %.3f%n", fit.used(), fit.rmse(), spread);
    }
  }
}
