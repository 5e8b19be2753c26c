package org.latentfeature.fit.estimator;

import java.util.Map;
import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;

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

  /** The kind of its models, which no other estimator found as a service has. */
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

  /**
   * Returns what such a fit may be given beside dense rows in memory, all of the same weight:
   * nothing, unless an estimator says so. What is not accepted is refused before the fit.
   *
   * @param options of the fit
   */
  default Set<Accepts> accepts(O options) {
    return Set.of();
  }

  /**
   * Returns these options for a fit whose model is X ≈ Z W alone: other work goes on from Z and W,
   * and knows no further terms.
   */
  default O plain(O options) {
    return options;
  }

  /**
   * Maximum bytes that such a fit to N×D data allocates on the device of {@code backend}, besides
   * the data and their copies on the host.
   *
   * @param rows N
   * @param cols D
   * @param request whose sample is left out of account: all rows are the most
   */
  long bytesNeeded(Backend backend, int rows, int cols, FitRequest<O, M> request);

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
   * {@link #bytesNeeded(Backend, int, int, FitRequest)} of a fit of {@code x}, wherever its rows
   * are, or of the sample that is fitted and extended to them.
   *
   * @throws DataException naming the estimator and the way out, if they are sparse or in a file and
   *     it does not accept that
   */
  default long bytesNeeded(Backend backend, Rows x, FitRequest<O, M> request) {
    requireAccepted(x, request);
    Backend steps = x.isSparse() ? backend.sparse() : backend;
    return bytesNeeded(steps, x.rows(), x.cols(), request);
  }

  /**
   * Checks that this estimator fits rows where these are.
   *
   * @param x the rows, N×D
   * @throws DataException naming the estimator and the way out, if they are sparse or in a file and
   *     it does not accept that
   */
  default void requireAccepted(Rows x, FitRequest<O, M> request) {
    if (x.isSparse() && !request.accepts(Accepts.SPARSE)) {
      throw new DataException(
          "estimator %s needs dense rows, but X, %s, was read as sparse; %s, or use estimator lasso"
              .formatted(name(), x, Phrase.DENSE));
    }
    if (x instanceof FileRows && !request.allowsFiles()) {
      throw new DataException(
          "estimator %s needs all %,d rows in memory, but X is read block by block; %s, or %s"
              .formatted(name(), x.rows(), Phrase.MEMORY, Phrase.SAMPLE));
    }
  }

  /**
   * Fits a model to {@code data} (N×D), which other fits may also use. The request's listener, its
   * time limit and an interruption of the calling thread (whose flag stays set) stop the fit, which
   * then returns the best result so far. Callers use {@link FitRequest#fit}, which refuses what the
   * estimator does not accept.
   *
   * @param request of this estimator
   * @throws IllegalArgumentException if K > N, or all entries are zero
   * @throws org.latentfeature.data.DataException if the estimator does not allow an entry
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if the fit exceeds the backend's
   *     memory
   * @throws UnfinishedFitException with the {@link Fitted} so far, if the backend fails once there
   *     is one
   */
  Fitted<M> fit(LoadedData data, FitRequest<O, M> request);

  /**
   * Fits a model to {@code x}, loaded for this fit alone, without a listener.
   *
   * @param options the options
   */
  default Fitted<M> fit(Backend backend, Matrix x, O options) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return fit(data, new FitRequest<>(this, options));
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
   * The request of a fit with K features.
   *
   * @param words options by name, {@value FitOptions#K}, {@value FitOptions#SEED} and {@value
   *     FitOptions#TIME_LIMIT} not among them
   * @throws IllegalArgumentException if an option is unknown or its value invalid
   */
  default FitRequest<O, M> request(int k, Map<String, String> words) {
    return new FitRequest<>(this, table().read(defaults(k), words));
  }
}
