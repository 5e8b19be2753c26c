package org.latentfeature.fit.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.step.coding.Codes;

/**
 * A fitted model of latent features with its provenance, of any estimator. Treat as immutable:
 * matrices are not copied, and must not be changed. Any number of threads may share a model; what
 * the backend allows of them, see {@link Backend}.
 */
public interface Model {

  /** How it was made. */
  Manifest manifest();

  /** Dictionary W, K×D: what each feature looks like. */
  Dense w();

  /** Number of rows of the fit with each of the K features; an expectation is rounded. */
  long[] uses();

  /** Codes of the rows of the fit; null if the model stores none. */
  default @Nullable Codes codes() {
    return null;
  }

  /**
   * The units of the file of the fit, in which {@link #transform}, {@link #reconstruct} and {@link
   * #score} take rows and give them back.
   */
  default FileUnits units() {
    return FileUnits.of(manifest());
  }

  /**
   * {@code x} (M×D, in the units of the fit) prepared like the data of the fit: standardised, if
   * they were, or unchanged.
   */
  default Matrix prepared(Matrix x) {
    return x;
  }

  /** The inverse of {@link #prepared}: {@code x} (M×D) in the units of the fit. */
  default Matrix restored(Matrix x) {
    return x;
  }

  /**
   * Rows of a file as the fit would have seen them: in its units, and {@link #prepared}.
   *
   * @param x M×D; only dense rows are standardised or lose an intercept
   * @param units in which they are
   * @throws IllegalArgumentException if {@code x} does not have D columns
   */
  default Rows fitted(Rows x, FileUnits units) {
    if (x.cols() != w().cols()) {
      throw new IllegalArgumentException(
          "X has %,d columns, but the model has %,d; give the columns of the fit, in their order"
              .formatted(x.cols(), w().cols()));
    }
    Rows scaled = units.toFit(x);
    return scaled instanceof Matrix dense ? prepared(dense) : scaled;
  }

  /**
   * A coder of rows by this model, on {@code backend}, which the caller closes.
   *
   * @param seed of random starts and simulations, if there are any
   */
  Coder coder(Backend backend, long seed);

  /**
   * The features of new rows, or of those of the fit: {@link #coder} with seed 0 on rows as the fit
   * would have {@linkplain #fitted seen} them.
   *
   * @param x M×D, in the {@link #units} of the file, even if the fit multiplied them by a constant
   *     ({@code --scale-by}) or standardised them
   * @throws org.latentfeature.data.DataException naming row and column of an entry that the model
   *     cannot code, or the row without a known entry
   * @throws IllegalArgumentException if {@code x} does not have D columns
   */
  default CodedRows transform(Backend backend, Matrix x) {
    return coder(backend, 0).code(fitted(x, units()), WorkListener.SILENT);
  }

  /**
   * The reconstruction of rows with these codes, M×D, in the units of {@link #transform}: Z W, or
   * weights times W, of which the preparation of the data is undone.
   *
   * @param codes M×K, such as {@link CodedRows#codes}
   * @throws IllegalArgumentException if they do not have K columns
   */
  default Matrix reconstruct(Codes codes) {
    return reconstruct(codes, units());
  }

  /**
   * Reconstructs rows like {@link #reconstruct(Codes)}, but in other units.
   *
   * @param units of the result
   */
  default Matrix reconstruct(Codes codes, FileUnits units) {
    if (codes.z().cols() != w().rows()) {
      throw new IllegalArgumentException(
          "codes of %d features for a model of %d".formatted(codes.z().cols(), w().rows()));
    }
    return units.toFile(restored(codes.times(w())));
  }

  /** Reconstructs rows with binary codes: every weight is 1. */
  default Matrix reconstruct(BinaryMatrix z) {
    return reconstruct(Codes.binary(z));
  }

  /**
   * How well the model explains rows, which are coded first. Use rows that were not fitted.
   *
   * @param x as for {@link #transform}
   */
  default Score score(Backend backend, Matrix x) {
    return Score.of(this, backend, x);
  }

  /**
   * The model's arrays as entries of its file, by name, such as {@code W.npy}, in the order of the
   * file. A {@link ModelKind} reads the model from them.
   */
  Map<String, AtomicFile.Content> arrays();
}
