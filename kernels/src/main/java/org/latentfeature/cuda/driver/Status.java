package org.latentfeature.cuda.driver;

import java.util.function.Supplier;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.cublasStatus;
import org.latentfeature.backend.BackendFailureException;

/** Turns the status codes of the driver and of cuBLAS into exceptions. */
final class Status {

  private Status() {}

  /** Throws unless {@code code} is success; {@code call} names the call and its shapes. */
  static void driver(int code, Supplier<String> call) {
    if (code != CUresult.CUDA_SUCCESS) {
      String[] text = {""};
      JCudaDriver.cuGetErrorString(code, text);
      throw new BackendFailureException(
          "%s failed: %s (%s)".formatted(call.get(), CUresult.stringFor(code), text[0]));
    }
  }

  /** Throws unless {@code code} is success; {@code call} names the call and its shapes. */
  static void blas(int code, Supplier<String> call) {
    if (code != cublasStatus.CUBLAS_STATUS_SUCCESS) {
      throw new BackendFailureException(
          "%s failed: %s".formatted(call.get(), cublasStatus.stringFor(code)));
    }
  }
}
