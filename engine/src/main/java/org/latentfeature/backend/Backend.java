package org.latentfeature.backend;

import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** An open backend: one device or library, ready for sessions. Not thread-safe. */
public interface Backend extends AutoCloseable {

  /** What runs, for the log and the model. */
  BackendInfo info();

  /**
   * Bytes that a session of this shape allocates on the backend's device: without the caller's X,
   * but with a copy of it where the device cannot read it in place.
   */
  long bytesNeeded(int rows, int cols, SessionLimits limits);

  /** Bytes that may still be allocated there. */
  long bytesAvailable();

  /**
   * Opens a session on {@code x} (N×D). The matrix is read, never written, and must stay reachable
   * and unchanged while the session is open.
   *
   * @param stop asked within each of the session's long calls, which it cuts off by a {@link
   *     StoppedException}
   * @throws OutOfBackendMemoryException if the session does not fit; both numbers are in the
   *     message
   */
  Session open(Matrix x, SessionLimits limits, StopSignal stop);

  /** The host's K×K algebra that suits this backend best. */
  default Algebra algebra() {
    return Algebra.JAVA;
  }

  /** Releases the device. Sessions must be closed before. */
  @Override
  void close();
}
