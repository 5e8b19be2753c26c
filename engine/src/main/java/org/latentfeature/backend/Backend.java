package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * An open backend: one device or library, ready to be loaded with rows. Outer loops load through
 * {@link CheckedRows}, which checks what they ask.
 *
 * <p>Threads: what is loaded belongs to the thread that loaded it. Any number of threads may fit
 * and apply models at once on one backend of the CPU ({@code java}, {@code openblas}); each gets
 * the bits that it gets alone. To serve many requests, open it with one thread ({@link
 * Resources#ofThreads}) and share it and the models, which are immutable; with more, products large
 * enough for them wait for each other. A backend of GPUs has rows of one thread at a time, and
 * refuses another: send all its work to one thread. Closing is for the owner, once no thread has
 * rows.
 */
public interface Backend extends AutoCloseable {

  /** What runs, for the log and the model. */
  BackendInfo info();

  /** Whether steps, or codes, of these limits can be opened. */
  boolean offers(Limits<?> limits);

  /**
   * Bytes that N×D rows and all that {@code opened} names take together on the backend's device:
   * without the caller's X, but with a copy of it where the device cannot read it in place.
   */
  long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened);

  /** Bytes that may still be allocated there. */
  long bytesAvailable();

  /**
   * Loads {@code x} (N×D). The matrix is read, never written, and must stay reachable and unchanged
   * while its rows are loaded.
   *
   * @param first number of its first row, where it is a part of others
   * @param stop asked while X crosses to a device
   * @throws StoppedException if {@code stop} is set meanwhile
   * @throws OutOfBackendMemoryException if the rows do not fit; both numbers are in the message
   */
  ResidentRows load(Matrix x, long first, StopSignal stop);

  /**
   * Takes this backend for rows of the calling thread, before they are loaded. Where threads may
   * share it, there is nothing to take.
   *
   * @return gives it back, once
   * @throws IllegalStateException naming both threads, if it serves one at a time, and another has
   *     rows on it
   */
  default Runnable claim() {
    return () -> {};
  }

  /** The host's K×K algebra that suits this backend best. */
  default Algebra algebra() {
    return Algebra.JAVA;
  }

  /** Releases the device. Rows must be closed before. */
  @Override
  void close();
}
