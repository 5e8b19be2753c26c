package org.latentfeature.backend.contract;

import org.latentfeature.backend.BackendFailureException;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** A backend whose device dies after some steps; what is open can still be closed. */
public final class FailingBackend extends ForwardingBackend {

  private int left;

  /** Sessions' steps, the opening of each included, are done {@code steps} times and no more. */
  public FailingBackend(int steps) {
    left = steps;
  }

  /** How many more it would do. */
  public int left() {
    return left;
  }

  private void step(String name) {
    if (!name.equals("close") && left-- <= 0) {
      throw new BackendFailureException(name + " failed: the device is gone");
    }
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    step("open");
    return telling(this::step, super.open(x, limits, stop));
  }
}
