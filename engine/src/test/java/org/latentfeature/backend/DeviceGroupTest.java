package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.contract.ForwardingBackend;

final class DeviceGroupTest {

  private static Backend device(long bytes) {
    return new ForwardingBackend() {
      @Override
      public long bytesAvailable() {
        return bytes;
      }
    };
  }

  /** All have the same share of the rows: the one with the least memory is full first. */
  @ParameterizedTest
  @CsvSource({"7, 5, 9", "5, 9, 7", "9, 7, 5"})
  void theMemoryIsThatOfItsSmallestDevice(long first, long second, long third) {
    List<Backend> devices =
        LongStream.of(first, second, third).mapToObj(DeviceGroupTest::device).toList();
    try (DeviceGroup group = new DeviceGroup(devices)) {
      assertEquals(5, group.bytesAvailable());
    }
  }
}
