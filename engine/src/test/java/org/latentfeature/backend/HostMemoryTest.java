package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HostMemoryTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void thePeakHoldsWhatWasTouched() {
    byte[] touched = new byte[64 << 20];
    for (int i = 0; i < touched.length; i += 1024) {
      touched[i] = 1;
    }
    OptionalLong peak = HostMemory.peakResident();
    assertTrue(peak.orElseThrow() >= touched.length, peak::toString);
    assertEquals(1, touched[touched.length - 1024]);
  }
}
