package org.latentfeature.fit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * Data on a backend, for any number of fits, certificates and codings: X is copied to the device
 * once, when the first of them needs it. Use it from one thread, that of its first fit; the caller
 * keeps ownership of the backend and X.
 */
public final class LoadedData implements AutoCloseable {

  /** Data that an estimator derives once for all its fits. */
  public interface Derived extends AutoCloseable {
    @Override
    void close();
  }

  private final Backend backend;
  private final Rows source;
  private final Map<Class<?>, Derived> derived = new HashMap<>();
  private @Nullable CheckedRows rows;

  /** {@code source} (N×D), which must not change until this is closed. */
  public LoadedData(Backend backend, Rows source) {
    this.backend = backend;
    this.source = source;
  }

  /** Where the rows are. */
  public Backend backend() {
    return backend;
  }

  /** X as it was given. */
  public Rows source() {
    return source;
  }

  /**
   * X as a dense matrix in memory.
   *
   * @throws org.latentfeature.data.DataException if it is no such matrix, as {@link Rows#matrix}
   *     does
   */
  public Matrix x() {
    return source.matrix();
  }

  /**
   * The rows on the device, loaded by the first call.
   *
   * @param planned limits of all steps and codes that will be open at once, to check the memory
   *     before loading
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if the memory does not suffice
   * @throws org.latentfeature.base.progress.StoppedException if {@code stop} is set before they are
   *     loaded
   */
  public ResidentRows rows(List<? extends Limits<?>> planned, StopSignal stop) {
    CheckedRows present = rows;
    if (present == null) {
      present = CheckedRows.load(backend, source, planned, stop);
      rows = present;
    } else {
      present.plan(planned);
    }
    return present;
  }

  /** The cached data of this kind; null if there are none. */
  public <T extends Derived> @Nullable T kept(Class<T> kind) {
    Derived found = derived.get(kind);
    return found == null ? null : kind.cast(found);
  }

  /** Caches {@code made} for later fits, replacing another of its kind; closed with this. */
  public <T extends Derived> T keep(T made) {
    Derived former = derived.put(made.getClass(), made);
    if (former != null) {
      former.close();
    }
    return made;
  }

  @Override
  public String toString() {
    return "%s%s on %s".formatted(source, rows == null ? ", to be loaded" : "", backend);
  }

  @Override
  public void close() {
    derived.values().forEach(Derived::close);
    derived.clear();
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
