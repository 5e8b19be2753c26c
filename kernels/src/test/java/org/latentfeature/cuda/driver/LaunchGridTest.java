package org.latentfeature.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LaunchGridTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1, 32",
    "45, 1, 64",
    "256, 1, 256",
    "257, 2, 160",
    "512, 2, 256",
    "784, 4, 224",
    "1000, 4, 256",
  })
  void blocksAcrossAreEqualAndWholeWarps(int length, int blocks, int threads) {
    assertEquals(
        new LaunchGrid(3, blocks, 5, threads, 0), LaunchGrid.blocks(3).deep(5).across(length));
  }
}
