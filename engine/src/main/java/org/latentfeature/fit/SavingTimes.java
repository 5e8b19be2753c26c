package org.latentfeature.fit;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When a running fit is saved: at intervals, but never for more than about a tenth of its time. Any
 * thread may ask; one saves.
 */
public final class SavingTimes {

  private static final long SHARE = 10;

  private final long interval;
  private final LongSupplier nanoTime;
  private volatile long last;
  private volatile long wait;

  /** The first time is one {@code interval} from now. */
  public SavingTimes(Duration interval) {
    this(interval, System::nanoTime);
  }

  /** Sets the first time to one {@code interval} from now, by another clock than the system's. */
  SavingTimes(Duration interval, LongSupplier nanoTime) {
    this.interval = interval.toNanos();
    this.nanoTime = nanoTime;
    last = nanoTime.getAsLong();
    wait = this.interval;
  }

  /** Returns whether it is time to save. */
  public boolean isDue() {
    return nanoTime.getAsLong() - last >= wait;
  }

  /** Saves; the next time depends on how long that takes. */
  public void save(Runnable saving) {
    long start = nanoTime.getAsLong();
    try {
      saving.run();
    } finally {
      last = nanoTime.getAsLong();
      wait = Math.max(interval, SHARE * (last - start));
    }
  }
}
