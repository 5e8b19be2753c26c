package org.latentfeature.cli.many;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ManyProgressTest {

  @Test
  void aFailureIsNoFit() {
    assertEquals(
        "50 of 100, 2.00 fits/s, 10 s left, 30 failed", ManyProgress.line(100, 50, 0, 30, 10));
  }

  @Test
  void whatWasThereIsNoFit() {
    assertEquals("50 of 100, 2.00 fits/s, 25 s left", ManyProgress.line(100, 50, 30, 0, 10));
    assertEquals("50 of 100", ManyProgress.line(100, 50, 50, 0, 10));
    assertEquals("50 of 100, 20 failed", ManyProgress.line(100, 50, 30, 20, 10));
  }
}
