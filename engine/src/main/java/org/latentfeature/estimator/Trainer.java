package org.latentfeature.estimator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.backend.Workload;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.model.Model;

/**
 * An estimator and the options of a fit.
 *
 * @param estimator that fits
 * @param options of the fit
 */
public record Trainer<O extends FitOptions, M extends Model>(Estimator<O, M> estimator, O options) {

  /**
   * Returns this trainer with another seed and time limit.
   *
   * @param timeLimit of a fit; null for none
   */
  @SuppressWarnings("unchecked") // Options make options of their own class.
  public Trainer<O, M> with(long seed, @Nullable Duration timeLimit) {
    return new Trainer<>(estimator, (O) options.withSeed(seed).withTimeLimit(timeLimit));
  }

  /**
   * See {@link Estimator#bytesNeeded}.
   *
   * @param rows N
   * @param cols D
   */
  public long bytesNeeded(Backend backend, int rows, int cols) {
    return estimator.bytesNeeded(backend, rows, cols, options);
  }

  /**
   * {@code backend} if it holds a fit of {@code x}; otherwise the same in blocks of rows, if those
   * fit it and the estimator's steps work on them ({@link StreamedBackend#roomFor}).
   */
  public Backend roomFor(Backend backend, Rows x) {
    return estimator.allowsBlocks(options)
        ? StreamedBackend.roomFor(backend, x, other -> estimator.bytesNeeded(other, x, options))
        : backend;
  }

  /**
   * Compares the memory of a fit of {@code x} with that of the backend.
   *
   * @throws OutOfBackendMemoryException with both numbers, if it does not suffice
   */
  public void requireMemory(Backend backend, Rows x) {
    MemoryNeed.require("a fit", backend, x, estimator.bytesNeeded(backend, x, options));
  }

  /**
   * See {@link Estimator#workload}.
   *
   * @param rows N
   * @param cols D
   */
  public Workload workload(int rows, int cols) {
    return estimator.workload(rows, cols, options);
  }

  /** See {@link Estimator#allowsFiles}. */
  public boolean allowsFiles() {
    return estimator.allowsFiles(options);
  }

  /**
   * See {@link Estimator#fit}.
   *
   * @throws org.latentfeature.data.DataException naming an entry of dense X that must be a fill
   *     value, or a column of which single precision holds too little
   */
  public Fitted<M> fit(LoadedData data, FitListener listener) {
    if (data.source() instanceof Matrix x) {
      EntrySizes.requirePlausible(x, "X");
      EntrySizes.requireHeld(x, "X");
    }
    return estimator.fit(data, options, listener);
  }
}
