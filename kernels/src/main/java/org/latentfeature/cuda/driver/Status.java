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
          "%s failed: %s (%s)%s"
              .formatted(call.get(), CUresult.stringFor(code), text[0], remedy(code)));
    }
  }

  /** Returns what a user can do about an error code, or an empty string where that is not known. */
  private static String remedy(int code) {
    return switch (code) {
      case CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE ->
          "; another process has exclusive use of the device: see nvidia-smi, or choose another"
              + " with --device";
      case CUresult.CUDA_ERROR_JIT_COMPILER_NOT_FOUND ->
          "; the driver's compiler, libnvidia-ptxjitcompiler, is missing: install all of the driver's"
              + " libraries";
      case CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION -> "; update NVIDIA's driver";
      default -> "";
    };
  }

  /** Throws unless {@code code} is success; {@code call} names the call and its shapes. */
  static void blas(int code, Supplier<String> call) {
    if (code != cublasStatus.CUBLAS_STATUS_SUCCESS) {
      throw new BackendFailureException(
          "%s failed: %s".formatted(call.get(), cublasStatus.stringFor(code)));
    }
  }
}
