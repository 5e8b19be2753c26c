package org.latentfeature.backend;

/**
 * What of the machine a backend is given, and how it may compute there.
 *
 * @param threads CPU threads, 0 for the backend's own choice
 * @param device number of the device, counted from 0 in the order of {@link Probe#devices()};
 *     always 0 for a backend that has none
 * @param tensorFloat32 whether products of single-precision matrices may round their inputs to
 *     TensorFloat-32, whose mantissa has 10 bits: about 3 decimal digits, and several times faster
 *     on cards that have it
 */
public record Resources(int threads, int device, boolean tensorFloat32) {

  /** The backend's own number of threads, the first device, full single precision. */
  public static final Resources DEFAULT = new Resources(0, 0, false);

  /**
   * Checks the numbers as far as that needs no machine.
   *
   * @throws IllegalArgumentException for a negative number
   */
  public Resources {
    if (threads < 0) {
      throw new IllegalArgumentException("threads is " + threads + "; it must be at least 0");
    }
    if (device < 0) {
      throw new IllegalArgumentException("device is " + device + "; it must be at least 0");
    }
  }

  /** {@link #DEFAULT} with another number of CPU threads. */
  public static Resources ofThreads(int threads) {
    return new Resources(threads, DEFAULT.device(), DEFAULT.tensorFloat32());
  }
}
