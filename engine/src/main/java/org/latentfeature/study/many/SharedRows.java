package org.latentfeature.study.many;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.fit.LoadedData;

/**
 * The rows that a worker has on its backend: those of its last problem, for the next one of the
 * same data. Where workers share the memory of a GPU, they keep nothing there between two fits.
 */
final class SharedRows implements AutoCloseable {

  private final Backend backend;
  private final boolean keeps;
  private @Nullable Problem problem;
  private @Nullable DrawnRows rows;
  private @Nullable LoadedData loaded;

  /** None yet, for one of {@code workers}. */
  SharedRows(Backend backend, int workers) {
    this.backend = backend;
    keeps = workers == 1 || backend.bytesNeeded(1 << 20, 64, List.of()) == 0;
  }

  Backend backend() {
    return backend;
  }

  /** The matrix of {@code next}, drawn from {@code data} unless it is here. */
  DrawnRows of(Problem next, DataPool.Loaded data) {
    DrawnRows present = rows;
    if (present == null || !isOf(next)) {
      close();
      present = DrawnRows.of(next, data);
      rows = present;
      problem = next;
    }
    if (loaded == null) {
      loaded = new LoadedData(backend, present.dataset().x());
    }
    return present;
  }

  /** Returns the data that {@link #of} last returned, on the backend. */
  LoadedData loaded() {
    return Objects.requireNonNull(loaded);
  }

  /** After a fit, while its memory is still its own. */
  void done() {
    if (!keeps) {
      close();
    }
  }

  /** Lets go of what {@code next} does not need. */
  void keepFor(@Nullable Problem next) {
    if (next == null || !isOf(next)) {
      close();
    }
  }

  /**
   * Returns whether the present rows are those of {@code other}: of the same file and the same
   * resample.
   */
  private boolean isOf(Problem other) {
    Problem own = problem;
    return own != null
        && own.data().equals(other.data())
        && own.resample() == other.resample()
        && (own.resample() == 0 || own.options().seed() == other.options().seed());
  }

  @Override
  public void close() {
    if (loaded != null) {
      loaded.close();
    }
    loaded = null;
    rows = null;
    problem = null;
  }
}
