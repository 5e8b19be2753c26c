package org.latentfeature.fit.model;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.step.coding.Codes;

/** Applies a fitted model to rows, new ones or those of the fit. Use it from one thread. */
public interface Coder {

  /** Name of the figure of {@link #likelihood} that stands first, if any does. */
  String LOG_LIKELIHOOD = "log_likelihood";

  /**
   * Codes the rows of {@code x} (M×D): their features and weights.
   *
   * @param x prepared as for the fit, see {@link Model#prepared}; NaN for a missing entry, if the
   *     model allows any
   * @param listener receives the progress
   * @throws org.latentfeature.data.DataException if a row has no known entry
   */
  CodedRows code(Matrix x, WorkListener listener);

  /**
   * Codes rows that need not be dense.
   *
   * @param x as for {@link #code(Matrix, WorkListener)}, dense or not
   * @throws org.latentfeature.data.DataException if the coder takes only dense rows, and these are
   *     not
   */
  default CodedRows code(Rows x, WorkListener listener) {
    return code(x.matrix(), listener);
  }

  /**
   * Soft codes of the rows of {@code x} (M×D): instead of each code's zeros and ones the
   * probabilities that the row has the feature, given its known entries.
   *
   * @param x as for {@link #code}, but rows may have no known entry: their probabilities are the
   *     shares of the fit's rows
   * @param coded these rows, as {@link #code} codes them: where the search begins
   * @param listener receives the progress
   * @return the probabilities as weights: their reconstruction is the mean of X
   * @throws org.latentfeature.data.DataException if the features of the model have weights
   */
  default Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    throw new DataException(
        "soft codes are probabilities of binary features, but those of this model have weights,"
            + " which are means already; "
            + Phrase.NOT_SOFT);
  }

  /** Takes the codes of consecutive rows. */
  @FunctionalInterface
  interface Sink {
    /** Takes those of the next rows. */
    void take(BinaryMatrix some) throws IOException;
  }

  /**
   * How good the codes of rows are.
   *
   * @param rmse root mean square of the residual
   * @param proven number of rows of which no code is better; empty if the coder cannot say
   */
  record Quality(double rmse, OptionalLong proven) {}

  /**
   * Codes rows that stay in their file, on one reading, and keeps none of the codes.
   *
   * @param x M×D
   * @throws IOException as {@code sink} does
   * @throws org.latentfeature.data.DataException if the coder needs the rows in memory
   */
  default Quality code(FileRows x, Sink sink, WorkListener listener) throws IOException {
    CodedRows all = code(x.matrix(), listener);
    sink.take(all.z());
    return new Quality(all.rmse(), all.proven());
  }

  /**
   * The likelihood of the rows of {@code x} under the model, by name, {@link #LOG_LIKELIHOOD}
   * first: the mean over rows of the natural logarithm of their density. Empty if the model has no
   * likelihood.
   *
   * @param samples number of simulations, if the model needs them
   */
  default Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    return Map.of();
  }
}
