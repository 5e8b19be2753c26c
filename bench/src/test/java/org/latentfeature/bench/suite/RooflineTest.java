package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.latentfeature.bench.step.CountedWork;

final class RooflineTest {

  private static final MeasuredLimits LIMITS = new MeasuredLimits(100, 40, 10);

  @Test
  void theLongerOfProductsAndMemoryIsTheLimit() {
    Roofline products = Roofline.of(new CountedWork(300, 0, 20), LIMITS);
    assertEquals(3, products.seconds());
    assertEquals("products", products.bound());
    Roofline memory = Roofline.of(new CountedWork(300, 0, 50), LIMITS);
    assertEquals(5, memory.seconds());
    assertEquals("memory", memory.bound());
  }

  @Test
  void eachPrecisionHasItsOwnRate() {
    assertEquals(3 + 2, Roofline.of(new CountedWork(300, 80, 0), LIMITS).seconds());
  }

  @Test
  void theShareIsOfTheTimeTaken() {
    assertEquals(0.25, Roofline.of(new CountedWork(300, 0, 20), LIMITS).share(12));
  }

  @Test
  void aMeasurementIsItsMiddleIteration() {
    Measurement even = measurement(LIMITS, 4.0, 1.0, 2.0, 100.0);
    assertEquals(3, even.median());
    assertEquals(1, even.least());
    assertEquals(100, even.most());
    assertEquals((300 + 60) / 3.0, even.flopsPerSecond());
    assertEquals(50, even.bytesPerSecond());
    assertEquals(2, measurement(LIMITS, 9.0, 1.0, 2.0).median());
    Roofline roofline = even.roofline();
    assertNotNull(roofline);
    assertEquals(15, roofline.seconds());
  }

  /** Within half of the limit it binds; below, the time and the processors say what does. */
  @Test
  void whatBindsFollowsFromShareTimeAndBusyProcessors() {
    assertEquals("memory", busy(2.0, 30).bound(2));
    assertEquals("other work", busy(2.0, 31).bound(2));
    assertEquals("one core", busy(1.1, 31).bound(2));
    assertEquals("other work", busy(1.1, 31).bound(1));
    assertEquals("other work", busy(null, 31).bound(2));
    MeasuredLimits fast = new MeasuredLimits(1e9, 1e9, 1e9);
    assertEquals("latency", measurement(fast, 1e-4).bound(2));
    assertNull(measurement(null, 1.0).bound(2));
  }

  private static Measurement busy(@Nullable Double cores, double seconds) {
    CountedWork work = new CountedWork(300, 60, 150);
    return new Measurement("sweep", "9x9x2", List.of(seconds), work, cores, LIMITS);
  }

  @Test
  void withoutLimitsThereIsNoShare() {
    assertNull(
        new Measurement("sweep", "9x9x2", List.of(1.0), new CountedWork(1, 1, 1), 2.0, null)
            .roofline());
  }

  private static Measurement measurement(@Nullable MeasuredLimits limits, Double... seconds) {
    return new Measurement(
        "sweep", "9x9x2", List.of(seconds), new CountedWork(300, 60, 150), 2.0, limits);
  }
}
