package org.latentfeature.step;

import java.util.ArrayDeque;
import java.util.Deque;
import org.latentfeature.base.progress.StopSignal;

/** Steps and codes opened on rows for one purpose and closed together, the last first. */
public final class Opened implements AutoCloseable {

  private final ResidentRows rows;
  private final StopSignal stop;
  private final Deque<Resident> all = new ArrayDeque<>();

  /** Empty; {@code stop} interrupts everything opened later. */
  public Opened(ResidentRows rows, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
  }

  /** Opens one more. If that fails, the earlier ones are closed. */
  public <R extends Resident> R open(Limits<R> limits) {
    try {
      return openBeside(limits);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Opens one more while the earlier ones are in use: if that fails, they remain open. */
  public <R extends Resident> R openBeside(Limits<R> limits) {
    R opened = rows.open(limits, stop);
    all.push(opened);
    return opened;
  }

  @Override
  public void close() {
    while (!all.isEmpty()) {
      all.pop().close();
    }
  }
}
