package org.latentfeature.estimator;

import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;

/**
 * Fits models to rows; {@link Model} applies them. Stateless, so that threads may share it; found
 * as a service, see {@link Estimators}.
 *
 * @param <O> options of a fit
 * @param <M> its model
 */
public interface Estimator<O extends FitOptions, M extends Model> {

  /** The estimator's name in command lines and tables: one word. */
  String name();

  /** The kind of its models, which no other estimator has. */
  ModelKind<M> kind();

  /** Its options beside K, seed and time limit. */
  OptionTable<O> table();

  /**
   * The default options of a fit with K features.
   *
   * @throws IllegalArgumentException if no such model is possible
   */
  O defaults(int k);

  /**
   * Returns whether features have weights in models of this estimator; otherwise all weights are 1.
   */
  default boolean isWeighted() {
    return false;
  }

  /** Returns whether X may have missing entries (NaN). */
  default boolean allowsMissing() {
    return false;
  }

  /**
   * Maximum bytes that such a fit to N×D data allocates on the device of {@code backend}, besides
   * the data and their copies on the host.
   *
   * @param options of the fit
   */
  long bytesNeeded(Backend backend, int rows, int cols, O options);

  /** Returns whether X may be sparse rows; otherwise they are refused before a fit. */
  default boolean allowsSparse() {
    return false;
  }

  /**
   * Returns whether X may stay in its file, read block by block; otherwise it is refused before a
   * fit.
   *
   * @param options of the fit
   */
  default boolean allowsFiles(O options) {
    return false;
  }

  /**
   * Returns whether such a fit works on rows in memory of which a device holds only a block at a
   * time, and which every step reads again.
   *
   * @param options of the fit
   */
  default boolean allowsBlocks(O options) {
    return allowsFiles(options);
  }

  /**
   * How much such a fit is, if the estimator can say: {@code auto} chooses a backend by it.
   *
   * @param rows N
   * @param cols D
   * @param options of the fit
   */
  default Workload workload(int rows, int cols, O options) {
    return Workload.UNKNOWN;
  }

  /**
   * {@link #bytesNeeded(Backend, int, int, FitOptions)} of a fit of {@code x}, wherever its rows
   * are.
   *
   * @throws DataException naming the estimator and the way out, if they are sparse or in a file and
   *     it does not allow that
   */
  default long bytesNeeded(Backend backend, Rows x, O options) {
    if (x instanceof SparseRows && !allowsSparse()) {
      throw new DataException(
          "estimator %s needs dense rows, but X, %s, was read as sparse; %s, or use estimator lasso"
              .formatted(name(), x, Phrase.DENSE));
    }
    if (x instanceof FileRows && !allowsFiles(options)) {
      throw new DataException(
          "estimator %s needs all %,d rows in memory, but X is read block by block; %s, or %s"
              .formatted(name(), x.rows(), Phrase.MEMORY, Phrase.SAMPLE));
    }
    Backend own = x instanceof SparseRows ? backend.sparse() : backend;
    return bytesNeeded(own, x.rows(), x.cols(), options);
  }

  /**
   * Fits a model to {@code data} (N×D), which other fits may also use. The listener, the time limit
   * and an interruption of the calling thread (whose flag stays set) stop the fit, which then
   * returns the best result so far.
   *
   * @param options of the fit
   * @throws IllegalArgumentException if K > N, or all entries are zero
   * @throws org.latentfeature.data.DataException if the estimator does not allow an entry
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if the fit exceeds the backend's
   *     memory
   * @throws UnfinishedFitException with the {@link Fitted} so far, if the backend fails once there
   *     is one
   */
  Fitted<M> fit(LoadedData data, O options, FitListener listener);

  /**
   * Fits a model to {@code x}, loaded for this fit alone, without a listener.
   *
   * @param options the options
   */
  default Fitted<M> fit(Backend backend, Matrix x, O options) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return fit(data, options, FitListener.SILENT);
    }
  }

  /**
   * Fits a model to {@code x} with the {@linkplain #defaults defaults}, without a listener.
   *
   * @param k number of features, K
   */
  default Fitted<M> fit(Backend backend, Matrix x, int k) {
    return fit(backend, x, defaults(k));
  }

  /**
   * A fit with K features.
   *
   * @param words options by name, {@value FitOptions#K}, {@value FitOptions#SEED} and {@value
   *     FitOptions#TIME_LIMIT} not among them
   * @throws IllegalArgumentException if an option is unknown or its value invalid
   */
  default Trainer<O, M> trainer(int k, Map<String, String> words) {
    return new Trainer<>(this, table().read(defaults(k), words));
  }
}
