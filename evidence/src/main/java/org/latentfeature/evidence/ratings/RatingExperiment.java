package org.latentfeature.evidence.ratings;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.factor.Regularisation;

/**
 * Predicts ratings held out: by means, by biases of users and films, and by what explains the rest,
 * real-valued factors or binary features. Nothing of the ratings held out is used but their number.
 */
public final class RatingExperiment implements AutoCloseable {

  /** Ridge of the factors, chosen for ratings of 1 … 5 stars. */
  private static final double FACTOR_RIDGE = 12;

  private final RatingSplit split;
  private final RatingBiases biases;
  private final double[] byBiases;
  private final double[] sum;
  private final RatingTastes tastes;
  private final int features;
  private final long seed;
  private final List<RatingFigure> together = new ArrayList<>();
  private double hard;
  private double soft;
  private double seconds;

  /**
   * Holds ratings out, and fits biases to the others.
   *
   * @param backend of the fits; the caller closes it
   * @param ratings N×D, NaN where there is none
   * @param share of the ratings that is held out, about
   * @param features K of each fit, and as many factors
   * @param costs of the fits, in stars
   * @param seed of the split, of the factors and of the first fit
   * @throws org.latentfeature.data.DataException if none or all ratings are held out
   */
  public RatingExperiment(
      Backend backend,
      Matrix ratings,
      double share,
      int features,
      Regularisation costs,
      long seed) {
    this.features = features;
    this.seed = seed;
    split = RatingSplit.of(ratings, share, seed);
    biases = new RatingBiases(split.training());
    byBiases = split.predicted(biases::of);
    sum = new double[split.count()];
    tastes = new RatingTastes(backend, biases.residual(), features, costs);
  }

  /** Number of ratings held out. */
  public int heldOut() {
    return split.count();
  }

  /** Returns the figures of predictions without features: means, biases, factors. */
  public List<RatingFigure> baselines() {
    long start = System.nanoTime();
    RatingMeans means = new RatingMeans(split.training());
    RatingFactors factors = new RatingFactors(biases.residual(), features, FACTOR_RIDGE, seed);
    double rmse = rmse(split.predicted(factors::of), 1);
    double taken = since(start);
    return List.of(
        new RatingFigure("mean", 0, split.rmse(split.predicted((i, j) -> means.mean())), 0),
        new RatingFigure(
            "film means", 0, split.rmse(split.predicted((i, j) -> means.ofColumn(j))), 0),
        new RatingFigure("biases", 0, split.rmse(byBiases), 0),
        new RatingFigure("biases + %d factors".formatted(features), 1, rmse, taken));
  }

  private static double since(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Returns the error of the biases plus {@code said}, divided by {@code count}. */
  private double rmse(double[] said, int count) {
    double[] all = new double[said.length];
    for (int t = 0; t < all.length; t++) {
      all[t] = byBiases[t] + said[t] / count;
    }
    return split.rmse(all);
  }

  /**
   * One more fit, with the next seed.
   *
   * @return false if it was stopped, and counts for nothing
   */
  public boolean fit(FitListener listener) {
    long start = System.nanoTime();
    RatingTastes.Said said = tastes.fit(split, seed + together.size(), listener).orElse(null);
    if (said == null) {
      return false;
    }
    seconds += since(start);
    for (int t = 0; t < sum.length; t++) {
      sum[t] += said.soft()[t];
    }
    hard += rmse(said.hard(), 1);
    soft += rmse(said.soft(), 1);
    int fits = together.size() + 1;
    together.add(figure("soft", fits, rmse(sum, fits), seconds));
    return true;
  }

  /**
   * Returns the figures of the fits so far, of which there must be one or more: a fit alone with
   * hard codes and with soft ones, their errors and times in the mean over all fits; then the mean
   * of the first two fits' predictions, with soft codes, of the first three, and so on.
   */
  public List<RatingFigure> ofFits() {
    int fits = together.size();
    List<RatingFigure> all = new ArrayList<>();
    all.add(figure("hard", 1, hard / fits, seconds / fits));
    all.add(figure("soft", 1, soft / fits, seconds / fits));
    all.addAll(together.subList(1, fits));
    return all;
  }

  private RatingFigure figure(String codes, int fits, double rmse, double taken) {
    return new RatingFigure(
        "biases + %d features, %s".formatted(features, codes), fits, rmse, taken);
  }

  @Override
  public void close() {
    tastes.close();
  }
}
