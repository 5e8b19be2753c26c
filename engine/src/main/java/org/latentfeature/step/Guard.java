package org.latentfeature.step;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * The checks of every checked wrapper before a call: the calling thread owns it, it and its rows
 * are open, the stop signal is not set, and the arguments fit.
 */
public final class Guard {

  private final String name;
  private final int rows;
  private final int cols;
  private final @Nullable Guard loaded;
  private final StopSignal stop;
  private final Thread owner = Thread.currentThread();
  private boolean closed;

  private Guard(String name, int rows, int cols, @Nullable Guard loaded, StopSignal stop) {
    this.name = name;
    this.rows = rows;
    this.cols = cols;
    this.loaded = loaded;
    this.stop = stop;
  }

  /**
   * Guards loaded rows of this shape, owned by the calling thread.
   *
   * @param rows N
   * @param cols D
   */
  public static Guard ofRows(int rows, int cols) {
    return new Guard("the rows", rows, cols, null, StopSignal.NEVER);
  }

  /** Guards a step opened on these rows with {@code limits}, interrupted by {@code stop}. */
  public Guard of(Limits<?> limits, StopSignal stop) {
    return new Guard(limits.getClass().getName(), rows, cols, this, stop);
  }

  /**
   * Before a call.
   *
   * @throws IllegalStateException if this is closed, or another thread calls
   * @throws org.latentfeature.base.progress.StoppedException if the stop signal is set
   */
  public void enter() {
    requireOwner();
    requireOpen();
    stop.check();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(name + ": closed already");
    }
    if (loaded != null) {
      loaded.requireOpen();
    }
  }

  /** Requires that the calling thread owns what is guarded. */
  public void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "%s: owned by thread '%s', not '%s'"
              .formatted(name, owner.getName(), Thread.currentThread().getName()));
    }
  }

  /** Closes it, and returns whether it was open before; only its owner may. */
  public boolean closes() {
    if (closed) {
      return false;
    }
    requireOwner();
    closed = true;
    return true;
  }

  /** Number of rows, N. */
  int rows() {
    return rows;
  }

  /** Number of columns, D. */
  int cols() {
    return cols;
  }

  /** Returns whether the guarded step was opened on the rows that {@code other} guards. */
  boolean isOn(@Nullable Guard other) {
    return loaded != null && loaded == other;
  }

  /** The codes that {@code z} checks, which must be opened on the same rows. */
  Incidence codes(Incidence z) {
    return checked(z).open(loaded);
  }

  /** The checked wrapper of codes. */
  static CheckedIncidence checked(Incidence z) {
    require(z instanceof CheckedIncidence, "the codes were not opened on loaded rows");
    return (CheckedIncidence) z;
  }

  /** Requires a dictionary for {@code k} features. */
  void requireDictionary(Dense w, int k) {
    require(
        w.rows() == k && w.cols() == cols,
        "a dictionary of %d×%d does not fit Z with %d columns and X with %d",
        w.rows(),
        w.cols(),
        k,
        cols);
  }

  /** Requires the number of a column of X, from 0. */
  void requireColumn(int d) {
    require(d >= 0 && d < cols, "column %d of X with %d", d, cols);
  }

  /**
   * Requires that an argument fits.
   *
   * @throws IllegalArgumentException with the message if it does not
   */
  @SuppressWarnings("AnnotateFormatMethod")
  static void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw new IllegalArgumentException(message.formatted(values));
    }
  }
}
