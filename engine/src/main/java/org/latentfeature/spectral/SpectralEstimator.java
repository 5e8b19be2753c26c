package org.latentfeature.spectral;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Range;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.scale.FactorEstimator;

/** Estimates features from moments of the data, by tensor eigenpairs ({@link SpectralSearch}). */
public final class SpectralEstimator extends FactorEstimator<SpectralOptions, SpectralModel> {

  static final String SIGMA = "sigma";

  /** Similarity of a feature before and after it was refined on all rows. */
  private static final double SAME = 0.5;

  static final String RESTARTS = "restarts";

  /** Name of the option by which features are counted. */
  public static final String COUNT = "count";

  static final OptionTable<SpectralOptions> OPTIONS =
      new OptionTable<>(
          SpectralOptions.of(1),
          List.of(
              FitOption.flag(
                  COUNT,
                  "Estimate the number of features, up to K, by Kritchman and Nadler's test of the "
                      + "eigenvalues of the covariance",
                  SpectralOptions::count,
                  SpectralOptions::withCount),
              FitOption.<SpectralOptions, Double>of(
                      SIGMA,
                      "S",
                      ValueType.NUMBER,
                      "Standard deviation of the noise, in the units of X",
                      SpectralOptions::sigma,
                      SpectralOptions::withSigma)
                  .in(Range.atLeast(0))
                  .unset("estimated")
                  .otherwise("estimated from the eigenvalues of the covariance"),
              FitOption.flag(
                  "paper",
                  "Run the algorithm as published, for comparison: all starts, the K best scores, no "
                      + "check of independence, nothing refined",
                  SpectralOptions::paper,
                  SpectralOptions::withPaper),
              FitOption.flag(
                  "wls",
                  "Add the published step of weighted least squares after the selection",
                  SpectralOptions::wls,
                  SpectralOptions::withWls),
              FitOption.<SpectralOptions>flag(
                      "posterior",
                      "Finish with EM steps over all codes, which remove from W the bias of hard codes",
                      SpectralOptions::posterior,
                      SpectralOptions::withPosterior)
                  .minor(),
              FitOption.<SpectralOptions>whole(
                      RESTARTS,
                      0,
                      "Maximum number of refinement runs from other codes, where the fit leaves more error "
                          + "than the noise",
                      SpectralOptions::restarts,
                      SpectralOptions::withRestarts)
                  .minor()));

  @Override
  public String name() {
    return "spectral";
  }

  @Override
  public ModelKind<SpectralModel> kind() {
    return SpectralModel.KIND;
  }

  @Override
  public OptionTable<SpectralOptions> table() {
    return OPTIONS;
  }

  @Override
  public SpectralOptions defaults(int k) {
    return SpectralOptions.of(k);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, SpectralOptions options) {
    return SpectralSearch.bytesNeeded(backend, rows, cols, options.k());
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<SpectralOptions, SpectralModel> request) {
    SpectralOptions options = request.options();
    return new SpectralSearch(fit, options).run();
  }

  @Override
  protected SpectralModel model(Manifest manifest, FactorFit.Result result) {
    BinaryMatrix z = result.factors().z();
    // A fit that is stopped has not looked which eigenpair is whose.
    EigenpairTable pairs =
        result.found().details() instanceof EigenpairTable known
            ? known
            : EigenpairTable.of(z, Isolation.of(z));
    return new SpectralModel(manifest, z, result.factors().w(), pairs.numbers());
  }

  /** It is a posterior mean, or solves a weighted problem. */
  @Override
  public boolean isLeastSquares() {
    return false;
  }

  /** Features that all rows have changed little keep the eigenpairs of the sample. */
  @Override
  public SpectralModel extended(SpectralModel sample, Manifest manifest, BinaryMatrix z, Dense w) {
    Dense table = EigenpairTable.of(z, Isolation.of(z)).numbers();
    for (int f = 0; f < table.rows(); f++) {
      int partner = nearest(w.selectRows(new int[] {f}), sample.w());
      if (partner >= 0) {
        for (int column : new int[] {SpectralModel.LAMBDA, SpectralModel.SCORE}) {
          table.set(f, column, sample.eigenpairs().get(partner, column));
        }
      }
    }
    return new SpectralModel(manifest, z, w, table);
  }

  /** The feature of {@code others} that is most like {@code one}; −1 if none is the same. */
  private static int nearest(Dense one, Dense others) {
    int nearest = -1;
    double most = SAME;
    for (int g = 0; g < others.rows(); g++) {
      double similarity = FeatureMatching.byDictionary(one, others.selectRows(new int[] {g}))[0];
      if (similarity >= most) {
        most = similarity;
        nearest = g;
      }
    }
    return nearest;
  }
}
