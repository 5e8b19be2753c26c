package org.latentfeature.evidence.rivals;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.scale.BinaryFactorEstimator;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;

/**
 * Features from eigenvectors of moment tensors, as {@link MomentTensors} finds them; then codes.
 */
public final class TensorPowerEstimator extends BinaryFactorEstimator<TensorPowerOptions> {

  static final OptionTable<TensorPowerOptions> OPTIONS =
      new OptionTable<>(
          TensorPowerOptions.of(1),
          List.of(
              FitOption.flag(
                  "count",
                  "Take K as the maximum, and as many features as come before the largest ratio of"
                      + " successive eigenvalues of the covariance",
                  TensorPowerOptions::count,
                  TensorPowerOptions::withCount),
              FitOption.flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  TensorPowerOptions::refine,
                  TensorPowerOptions::withRefine)));

  /** Starts of the code of a row. */
  private static final int RESTARTS = 4;

  /** Stateless. */
  public TensorPowerEstimator() {
    super("tensor-power", OPTIONS, TensorPowerOptions::of);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, TensorPowerOptions options) {
    List<Limits<?>> moments =
        Spectrum.isKnown(rows, cols) ? List.of(new Moments.Limits()) : List.of();
    return backend.bytesNeeded(rows, cols, moments) - backend.bytesNeeded(rows, cols, List.of());
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<TensorPowerOptions, BinaryFactorModel> request) {
    TensorPowerOptions options = request.options();
    Dense w = fit.monitor().time("tensors", () -> dictionary(fit, options));
    Factors coded =
        fit.monitor().time("codes", () -> fit.refinement().encode(w, RESTARTS, options.seed()));
    Factors best =
        options.refine()
            ? fit.monitor().time("refinement", () -> fit.refinement().descend(coded))
            : coded;
    fit.step(1, best);
    return new FactorFit.Found(best, name(), Map.of());
  }

  private static Dense dictionary(FactorFit fit, TensorPowerOptions options) {
    Matrix x = fit.x();
    double[] mean = x.columnMeans(fit.monitor().signal());
    Spectrum centred = fit.spectrum().centred(mean);
    Spectrum.Leading leading = centred.leading(options.k());
    Dense basis = centred.isOfRows() ? directions(leading.basis(), x, mean) : leading.basis();
    int k = basis.rows();
    double variance =
        leading.rest() / (Math.max(1.0, x.rows() - k) * Math.max(1, fit.data().noisyCols() - k));
    return MomentTensors.dictionary(
        projected(x, mean, basis),
        basis,
        mean,
        variance,
        options.count(),
        new RandomStream(options.seed(), "moment tensors"),
        fit.monitor().signal());
  }

  /** The space of the right singular vectors: left ones, Q (K×N), times the centred rows. */
  private static Dense directions(Dense left, Matrix x, double[] mean) {
    Dense right = new Dense(left.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < left.rows(); j++) {
        double q = left.get(j, i);
        for (int d = 0; d < row.length; d++) {
          right.set(j, d, right.get(j, d) + q * (row[d] - mean[d]));
        }
      }
    }
    return Orthonormal.rows(right, 0);
  }

  /** The centred rows in the coordinates of {@code basis}, N×K. */
  private static Dense projected(Matrix x, double[] mean, Dense basis) {
    Dense rows = new Dense(x.rows(), basis.rows());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < basis.rows(); j++) {
        double sum = 0;
        for (int d = 0; d < row.length; d++) {
          sum += basis.get(j, d) * (row[d] - mean[d]);
        }
        rows.set(i, j, sum);
      }
    }
    return rows;
  }
}
