package org.latentfeature.cuda;

import org.latentfeature.study.many.ManyFitsContract;

/** Several streams of one device. */
@OnDevice
final class CudaManyFitsTest extends ManyFitsContract {
  CudaManyFitsTest() {
    super(TestedDevice.provider(), 2, 2);
  }
}
