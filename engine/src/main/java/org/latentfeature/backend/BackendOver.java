package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.step.Limits;

/** Another backend, which it closes, but for what an implementation does in its own way. */
public interface BackendOver extends Backend {

  /** The other one. */
  Backend backend();

  @Override
  default BackendInfo info() {
    return backend().info();
  }

  @Override
  default boolean offers(Limits<?> limits) {
    return backend().offers(limits);
  }

  @Override
  default long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return backend().bytesNeeded(rows, cols, opened);
  }

  @Override
  default long bytesAvailable() {
    return backend().bytesAvailable();
  }

  @Override
  default boolean isShared() {
    return backend().isShared();
  }

  @Override
  default Runnable claim() {
    return backend().claim();
  }

  @Override
  default Algebra algebra() {
    return backend().algebra();
  }

  @Override
  default void close() {
    backend().close();
  }
}
