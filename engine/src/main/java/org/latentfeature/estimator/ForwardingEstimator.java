package org.latentfeature.estimator;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;

/**
 * An estimator that fits in its own way what another one is: of its name, its kind of models, its
 * options and its needs.
 */
public interface ForwardingEstimator<O extends FitOptions, M extends Model>
    extends Estimator<O, M> {

  /** The other one. */
  Estimator<O, M> estimator();

  @Override
  default String name() {
    return estimator().name();
  }

  @Override
  default ModelKind<M> kind() {
    return estimator().kind();
  }

  @Override
  default OptionTable<O> table() {
    return estimator().table();
  }

  @Override
  default O defaults(int k) {
    return estimator().defaults(k);
  }

  @Override
  default boolean isWeighted() {
    return estimator().isWeighted();
  }

  @Override
  default boolean allowsMissing() {
    return estimator().allowsMissing();
  }

  @Override
  default boolean allowsSparse() {
    return estimator().allowsSparse();
  }

  @Override
  default boolean allowsFiles(O options) {
    return estimator().allowsFiles(options);
  }

  @Override
  default boolean allowsBlocks(O options) {
    return estimator().allowsBlocks(options);
  }

  @Override
  default Workload workload(int rows, int cols, O options) {
    return estimator().workload(rows, cols, options);
  }

  @Override
  default long bytesNeeded(Backend backend, int rows, int cols, O options) {
    return estimator().bytesNeeded(backend, rows, cols, options);
  }

  @Override
  default long bytesNeeded(Backend backend, Rows x, O options) {
    return estimator().bytesNeeded(backend, x, options);
  }
}
