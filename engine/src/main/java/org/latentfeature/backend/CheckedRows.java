package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Guard;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/**
 * The face of loaded rows that outer loops use: all that is opened on them checks every argument,
 * the thread and that it is open, so that backends may trust what they are given; and asks its
 * {@link StopSignal} before every step. Costs nothing beside the steps themselves.
 */
public final class CheckedRows implements ResidentRows {

  private final Backend backend;
  private final ResidentRows rows;
  private final Guard guard;
  private final Runnable release;
  private List<Limits<?>> planned;

  private CheckedRows(
      Backend backend, ResidentRows rows, List<? extends Limits<?>> planned, Runnable release) {
    this.backend = backend;
    this.rows = rows;
    this.planned = List.copyOf(planned);
    this.release = release;
    guard = Guard.ofRows(rows.rows(), rows.cols());
  }

  /** {@link #load(Backend, Matrix, List, StopSignal)} of rows for nothing in particular. */
  public static CheckedRows load(Backend backend, Matrix x) {
    return load(backend, x, List.of(), StopSignal.NEVER);
  }

  /**
   * Loads {@code x}, owned by the calling thread, if the backend's memory suffices.
   *
   * @param planned what will be open on the rows at once, to see beforehand whether it fits
   * @throws OutOfBackendMemoryException with what is needed and what there is
   * @throws StoppedException if {@code stop} is set before the rows are loaded
   * @throws IllegalStateException if the backend {@linkplain Backend#claim serves} another thread
   */
  public static CheckedRows load(
      Backend backend, Matrix x, List<? extends Limits<?>> planned, StopSignal stop) {
    stop.check();
    Runnable release = backend.claim();
    try {
      long needed = backend.bytesNeeded(x.rows(), x.cols(), planned);
      requireMemory(backend, x.rows(), x.cols(), needed);
      return new CheckedRows(backend, backend.load(x, 0, stop), planned, release);
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  private static void requireMemory(Backend backend, int rows, int cols, long needed) {
    long available = backend.bytesAvailable();
    if (needed > available) {
      throw new OutOfBackendMemoryException(
          "work on %,d × %,d data on backend %s".formatted(rows, cols, backend.info().name()),
          needed,
          available);
    }
  }

  /**
   * Requires room for all that is planned next, beside what is open.
   *
   * @throws OutOfBackendMemoryException with what is needed and what there is
   */
  public void plan(List<? extends Limits<?>> next) {
    requireRoom(next);
    planned = List.copyOf(next);
  }

  private void requireRoom(List<? extends Limits<?>> more) {
    long needed =
        backend.bytesNeeded(rows(), cols(), more) - backend.bytesNeeded(rows(), cols(), List.of());
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
          "backend %s cannot do this: it has nothing for %s"
              .formatted(backend.info().name(), limits));
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
        throw new IllegalArgumentException("row %d of 0 … %d".formatted(i, rows() - 1));
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
