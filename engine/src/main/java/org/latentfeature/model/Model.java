package org.latentfeature.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.WorkListener;

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
   * {@code x} (M×D, as read) prepared like the data of the fit: standardised, if they were, or
   * unchanged.
   */
  default Matrix prepared(Matrix x) {
    return x;
  }

  /** The inverse of {@link #prepared}: {@code x} (M×D) in the units in which X was read. */
  default Matrix restored(Matrix x) {
    return x;
  }

  /**
   * A coder of rows by this model, on {@code backend}, which the caller closes.
   *
   * @param seed of random starts and simulations, if there are any
   */
  Coder coder(Backend backend, long seed);

  /**
   * The features of new rows, or of those of the fit: {@link #coder} with seed 0 on {@linkplain
   * #prepared prepared} rows.
   *
   * @param x M×D, in the units of the matrix that was fitted: of a file read with {@code
   *     --scale-by}, the scaled values
   * @throws org.latentfeature.data.DataException naming row and column of an entry that the model
   *     cannot code, or the row without a known entry
   * @throws IllegalArgumentException if {@code x} does not have D columns
   */
  default CodedRows transform(Backend backend, Matrix x) {
    return coder(backend, 0).code(rows(x), WorkListener.SILENT);
  }

  /**
   * The reconstruction of rows with these codes, M×D: Z W, or weights times W, in the units of
   * {@link #transform}; if the fit standardised its columns, {@link #restored} from that.
   *
   * @param codes M×K, such as {@link CodedRows#codes}
   * @throws IllegalArgumentException if they do not have K columns
   */
  default Matrix reconstruct(Codes codes) {
    if (codes.z().cols() != w().rows()) {
      throw new IllegalArgumentException(
          "codes of %d features for a model of %d".formatted(codes.z().cols(), w().rows()));
    }
    return restored(codes.times(w()));
  }

  /** The same for binary codes: every weight is 1. */
  default Matrix reconstruct(BinaryMatrix z) {
    return reconstruct(Codes.binary(z));
  }

  /**
   * How well the model explains rows, which are coded first. Use rows that were not fitted.
   *
   * @param x as for {@link #transform}
   */
  default Score score(Backend backend, Matrix x) {
    return Score.of(coder(backend, 0), rows(x));
  }

  private Matrix rows(Matrix x) {
    if (x.cols() != w().cols()) {
      throw new IllegalArgumentException(
          "X has %,d columns, but the model has %,d; give the columns of the fit, in their order"
              .formatted(x.cols(), w().cols()));
    }
    return prepared(x);
  }

  /**
   * The model's arrays as entries of its file, by name, such as {@code W.npy}, in the order of the
   * file. A {@link ModelKind} reads the model from them.
   */
  Map<String, AtomicFile.Content> arrays();
}
