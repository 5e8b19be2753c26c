package org.latentfeature.spectral;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.step.Moments;

/**
 * How many features the spectrum of X shows, and what one of them should be worth beside the noise.
 *
 * @param components at least 1, and at most half as many as there could be
 * @param price λ² of BP-means, in squared units of X: twice the squared error that noise leaves in
 *     a row, 2Dσ², and no less than σ²(√N + √D)², the largest squared singular value of noise,
 *     which no feature of noise alone exceeds
 */
public record SpectralNoise(int components, double price) {

  private static final double ROUNDING = 1e-12;

  /**
   * Measures {@code data}.
   *
   * @throws IllegalArgumentException if X is too large to compute its spectrum
   */
  public static SpectralNoise of(LoadedData data, StopSignal stop) {
    PreparedData prepared = PreparedData.of(data, stop);
    LoadedData fitted = prepared.fitted();
    int n = fitted.source().rows();
    if (!Spectrum.isKnown(n, fitted.source().cols())) {
      throw new IllegalArgumentException(
          "X, %,d × %,d, is too large to measure its noise; pass lambda2, or K"
              .formatted(n, fitted.source().cols()));
    }
    Spectrum spectrum =
        Spectrum.of(
            fitted.rows(List.of(new Moments.Limits()), stop), data.backend().algebra(), stop);
    int cols = prepared.noisyCols();
    KritchmanNadler found = of(spectrum, fitted.x(), cols);
    // Without noise any price above rounding errors serves.
    double least = 1e-6 * prepared.squaredNorm() / n;
    double edge = Math.sqrt(n) + Math.sqrt(cols);
    double price = found.variance() * Math.max(2.0 * cols, edge * edge);
    return new SpectralNoise(
        components(found, n, cols), Math.max(price, least) / (prepared.scale() * prepared.scale()));
  }

  /**
   * {@link #components} of prepared data. Exact data, whose rank is below what there could be, have
   * as many as that: there is no noise to tell them from.
   */
  public static int components(FactorFit fit) {
    int cols = fit.data().noisyCols();
    int rank = rank(fit.spectrum());
    return rank < Math.min(fit.rows().rows(), cols)
        ? Math.max(1, rank)
        : components(of(fit.spectrum(), fit.x(), cols), fit.rows().rows(), cols);
  }

  private static int rank(Spectrum spectrum) {
    double[] squares = spectrum.squaredSingularValues();
    double rounding = squares.length == 0 ? 0 : ROUNDING * squares[0];
    return (int) Arrays.stream(squares).filter(square -> square > rounding).count();
  }

  private static int components(KritchmanNadler found, int rows, int cols) {
    return Math.max(1, Math.min(Math.min(rows, cols) / 2, found.components()));
  }

  private static KritchmanNadler of(Spectrum spectrum, Matrix x, int cols) {
    int n = x.rows();
    double[] means = new double[spectrum.isOfRows() ? 0 : x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < n && means.length > 0; i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        means[j] += row[j] / (double) n;
      }
    }
    double[] squares = spectrum.centred(means).squaredSingularValues();
    double[] eigenvalues = new double[cols];
    double rounding = squares.length == 0 ? 0 : ROUNDING * squares[0];
    for (int j = 0; j < Math.min(squares.length, cols); j++) {
      eigenvalues[j] = squares[j] > rounding ? squares[j] / n : 0;
    }
    return KritchmanNadler.of(eigenvalues, n);
  }
}
