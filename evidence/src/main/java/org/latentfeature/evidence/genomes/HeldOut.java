package org.latentfeature.evidence.genomes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.genome.Genotypes;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.PredictiveLikelihood;

/**
 * How well a Markov latent feature model that was fitted to some people foretells others (Zhang
 * &amp; Paisley 2016, section 5.2, Figure 3).
 *
 * @param split which split of the people it was, from 0
 * @param options of the fit
 * @param logLikelihood mean over the people held out of ln p(x), over the loci known of each
 * @param nullLogLikelihood the same of the model without any feature: the noise alone
 * @param independentLogLikelihood the same of independent normal loci with the training mean and
 *     variance
 * @param result the fit
 */
public record HeldOut(
    int split,
    MarkovOptions options,
    double logLikelihood,
    double nullLogLikelihood,
    double independentLogLikelihood,
    MarkovResult result) {

  /**
   * Fits a part of {@code people} and foretells the rest. Loci are standardised by the training
   * part.
   *
   * @param table what messages call the table of these people
   * @param training how many people are fitted
   * @param split number of the split, which is the seed of it and of the fit
   * @param samples walks of the chain
   * @throws DataException naming the locus that is the same in all people who are fitted, but not
   *     in the others: nothing tells how far off those are
   * @param listener hears of every step of the fit, and may stop it
   * @param work told of the people held out
   * @return nothing if the fit was stopped
   */
  public static Optional<HeldOut> of(
      Backend backend,
      Genotypes people,
      String table,
      int training,
      int split,
      MarkovOptions options,
      int samples,
      FitListener listener,
      WorkListener work) {
    RandomSplit parts = new RandomSplit(people.people(), training, split);
    Genotypes fitted = people.selectPeople(parts.training());
    Standardisation loci =
        Standardisation.of(
            fitted.x(), fitted.loci(), "the people of " + table + " that split " + split + " fits");
    Matrix rest = loci.apply(people.selectPeople(parts.test()).x());
    requireKnownUnits(loci, fitted.loci(), rest, table, split);
    MarkovResult result =
        new MarkovLatentFeatures(backend, options.withSeed(split))
            .fit(loci.apply(fitted.x()), listener);
    if (result.ended().isGivenUp()) {
      return Optional.empty();
    }
    PredictiveLikelihood predictive =
        new PredictiveLikelihood(result.parameters(), backend.algebra(), samples, split);
    return Optional.of(
        new HeldOut(
            split,
            options,
            mean(predictive.of(rest, work)),
            mean(PredictiveLikelihood.ofNoise(rest, result.parameters().variance())),
            mean(PredictiveLikelihood.ofNoise(rest, 1)),
            result));
  }

  private static void requireKnownUnits(
      Standardisation loci, List<String> names, Matrix rest, String table, int split) {
    for (int l : loci.constant()) {
      for (int i = 0; i < rest.rows(); i++) {
        if (rest.get(i, l) != 0 && !Float.isNaN(rest.get(i, l))) {
          throw new DataException(
              "locus %s of %s is %s in all people that split %d fits, but not in the others; fit a larger share of the people, or remove the locus"
                  .formatted(names.get(l), table, loci.mean(l), split));
        }
      }
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The least rise of the lower bound from one step of the fit to the next, for a row. */
  public double smallestRise() {
    double least = Double.POSITIVE_INFINITY;
    double before = Double.NEGATIVE_INFINITY;
    for (FitEvent event : result.trace()) {
      least = Math.min(least, event.objective() - before);
      before = event.objective();
    }
    return least;
  }
}
