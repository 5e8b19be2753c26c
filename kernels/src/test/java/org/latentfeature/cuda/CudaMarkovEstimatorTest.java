package org.latentfeature.cuda;

import org.latentfeature.markov.MarkovEstimatorContract;

@OnDevice
final class CudaMarkovEstimatorTest extends MarkovEstimatorContract {
  CudaMarkovEstimatorTest() {
    super(TestedDevice.provider());
  }
}
