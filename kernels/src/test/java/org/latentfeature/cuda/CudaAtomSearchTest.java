package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.AtomSearchContract;

@Tag(TestedDevice.TAG)
final class CudaAtomSearchTest extends AtomSearchContract {
  CudaAtomSearchTest() {
    super(TestedDevice.provider());
  }
}
