package org.latentfeature.fit.scale;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.step.Factorisation.Products;

/**
 * The part of the rows of a fit in sums over rows, from the model of that fit alone. With H = ZᵀZ
 * of its codes, a least-squares dictionary has HW = ZᵀX, and another one, W + Δ, the error E + ⟨Δ,
 * HΔ⟩. A dictionary of {@link org.latentfeature.fit.factor.LeastSquares#AFFINE} has ZᵀX − HW = 1λᵀ,
 * which changes neither that solution nor that error.
 *
 * <p>Where entries were missing, HW is Zᵀ of the rows with these entries as the model has them: an
 * approximation, in which they hold W where it is.
 */
final class FittedSums {

  private final Dense w;
  private final Dense gram;
  private final Dense cross;
  private final double squaredError;
  private final long known;
  private final boolean exact;

  /** The sums of the rows of {@code model}. */
  FittedSums(FactorModel model) {
    w = model.w();
    gram = gram(model.z());
    cross = gram.times(w);
    Manifest manifest = model.manifest();
    long entries = (long) manifest.rows() * manifest.columns();
    boolean isCounted = manifest.options().containsKey(FittedData.KNOWN);
    known = isCounted ? counted(manifest, entries) : entries;
    // Models of earlier versions do not say how many entries were missing, only that some may be.
    exact = isCounted ? known == entries : !manifest.options().containsKey(FittedData.MISSING);
    double rmse = model.manifest().rmse();
    squaredError = rmse * rmse * known;
  }

  /** ZᵀZ. */
  static Dense gram(BinaryMatrix z) {
    int k = z.cols();
    Dense gram = new Dense(k, k);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j <= i; j++) {
        int both = z.column(i).dot(z.column(j));
        gram.set(i, j, both);
        gram.set(j, i, both);
      }
    }
    return gram;
  }

  private static long counted(Manifest manifest, long most) {
    String word = manifest.option(FittedData.KNOWN);
    long counted = word.matches("\\d{1,18}") ? Long.parseLong(word) : 0;
    if (counted < 1 || counted > most) {
      throw manifest.wrongOption(FittedData.KNOWN, "a whole number, 1 … %d".formatted(most));
    }
    return counted;
  }

  /** Returns whether the sums are exact, since no entry was missing, as far as the model says. */
  boolean isExact() {
    return exact;
  }

  /** Number of known entries; of all where the model does not say. */
  long known() {
    return known;
  }

  /** ‖X − ZW‖² of the model. */
  double squaredError() {
    return squaredError;
  }

  /** ‖X − ZW‖² with another dictionary, whose features beyond the model's no row has. */
  double squaredError(Dense other) {
    Dense step = new Dense(w.rows(), w.cols());
    for (int i = 0; i < step.values().length; i++) {
      step.values()[i] = other.values()[i] - w.values()[i];
    }
    Dense image = gram.times(step);
    double rise = 0;
    for (int i = 0; i < step.values().length; i++) {
      rise += step.values()[i] * image.values()[i];
    }
    return squaredError + Math.max(0, rise);
  }

  /** ZᵀZ and ZᵀX where Z has {@code k} columns, those beyond the model's all 0. */
  Products products(int k) {
    Dense wide = new Dense(k, k);
    for (int i = 0; i < w.rows(); i++) {
      System.arraycopy(gram.values(), i * w.rows(), wide.values(), i * k, w.rows());
    }
    double[] more = Arrays.copyOf(cross.values(), Math.multiplyExact(k, w.cols()));
    return new Products(wide, Dense.wrap(k, w.cols(), more));
  }
}
