package org.latentfeature.cuda.probe;

import jcuda.driver.CUresult;

/** A call to the driver that had to succeed did not, while probing. */
final class DriverFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DriverFailure(String call, int result) {
    super(call + " answered " + CUresult.stringFor(result) + " (" + result + ")");
  }
}
