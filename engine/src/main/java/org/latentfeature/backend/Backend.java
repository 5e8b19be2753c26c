package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * An open backend: one device or library, ready to be loaded with rows. Outer loops load through
 * {@link CheckedRows}, which checks their calls.
 *
 * <p>Thread safety: any number of threads may fit and apply models on one CPU backend ({@code
 * java}, {@code openblas}) at the same time; each gets the bits that it gets alone. A GPU backend
 * serves one thread at a time, and refuses a second one while the first has rows loaded. Loaded
 * rows belong to the thread that loaded them. To serve requests, share the models and one CPU
 * backend opened with one thread ({@link Resources#ofThreads}); with more, large products wait for
 * each other. On a GPU, send all work to one thread ({@code Executors.newSingleThreadExecutor}).
 * Close a backend once no thread has rows on it.
 */
public interface Backend extends AutoCloseable {

  /** Name, device, threads and versions, for the log and the model. */
  BackendInfo info();

  /** Returns whether this backend can open steps, or codes, with these limits. */
  boolean offers(Limits<?> limits);

  /**
   * Bytes that N×D rows and the steps and codes of {@code opened} take together on the backend's
   * device: without the caller's X, but with a copy of it if the device cannot read it in place.
   */
  long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened);

  /** Bytes that can still be allocated on the device. */
  long bytesAvailable();

  /**
   * Loads {@code x} (N×D). The matrix is read, never written, and must stay reachable and unchanged
   * while its rows are loaded.
   *
   * @param first number of its first row among all rows, if it is a part of them
   * @param stop checked while X is copied to a device
   * @throws StoppedException if {@code stop} is set during the copy
   * @throws OutOfBackendMemoryException if the rows do not fit; both numbers are in the message
   */
  ResidentRows load(Matrix x, long first, StopSignal stop);

  /**
   * Loads a block of rows, which each call of a step loads anew. Like {@link #load}, but without
   * preparations that pay off only over many calls.
   *
   * @param first number of its first row among all rows
   */
  default ResidentRows loadBlock(Matrix x, long first, StopSignal stop) {
    return load(x, first, stop);
  }

  /**
   * Loads sparse rows, read in place; see {@link #load(Matrix, long, StopSignal)}.
   *
   * @param first number of the first row among all rows
   * @param stop checked while X is copied to a device
   * @throws DataException naming the backend and the ways out, if it has no steps over sparse rows
   */
  default ResidentRows load(SparseRows x, long first, StopSignal stop) {
    return sparse().load(x, first, stop);
  }

  /**
   * Loads rows that other machines hold.
   *
   * @param x the rows
   * @param stop checked before each step on them
   * @throws DataException naming the backend and the way out, if it does not reach them
   */
  default ResidentRows load(RemoteRows x, StopSignal stop) {
    throw new DataException(
        "backend %s does not reach rows on other machines; fit a sample of them"
            .formatted(info().name()));
  }

  /**
   * This backend for sparse rows: what it {@linkplain #offers offers} over them, the {@linkplain
   * #bytesNeeded bytes} that this takes besides the rows, and no rows that are dense.
   *
   * @throws DataException naming the backend and the ways out, if it has no steps over sparse rows
   */
  default Backend sparse() {
    throw new DataException(
        "backend %s does not support sparse rows; %s, or %s"
            .formatted(info().name(), Phrase.SPARSE_BACKEND, Phrase.DENSE));
  }

  /**
   * Returns whether several threads may have rows on this backend at once; if not, {@link #claim}
   * refuses all but one.
   */
  default boolean isShared() {
    return true;
  }

  /**
   * Claims this backend for rows of the calling thread, before they are loaded; does nothing where
   * threads may share it.
   *
   * @return releases it, once
   * @throws IllegalStateException naming both threads, if it serves one at a time, and another has
   *     rows on it
   */
  default Runnable claim() {
    return () -> {};
  }

  /** The best K×K algebra on the host for this backend. */
  default Algebra algebra() {
    return Algebra.JAVA;
  }

  /** Releases the device. Close all rows first. */
  @Override
  void close();
}
