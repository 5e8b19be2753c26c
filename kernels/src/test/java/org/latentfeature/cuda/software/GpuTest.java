package org.latentfeature.cuda.software;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each test has the software device to itself, and may leave it in any state. */
@Tag("device")
@ExtendWith(SoftwareOnly.class)
abstract class GpuTest {

  Gpu gpu;

  @BeforeAll
  static void load() {
    SoftwareDevice.load();
  }

  @BeforeEach
  void open() {
    gpu = new Gpu();
  }

  @AfterEach
  void reset() {
    SoftwareDevice.reset();
  }
}
