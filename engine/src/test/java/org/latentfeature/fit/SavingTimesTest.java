package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SavingTimesTest {

  private long now = 1000;

  private final SavingTimes times = new SavingTimes(Duration.ofNanos(50), () -> now);

  @Test
  void theFirstTimeIsOneIntervalFromTheStart() {
    now += 49;
    assertFalse(times.isDue());
    now += 1;
    assertTrue(times.isDue());
  }

  @Test
  void anIntervalIsFromTheEndOfTheLastTime() {
    now += 50;
    times.save(() -> now += 2);
    now += 49;
    assertFalse(times.isDue());
    now += 1;
    assertTrue(times.isDue());
  }

  /** Saving that takes 20 waits for 200. */
  @Test
  void savingThatTakesLongIsRare() {
    now += 50;
    times.save(() -> now += 20);
    now += 199;
    assertFalse(times.isDue());
    now += 1;
    assertTrue(times.isDue());
  }
}
