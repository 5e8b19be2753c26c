package org.latentfeature.backend.contract;

import org.latentfeature.backend.BackendFailureException;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** A backend whose device dies after some steps; what is open can still be closed. */
public final class FailingBackend extends ForwardingBackend {

  private int left;

  /** Steps, loading and opening included, are done {@code steps} times and no more. */
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
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    step("load");
    return super.load(x, first, stop);
  }

  @Override
  protected <R extends Resident> R opened(ResidentRows rows, Limits<R> limits, R opened) {
    step("open");
    return telling(this::step, opened);
  }
}
