package org.latentfeature.cuda;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.contract.SoftFactorisationContract;

@OnDevice
final class CudaSoftFactorisationTest extends SoftFactorisationContract {

  /** Bytes of a block's shared memory that a driver gives without being told. */
  private static final int FREE = 48 << 10;

  CudaSoftFactorisationTest() {
    super(TestedDevice.provider(), 5e-6);
  }

  /** Features for which a block has less than 64 bytes left of its shared memory. */
  static IntStream numbersOfFeaturesThatFillABlock() {
    int most = TestedDevice.gpu().sharedBytes();
    return IntStream.rangeClosed(1, 1000)
        .filter(
            k ->
                isFull(FREE, DescentShape.soft(k, most).bytes(k))
                    || isFull(most, DescentShape.soft(k, most).bytes(k)));
  }

  private static boolean isFull(int room, int bytes) {
    return bytes <= room && bytes > room - 64;
  }

  @ParameterizedTest
  @MethodSource("numbersOfFeaturesThatFillABlock")
  void aFullBlockIsLaunched(int features) {
    assertRounds(2, 3, features);
  }
}
