package org.latentfeature;

import org.latentfeature.columns.cumulant.CumulantEstimator;
import org.latentfeature.columns.cumulant.CumulantOptions;
import org.latentfeature.columns.difference.DifferenceEstimator;
import org.latentfeature.columns.difference.DifferenceOptions;
import org.latentfeature.columns.vertex.VertexEstimator;
import org.latentfeature.columns.vertex.VertexOptions;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.ibp.AnnealEstimator;
import org.latentfeature.ibp.AnnealOptions;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.ibp.IndianBuffetOptions;
import org.latentfeature.ibp.bpmeans.BpMeansEstimator;
import org.latentfeature.ibp.bpmeans.BpMeansOptions;
import org.latentfeature.ibp.variational.VariationalEstimator;
import org.latentfeature.ibp.variational.VariationalOptions;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.markov.MarkovEstimator;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.spectral.SpectralEstimator;
import org.latentfeature.spectral.SpectralModel;
import org.latentfeature.spectral.SpectralOptions;

/**
 * Fits of X ≈ Z W, X an N×D matrix, Z binary (N×K): a request for each estimator with its defaults.
 * {@code lfm fit --estimator}, Python and Spark run the same under the same name.
 *
 * <pre>{@code
 * LassoModel model = LatentFeatures.lasso(35).fit(x).toModel();
 * }</pre>
 *
 * <p>Options and whatever else a fit is to heed are parts of the request:
 *
 * <pre>{@code
 * LatentFeatures.lasso(35).with(o -> o.withSeed(1)).withListener(event -> true).fit(backend, x)
 * }</pre>
 *
 * <p>Each takes K, the number of features or the most there may be, and throws an {@link
 * IllegalArgumentException} if there is no such model. As on the command line, of large data a
 * sample is fitted first, where the estimator can ({@link FitRequest#withSample}).
 */
public final class LatentFeatures {

  private LatentFeatures() {}

  private static <O extends FitOptions, M extends Model> FitRequest<O, M> of(
      Estimator<O, M> estimator, int k) {
    return new FitRequest<>(estimator, estimator.defaults(k)).withSample(SampleSize.USUAL);
  }

  /**
   * The Latent Feature Lasso (docs/lasso.md).
   *
   * @param k K
   */
  public static FitRequest<LassoOptions, LassoModel> lasso(int k) {
    return of(new LassoEstimator(), k);
  }

  /**
   * Markov latent feature models, whose features have weights in each row (docs/markov.md).
   *
   * @param k K
   */
  public static FitRequest<MarkovOptions, MarkovModel> markov(int k) {
    return of(new MarkovEstimator(), k);
  }

  /**
   * Independent features, by cumulants (docs/cumulants.md).
   *
   * @param k K
   */
  public static FitRequest<CumulantOptions, BinaryFactorModel> cumulants(int k) {
    return of(new CumulantEstimator(), k);
  }

  /**
   * Features from eigenpairs of third moments (docs/spectral.md).
   *
   * @param k K
   */
  public static FitRequest<SpectralOptions, SpectralModel> spectral(int k) {
    return of(new SpectralEstimator(), k);
  }

  /**
   * Matrix factorisation with binary components, from vertices of the cube near a span
   * (docs/vertex.md).
   *
   * @param k K
   */
  public static FitRequest<VertexOptions, BinaryFactorModel> mfBinary(int k) {
    return of(new VertexEstimator(), k);
  }

  /**
   * Features from the most frequent differences of rows, also more than columns
   * (docs/differences.md).
   *
   * @param k K, at most 16
   */
  public static FitRequest<DifferenceOptions, BinaryFactorModel> differences(int k) {
    return of(new DifferenceEstimator(), k);
  }

  /**
   * The posterior under the Indian buffet process or its finite form, by Gibbs chains
   * (docs/indian-buffet.md).
   *
   * @param k K
   */
  public static FitRequest<IndianBuffetOptions, IndianBuffetModel> indianBuffet(int k) {
    return of(new IndianBuffetEstimator(), k);
  }

  /**
   * Short, partly annealed chains of Gibbs sampling (docs/indian-buffet.md).
   *
   * @param k K
   */
  public static FitRequest<AnnealOptions, BinaryFactorModel> anneal(int k) {
    return of(new AnnealEstimator(), k);
  }

  /**
   * BP-means (docs/bp-means.md).
   *
   * @param k K
   */
  public static FitRequest<BpMeansOptions, BinaryFactorModel> bpMeans(int k) {
    return of(new BpMeansEstimator(), k);
  }

  /**
   * Variational inference of the Indian buffet process or its finite form (docs/variational.md).
   *
   * @param k K
   */
  public static FitRequest<VariationalOptions, BinaryFactorModel> variational(int k) {
    return of(new VariationalEstimator(), k);
  }
}
