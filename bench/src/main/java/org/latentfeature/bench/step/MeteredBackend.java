package org.latentfeature.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/**
 * A backend that remembers its sessions, to add up what they counted; closed ones too, since some
 * steps open a session of their own.
 */
final class MeteredBackend implements Backend {

  private final Backend backend;
  private final CountingAlgebra algebra;
  private final List<Session> sessions = new ArrayList<>();

  /** Counts what is done through {@code backend}, which stays the caller's. */
  MeteredBackend(Backend backend) {
    this.backend = backend;
    algebra = new CountingAlgebra(backend.algebra());
  }

  /** All the work so far. */
  CountedWork work() {
    CountedWork sum = new CountedWork(0, algebra.flops(), 0);
    for (Session session : sessions) {
      sum =
          sum.plus(
              CountedWork.of(session.counters().steps().values(), session.rows(), session.cols()));
    }
    return sum;
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    Session session = backend.open(x, limits, stop);
    sessions.add(session);
    return session;
  }

  @Override
  public Algebra algebra() {
    return algebra;
  }

  @Override
  public BackendInfo info() {
    return backend.info();
  }

  @Override
  public long bytesNeeded(int rows, int cols, SessionLimits limits) {
    return backend.bytesNeeded(rows, cols, limits);
  }

  @Override
  public long bytesAvailable() {
    return backend.bytesAvailable();
  }

  @Override
  public void close() {
    // The backend is another's.
  }
}
