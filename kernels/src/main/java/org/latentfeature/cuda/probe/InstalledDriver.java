package org.latentfeature.cuda.probe;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasStatus;
import org.latentfeature.backend.NativeCache;

/**
 * This machine's driver and cuBLAS. Never JCuda's runtime API, which brings a runtime of its own
 * that refuses older drivers.
 */
final class InstalledDriver implements Driver {

  private static final int NAME_BYTES = 256;

  private final Platform platform;

  InstalledDriver(Platform platform) {
    this.platform = platform;
  }

  @Override
  public void load() throws IOException {
    Natives.load("jcuda.driver.JCudaDriver");
  }

  @Override
  public int version() {
    int[] version = new int[1];
    check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
    return version[0];
  }

  @Override
  public int start() {
    return JCudaDriver.cuInit(0);
  }

  @Override
  public int devices() {
    int[] count = new int[1];
    check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
    return count[0];
  }

  @Override
  public CudaDevice device(int ordinal) {
    CUdevice device = new CUdevice();
    check("cuDeviceGet(" + ordinal + ")", JCudaDriver.cuDeviceGet(device, ordinal));
    byte[] name = new byte[NAME_BYTES];
    check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, NAME_BYTES, device));
    long[] memory = new long[1];
    check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(memory, device));
    return new CudaDevice(
        ordinal,
        new String(name, StandardCharsets.UTF_8).split("\0", 2)[0].strip(),
        memory[0],
        attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        version(),
        attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
        attribute(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
        attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
        attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
        attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
        attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
        attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
        attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
  }

  @Override
  public void loadBlas() throws IOException {
    Optional<BundledCublas> bundled =
        BundledCublas.find(InstalledDriver.class.getClassLoader(), platform);
    if (bundled.isPresent()) {
      bundled.get().load(NativeCache.folder(), System::load);
    }
    // Windows binds all functions of a library at once, of which CUDA 13 lacks some.
    Natives.Preparation preparation =
        platform == Platform.LINUX
            ? folder -> CublasBinding.unpack(folder, System::load)
            : folder -> {};
    Natives.load("jcuda.jcublas.JCublas2", preparation);
  }

  @Override
  public int blasVersion() {
    int[] part = new int[1];
    int version = 0;
    for (int property = 0; property < 3; property++) {
      int status = JCublas2.cublasGetProperty(property, part);
      if (status != cublasStatus.CUBLAS_STATUS_SUCCESS) {
        throw new DriverFailure("cublasGetProperty", status);
      }
      version = 100 * version + part[0];
    }
    return version;
  }

  private static int attribute(CUdevice device, int attribute) {
    int[] value = new int[1];
    check(
        "cuDeviceGetAttribute(" + attribute + ")",
        JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
    return value[0];
  }

  private static void check(String call, int result) {
    if (result != CUresult.CUDA_SUCCESS) {
      throw new DriverFailure(call, result);
    }
  }
}
