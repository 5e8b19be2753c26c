package org.latentfeature.cuda;

import org.latentfeature.backend.contract.BriefAtomSearchContract;

/** What {@code mvn verify} runs of {@link CudaAtomSearchTest}. */
@OnDevice
final class BriefCudaAtomSearchTest extends BriefAtomSearchContract {
  BriefCudaAtomSearchTest() {
    super(TestedDevice.provider());
  }
}
