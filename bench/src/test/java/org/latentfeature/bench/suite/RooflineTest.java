package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
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

  @Test
  void withoutLimitsThereIsNoShare() {
    assertNull(
        new Measurement("sweep", "9x9x2", List.of(1.0), new CountedWork(1, 1, 1), null).roofline());
  }

  private static Measurement measurement(MeasuredLimits limits, Double... seconds) {
    return new Measurement(
        "sweep", "9x9x2", List.of(seconds), new CountedWork(300, 60, 150), limits);
  }
}
