package org.latentfeature.fit.factor;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Moments;

/**
 * How many features an X with missing entries shows: its singular values above the largest one of
 * the same columns, each in a random order of its rows (parallel analysis, Horn 1965; Buja &amp;
 * Eyuboglu 1992). What fills missing entries is noise of another size in each column, which counts
 * for one size of noise do not allow for.
 *
 * @param backend for the spectra
 * @param seed of the orders
 * @param stop ends the count
 */
public record ParallelAnalysis(Backend backend, long seed, StopSignal stop) {

  /** Noise's largest squared singular value differs by less from one draw to the next. */
  private static final double MARGIN = 1.1;

  /** Smaller shares of ‖X‖² are rounding errors: X is in single precision. */
  private static final double EXPLAINED = 1e-10;

  /**
   * Counts the components of {@code x}, missing entries filled by the means of their columns; at
   * least 1.
   */
  public int components(Matrix x) {
    double[] means = means(x);
    Matrix all = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = Float.isNaN(row[j]) ? (float) means[j] : row[j];
      }
      all.setRow(i, row);
    }
    return Math.max(1, Math.min(Math.min(x.rows(), x.cols()) / 2, aboveChance(all)));
  }

  /**
   * Counts the components of the residual of a factorisation of {@code x}: the weak features that
   * strong ones hid.
   */
  public int hidden(Matrix x, FactorModel model) {
    Matrix rest = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double value = x.get(i, j);
        for (int k = 0; k < model.w().rows(); k++) {
          value -= model.z().get(i, k) ? model.w().get(k, j) : 0;
        }
        rest.set(i, j, Double.isNaN(value) ? 0 : (float) value);
      }
    }
    double left = rest.facts().squaredNorm();
    return left < EXPLAINED * x.facts().squaredNorm() ? 0 : aboveChance(rest);
  }

  private int aboveChance(Matrix x) {
    Matrix turned = Matrix.allocate(x.rows(), x.cols());
    for (int j = 0; j < x.cols(); j++) {
      int[] order = CounterRandom.permutation(CounterRandom.stream(seed, j), x.rows());
      for (int i = 0; i < order.length; i++) {
        turned.set(i, j, x.get(order[i], j));
      }
    }
    double[] means = means(x);
    double chance = squares(turned, means)[0];
    double[] found = squares(x, means);
    int count = 0;
    while (count < found.length && found[count] > MARGIN * chance) {
      count++;
    }
    return count;
  }

  private double[] squares(Matrix x, double[] means) {
    try (LoadedData data = new LoadedData(backend, x)) {
      Spectrum spectrum =
          Spectrum.of(data.rows(List.of(new Moments.Limits()), stop), backend.algebra(), stop);
      return spectrum.centred(spectrum.isOfRows() ? new double[0] : means).squaredSingularValues();
    }
  }

  /** Computes the mean of the known entries of each column. */
  private static double[] means(Matrix x) {
    double[] sums = new double[x.cols()];
    int[] known = new int[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          sums[j] += row[j];
          known[j]++;
        }
      }
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= Math.max(1, known[j]);
    }
    return sums;
  }
}
