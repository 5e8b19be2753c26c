package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {

  @Test
  void matricesUseIt() {
    assertTrue(DirectMemory.limit() > 0);
    assertTrue(DirectMemory.available() <= DirectMemory.limit());
    Matrix x = Matrix.allocate(1 << 20, 4);
    try {
      assertTrue(DirectMemory.available() <= DirectMemory.limit() - x.bytes());
    } finally {
      Reference.reachabilityFence(x);
    }
  }
}
