package org.latentfeature.backend;

import java.util.List;
import java.util.Set;

/**
 * The threads and devices that a backend may use, and its precision.
 *
 * @param threads CPU threads, 0 for the backend's own choice
 * @param devices numbers of the devices, counted from 0 in the order of {@link Probe#devices()};
 *     only 0 for a backend without devices. Several devices share the rows ({@link DeviceGroup})
 * @param precision what products may round their inputs to
 */
public record Resources(int threads, List<Integer> devices, Precision precision) {

  /** The rounding that a backend may apply to inputs of single-precision products. */
  public enum Precision {

    /** Inputs are not rounded. */
    SINGLE("single precision"),

    /**
     * All inputs are rounded to TensorFloat-32, whose mantissa has 10 bits: about 3 decimal digits,
     * and several times faster on GPUs that support it.
     */
    TF32("TensorFloat-32"),

    /**
     * The residual is rounded to bfloat16, whose mantissa has 7 bits, where searches for atoms read
     * it again and again: half the bytes of each reading, for 2 bytes an entry of X more memory.
     * The value of the SDP is that of the rounded residual. Other products of sweeps keep about 5
     * digits; atoms that are handed out have sums and scores in single precision.
     */
    BF16("bfloat16");

    private final String description;

    Precision(String description) {
      this.description = description;
    }

    /** Its name in full. */
    public String description() {
      return description;
    }
  }

  /** The backend's own number of threads, the first device, full single precision. */
  public static final Resources DEFAULT = new Resources(0, 0, Precision.SINGLE);

  /**
   * Checks the numbers, independently of the machine.
   *
   * @throws IllegalArgumentException for a negative number
   */
  public Resources {
    if (threads < 0) {
      throw new IllegalArgumentException("threads is " + threads + "; it must be at least 0");
    }
    devices = List.copyOf(devices);
    if (devices.isEmpty()) {
      throw new IllegalArgumentException("the list of devices is empty; 0 is the first device");
    }
    for (int device : devices) {
      if (device < 0) {
        throw new IllegalArgumentException("device is " + device + "; it must be at least 0");
      }
    }
    if (Set.copyOf(devices).size() < devices.size()) {
      throw new IllegalArgumentException("a device occurs twice in " + devices);
    }
  }

  /** One device. */
  public Resources(int threads, int device, Precision precision) {
    this(threads, List.of(device), precision);
  }

  /** Number of the first device. */
  public int device() {
    return devices.get(0);
  }

  /** Returns one set of resources per device, each with all threads and the same precision. */
  List<Resources> apart() {
    return devices.stream().map(d -> new Resources(threads, d, precision)).toList();
  }

  /** {@link #DEFAULT} with another number of CPU threads. */
  public static Resources ofThreads(int threads) {
    return new Resources(threads, DEFAULT.devices(), DEFAULT.precision());
  }
}
