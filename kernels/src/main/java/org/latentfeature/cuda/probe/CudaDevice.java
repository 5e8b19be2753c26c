package org.latentfeature.cuda.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import org.latentfeature.backend.Device;

/**
 * A GPU, as the driver describes it before anything is opened on it.
 *
 * @param ordinal its number, from 0
 * @param name the maker's name
 * @param totalMemory bytes
 * @param major compute capability, before the point
 * @param minor compute capability, after the point
 * @param driverVersion newest CUDA version that the driver serves, 1000·major + 10·minor
 * @param multiprocessors how many there are
 * @param threadsPerMultiprocessor most threads that one holds at a time
 * @param registersPerMultiprocessor 32-bit registers that they share
 * @param sharedPerMultiprocessor bytes of shared memory that they share
 * @param sharedPerBlock most bytes of it that one block may ask for
 * @param l2Bytes second-level cache
 * @param clockKilohertz of the multiprocessors, at its peak
 * @param memoryClockKilohertz of the memory, at its peak
 * @param memoryBusBits width of the memory's bus
 */
public record CudaDevice(
    int ordinal,
    String name,
    long totalMemory,
    int major,
    int minor,
    int driverVersion,
    int multiprocessors,
    int threadsPerMultiprocessor,
    int registersPerMultiprocessor,
    int sharedPerMultiprocessor,
    int sharedPerBlock,
    int l2Bytes,
    int clockKilohertz,
    int memoryClockKilohertz,
    int memoryBusBits) {

  private static final int LEAST_MAJOR = 7;
  private static final int LEAST_MINOR = 5;

  /** A variable of cuBLAS's, which changes what all programs compute. */
  private static final String OVERRIDE = "NVIDIA_TF32_OVERRIDE";

  /** Least compute capability, before the point, with TF32. */
  private static final int TENSOR_FLOATS = 8;

  /** The least compute capability that the kernels are compiled for. */
  static final String LEAST_CAPABILITY = LEAST_MAJOR + "." + LEAST_MINOR;

  /** The compute capability, for example {@code 9.0}. */
  public String computeCapability() {
    return major + "." + minor;
  }

  /** The newest CUDA version that the driver serves, for example {@code 12.4}. */
  public String cudaVersion() {
    return cudaVersion(driverVersion);
  }

  static String cudaVersion(int driverVersion) {
    return driverVersion / 1000 + "." + driverVersion % 1000 / 10;
  }

  /** Returns whether the device's compute capability is high enough for the kernels. */
  boolean isNewEnough() {
    return major > LEAST_MAJOR || (major == LEAST_MAJOR && minor >= LEAST_MINOR);
  }

  /**
   * The first cuBLAS that has kernels for it, 10000·major + 100·minor: those of Blackwell, compute
   * capability 10.0 and later, came with CUDA 12.8.
   */
  int leastBlas() {
    return major >= 10 ? 120_800 : 120_000;
  }

  /** Number, name and compute capability, for messages. */
  String title() {
    return "device %d (%s) has compute capability %s".formatted(ordinal, name, computeCapability());
  }

  /**
   * As the engine lists it, with what the environment has cuBLAS do there whatever a backend asks
   * for.
   */
  Device listed() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("compute capability", computeCapability());
    properties.put("driver for CUDA", cudaVersion());
    if (major >= TENSOR_FLOATS && "1".equals(System.getenv(OVERRIDE))) {
      properties.put(
          OVERRIDE,
          "is 1, so that cuBLAS rounds all products to TF32; unset it for full precision");
    }
    return new Device(name, totalMemory, properties);
  }
}
