package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.progress.StoppedException;

final class FitMonitorTest {

  private final AtomicLong clock = new AtomicLong(1_000);

  private FitMonitor limited(long nanos) {
    return new FitMonitor(FitListener.SILENT, Duration.ofNanos(nanos), clock::get);
  }

  /** Work that only the signal ends. */
  private void workUntilStopped(FitMonitor monitor) {
    while (true) {
      clock.incrementAndGet();
      monitor.signal().check();
    }
  }

  @Test
  void aShareThatIsUsedUpLeavesTheRest() {
    FitMonitor monitor = limited(100);
    assertFalse(monitor.within(0.5, () -> workUntilStopped(monitor)));
    assertEquals(1_051, clock.get());
    assertFalse(monitor.stop());
    assertEquals(Ending.CONVERGED, monitor.ended());
    assertThrows(StoppedException.class, () -> workUntilStopped(monitor));
    assertEquals(1_101, clock.get());
    assertEquals(Ending.TIME_LIMIT, monitor.ended());
  }

  @Test
  void whatAShareLeavesIsTheOthers() {
    FitMonitor monitor = limited(100);
    assertTrue(monitor.within(0.5, () -> clock.addAndGet(10)));
    assertThrows(StoppedException.class, () -> workUntilStopped(monitor));
    assertEquals(1_101, clock.get());
  }

  @Test
  void theEndOfTheFitIsTheEndOfAShare() {
    AtomicBoolean enough = new AtomicBoolean();
    FitMonitor monitor = new FitMonitor(FitListener.SILENT.until(enough::get), null, clock::get);
    assertThrows(
        StoppedException.class,
        () ->
            monitor.within(
                0.5,
                () -> {
                  enough.set(true);
                  workUntilStopped(monitor);
                }));
    assertEquals(Ending.STOPPED, monitor.ended());
  }

  @Test
  void whatComesAfterTheEndIsNotCutOff() {
    FitMonitor monitor = limited(0);
    clock.incrementAndGet();
    assertTrue(monitor.signal().isSet());
    assertFalse(monitor.close(() -> monitor.signal().isSet()));
    assertTrue(monitor.signal().isSet());
  }

  @Test
  void anInterruptionEndsTheFitAndIsKept() {
    FitMonitor monitor = limited(100);
    Thread.currentThread().interrupt();
    assertTrue(monitor.stop());
    assertEquals(Ending.INTERRUPTED, monitor.ended());
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertTrue(monitor.stop(), "and the fit has ended all the same");
  }
}
