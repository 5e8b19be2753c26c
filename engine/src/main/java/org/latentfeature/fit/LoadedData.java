package org.latentfeature.fit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * Data on a backend, for any number of fits, proofs and codings: X crosses to the device once, when
 * the first of them needs it. Used by one thread, that of its first fit; the backend and X stay the
 * caller's.
 */
public final class LoadedData implements AutoCloseable {

  /** What an estimator makes of the data once for all its fits. */
  public interface Derived extends AutoCloseable {
    @Override
    void close();
  }

  private final Backend backend;
  private final Matrix x;
  private final Map<Class<?>, Derived> derived = new HashMap<>();
  private @Nullable CheckedRows rows;

  /** {@code x} (N×D), which must stay as it is until this is closed. */
  public LoadedData(Backend backend, Matrix x) {
    this.backend = backend;
    this.x = x;
  }

  /** Where the rows are. */
  public Backend backend() {
    return backend;
  }

  /** X as it was given. */
  public Matrix x() {
    return x;
  }

  /**
   * The rows on the device, loaded by the first call.
   *
   * @param planned what will be open on them at once, to see beforehand whether it fits
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if it does not
   * @throws org.latentfeature.progress.StoppedException if {@code stop} is set before they are
   *     loaded
   */
  public ResidentRows rows(List<? extends Limits<?>> planned, StopSignal stop) {
    CheckedRows present = rows;
    if (present == null) {
      present = CheckedRows.load(backend, x, planned, stop);
      rows = present;
    } else {
      present.plan(planned);
    }
    return present;
  }

  /** What was kept of this kind; null if nothing was. */
  public <T extends Derived> @Nullable T kept(Class<T> kind) {
    Derived found = derived.get(kind);
    return found == null ? null : kind.cast(found);
  }

  /** Keeps {@code made} for later fits, in the place of another of its kind, and closes it last. */
  public <T extends Derived> T keep(T made) {
    Derived former = derived.put(made.getClass(), made);
    if (former != null) {
      former.close();
    }
    return made;
  }

  @Override
  public String toString() {
    return "%s%s on %s".formatted(x, rows == null ? ", to be loaded" : "", backend);
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
