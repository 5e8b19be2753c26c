package org.latentfeature.estimator;

import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;

/**
 * Fits rows to a model; {@link Model} applies it. Stateless, so that threads may share it; found as
 * a service, see {@link Estimators}.
 *
 * @param <O> what a fit is asked for
 * @param <M> what comes of it
 */
public interface Estimator<O extends FitOptions, M extends Model> {

  /** One word, by which command lines and tables name it. */
  String name();

  /** The kind of its models, of no other estimator. */
  ModelKind<M> kind();

  /** Its options beside K, seed and time limit. */
  OptionTable<O> table();

  /**
   * What a fit with K features is asked for, unless something else is said.
   *
   * @throws IllegalArgumentException if there can be no such model
   */
  O defaults(int k);

  /** Whether its models give the features of a row weights; otherwise each counts once. */
  default boolean isWeighted() {
    return false;
  }

  /** Whether an entry of X may be NaN, for one that is not known. */
  default boolean allowsMissing() {
    return false;
  }

  /**
   * Most bytes that such a fit to N×D data holds at once on the device of {@code backend}, beside
   * the data themselves and copies of them on the host.
   *
   * @param options what the fit is asked for
   */
  long bytesNeeded(Backend backend, int rows, int cols, O options);

  /**
   * Fits the rows of {@code data} (N×D), to which other fits may have been made. The listener, the
   * time limit and an interruption of the calling thread, whose flag stays set, end it with the
   * best so far.
   *
   * @param options what is asked for
   * @throws IllegalArgumentException if K > N, or there is nothing to explain
   * @throws org.latentfeature.data.DataException if an entry is not what the estimator allows
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if it does not fit the backend
   * @throws UnfinishedFitException with the {@link Fitted} so far, if the backend fails once there
   *     is one
   */
  Fitted<M> fit(LoadedData data, O options, FitListener listener);

  /**
   * The same of the rows of {@code x}, which are loaded for this fit alone, heard by no one.
   *
   * @param options what is asked for
   */
  default Fitted<M> fit(Backend backend, Matrix x, O options) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return fit(data, options, FitListener.SILENT);
    }
  }

  /**
   * The same with the {@linkplain #defaults defaults}.
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
   * @throws IllegalArgumentException if there is no such option, or it has no such value
   */
  default Trainer<O, M> trainer(int k, Map<String, String> words) {
    return new Trainer<>(this, table().read(defaults(k), words));
  }
}
