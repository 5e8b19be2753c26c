package org.latentfeature.evidence.genomes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.genome.Genotypes;
import org.latentfeature.markov.PredictiveLikelihood;

/**
 * How well a model that was fitted to some people foretells others (Zhang &amp; Paisley 2016,
 * section 5.2, Figure 3).
 *
 * @param split which split of the people it was, from 0
 * @param model that was fitted
 * @param logLikelihood mean over the people held out of ln p(x), over the loci known of each
 * @param nullLogLikelihood the same of the model without any feature: the noise alone
 * @param independentLogLikelihood the same of independent normal loci with the training mean and
 *     variance
 * @param fitted the fit
 * @param seconds of the fit and of drawing the sets of features for likelihoods
 */
public record HeldOut(
    int split,
    GenomeModel model,
    double logLikelihood,
    double nullLogLikelihood,
    double independentLogLikelihood,
    GenomeModel.Fitted fitted,
    double seconds) {

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
      GenomeModel model,
      int samples,
      FitListener listener,
      WorkListener work) {
    RandomSplit parts = new RandomSplit(people.people(), training, split);
    Genotypes fittedPeople = people.selectPeople(parts.training());
    Standardisation loci =
        Standardisation.of(
            fittedPeople.x(),
            fittedPeople.loci(),
            "the people of " + table + " that split " + split + " fits");
    Matrix rest = loci.apply(people.selectPeople(parts.test()).x());
    requireKnownUnits(loci, fittedPeople.loci(), rest, table, split);
    long start = System.nanoTime();
    Optional<GenomeModel.Fitted> fitted =
        model.fitting().of(backend, loci.apply(fittedPeople.x()), samples, split, listener);
    double seconds = (System.nanoTime() - start) / 1e9;
    return fitted.map(
        fit ->
            new HeldOut(
                split,
                model,
                mean(fit.predictive().of(rest, work)),
                mean(PredictiveLikelihood.ofNoise(rest, fit.variance())),
                mean(PredictiveLikelihood.ofNoise(rest, 1)),
                fit,
                seconds));
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
}
