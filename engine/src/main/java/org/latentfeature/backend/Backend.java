package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * An open backend: one device or library, ready to be loaded with rows. Not thread-safe. Outer
 * loops load through {@link CheckedRows}, which checks what they ask.
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

  /** The host's K×K algebra that suits this backend best. */
  default Algebra algebra() {
    return Algebra.JAVA;
  }

  /** Releases the device. Rows must be closed before. */
  @Override
  void close();
}
