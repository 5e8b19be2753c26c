package org.latentfeature.admixture;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.AlleleCounts;

/**
 * How well genotypes are predicted that a fit has not seen (Alexander &amp; Lange 2011): each is in
 * one of v folds at random, and a fit without a fold predicts 2f of its genotypes g. The error is
 * the mean over all known genotypes of g ln(g/2f) + (2 − g) ln((2 − g)/(2 − 2f)).
 */
public final class CrossValidation {

  private static final long PURPOSE = 0xadf01d;

  private CrossValidation() {}

  /**
   * Fits without each fold in turn.
   *
   * @param options of the fits; its seed is also that of the folds, which do not depend on K
   * @param folds v, at least 2
   * @throws org.latentfeature.base.progress.StoppedException if {@code stop} is set before the end
   */
  public static double error(
      AlleleCounts counts,
      AdmixtureOptions options,
      int folds,
      Backend backend,
      WorkListener listener,
      StopSignal stop) {
    if (folds < 2) {
      throw new IllegalArgumentException("folds is " + folds + "; it must be at least 2");
    }
    long stream = CounterRandom.stream(options.seed(), PURPOSE);
    double sum = 0;
    long predicted = 0;
    for (int fold = 0; fold < folds; fold++) {
      int of = fold;
      AlleleCounts.Choice out = (i, j) -> fold(stream, i, j, folds) == of;
      WorkListener some =
          (work, done, most) ->
              listener.onWork("fold %d of %d, %s".formatted(of + 1, folds, work), done, most);
      AdmixtureEstimate fitted =
          Admixture.ofKnown(counts.without(out), options, backend, some, stop);
      stop.check();
      for (int j = 0; j < counts.loci(); j++) {
        for (int i = 0; i < counts.individuals(); i++) {
          int g = counts.get(i, j);
          if (g != AlleleCounts.MISSING && out.has(i, j)) {
            sum += deviance(g, fitted.probability(i, j));
            predicted++;
          }
        }
      }
    }
    return sum / predicted;
  }

  /** Returns the fold, from 0, that leaves out the genotype of individual i at locus j. */
  static int fold(long stream, int i, int j, int folds) {
    return (int) (CounterRandom.uniform(stream, i, j) * folds);
  }

  /** The error of one genotype, where 0 ln 0 = 0. */
  static double deviance(int g, double f) {
    double one = g == 0 ? 0 : g * Math.log(g / (2 * f));
    double other = g == 2 ? 0 : (2 - g) * Math.log((2 - g) / (2 - 2 * f));
    return one + other;
  }
}
