package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.backend.blocks.StreamedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Guard;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/**
 * Loaded rows with checks, as outer loops use them. Everything opened on them checks its arguments,
 * its thread and that it is open, so that backends can trust their arguments, and checks its {@link
 * StopSignal} before every step. The cost is negligible beside the steps.
 */
public final class CheckedRows implements ResidentRows {

  private final Backend backend;
  private final Rows x;
  private final ResidentRows rows;
  private final Guard guard;
  private final Runnable release;
  private List<Limits<?>> planned;

  private CheckedRows(
      Backend backend,
      Rows x,
      ResidentRows rows,
      List<? extends Limits<?>> planned,
      Runnable release) {
    this.backend = backend;
    this.x = x;
    this.rows = rows;
    this.planned = List.copyOf(planned);
    this.release = release;
    guard = Guard.ofRows(rows.rows(), rows.cols());
  }

  /** {@link #load(Backend, Rows, List, StopSignal)} without planned steps. */
  public static CheckedRows load(Backend backend, Rows x) {
    return load(backend, x, List.of(), StopSignal.NEVER);
  }

  /**
   * Loads {@code x}, owned by the calling thread, if the backend's memory suffices.
   *
   * @param planned limits of all steps and codes that will be open at once, to check the memory
   *     before loading
   * @throws OutOfBackendMemoryException with the bytes needed and available
   * @throws StoppedException if {@code stop} is set before the rows are loaded
   * @throws IllegalStateException if the backend {@linkplain Backend#claim serves} another thread
   */
  public static CheckedRows load(
      Backend backend, Rows x, List<? extends Limits<?>> planned, StopSignal stop) {
    stop.check();
    Runnable release = backend.claim();
    try {
      Backend own = x.isSparse() ? backend.sparse() : backend;
      requireMemory(own, x.rows(), x.cols(), bytesNeeded(own, x, planned));
      return new CheckedRows(own, x, open(own, x, stop), planned, release);
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  private static ResidentRows open(Backend backend, Rows x, StopSignal stop) {
    if (x instanceof SparseRows sparse) {
      return backend.load(sparse, 0, stop);
    }
    if (x instanceof RemoteRows remote) {
      return backend.load(remote, stop);
    }
    return x instanceof FileRows file
        ? StreamedRows.of(
            file, backend.algebra(), (block, first) -> loadBlock(backend, block, first, stop))
        : backend.load(x.matrix(), 0, stop);
  }

  private static ResidentRows loadBlock(Backend backend, Rows block, long first, StopSignal stop) {
    return block instanceof SparseRows sparse
        ? backend.load(sparse, first, stop)
        : backend.loadBlock(block.matrix(), first, stop);
  }

  /** Bytes of rows and of what is opened on them; of rows in a file, of one block. */
  private static long bytesNeeded(Backend backend, Rows x, List<? extends Limits<?>> opened) {
    int rows = x instanceof FileRows file ? file.blockRows() : x.rows();
    return backend.bytesNeeded(rows, x.cols(), opened);
  }

  /** So little is there or nothing works: to ask the system takes longer than many a step. */
  private static final long NEGLIGIBLE = 1 << 20;

  private static void requireMemory(Backend backend, int rows, int cols, long needed) {
    if (needed <= NEGLIGIBLE) {
      return;
    }
    long available = backend.bytesAvailable();
    if (needed > available) {
      throw new OutOfBackendMemoryException(
          "work on %,d × %,d data on backend %s".formatted(rows, cols, backend.info().name()),
          needed,
          available);
    }
  }

  /**
   * Checks that the memory suffices for the planned steps beside the open ones.
   *
   * @throws OutOfBackendMemoryException with the bytes needed and available
   */
  public void plan(List<? extends Limits<?>> next) {
    requireRoom(next);
    planned = List.copyOf(next);
  }

  private void requireRoom(List<? extends Limits<?>> more) {
    long needed = bytesNeeded(backend, x, more) - bytesNeeded(backend, x, List.of());
    requireMemory(backend, rows(), cols(), needed);
  }

  @Override
  public long first() {
    return rows.first();
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public int cols() {
    return rows.cols();
  }

  @Override
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    guard.enter();
    stop.check();
    if (!backend.offers(limits)) {
      throw new UnsupportedOperationException(
          "backend %s does not support %s%s"
              .formatted(
                  backend.info().name(),
                  limits,
                  backend instanceof SparseBackend ? " over sparse rows; " + Phrase.DENSE : ""));
    }
    if (!planned.contains(limits)) {
      requireRoom(List.of(limits));
    }
    return limits.checked(rows.open(limits, stop), guard.of(limits, stop));
  }

  @Override
  public Matrix copy(int[] some) {
    guard.enter();
    for (int i : some) {
      if (i < 0 || i >= rows()) {
        throw new IllegalArgumentException("row is %d; it must be 0 … %d".formatted(i, rows() - 1));
      }
    }
    return rows.copy(some);
  }

  @Override
  public Counters counters() {
    guard.requireOwner();
    return rows.counters();
  }

  @Override
  public void close() {
    if (guard.closes()) {
      try {
        rows.close();
      } finally {
        release.run();
      }
    }
  }
}
