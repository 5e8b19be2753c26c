package org.latentfeature.cuda.software;

import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;

/** A process that knows nothing of the software device, and forgets to free a buffer. */
final class AloneProcess {

  private AloneProcess() {}

  public static void main(String[] args) {
    JCudaDriver.setExceptionsEnabled(true);
    JCudaDriver.cuInit(0);
    int[] count = new int[1];
    JCudaDriver.cuDeviceGetCount(count);
    CUdevice device = new CUdevice();
    JCudaDriver.cuDeviceGet(device, count[0] - 1);
    JCudaDriver.cuCtxCreate(new CUcontext(), 0, device);
    CUdeviceptr x = new CUdeviceptr();
    JCudaDriver.cuMemAlloc(x, 100);
    JCudaDriver.cuMemsetD8Async(x, (byte) 1, 100, null);
    JCudaDriver.setExceptionsEnabled(false);
    JCudaDriver.cuMemFree(x.withByteOffset(4));
    System.out.println("device " + (count[0] - 1));
  }
}
