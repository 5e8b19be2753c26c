package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.List;

/**
 * The software CUDA device of this process. {@link #load} must come before the first touch of a
 * JCuda class: JCuda's own libraries then bind to it, by the names of NVIDIA's.
 */
public final class SoftwareDevice {

  private static boolean loaded;
  private static boolean told;

  private SoftwareDevice() {}

  /**
   * Builds the device where that is due, and loads it. The test that asks is skipped where that
   * cannot be, or fails with {@code -Dsoftcuda.required=true}.
   */
  @SuppressWarnings("restricted")
  public static synchronized void load() {
    if (!loaded) {
      Path folder = folder();
      System.load(folder.resolve("libcuda.so.1").toString());
      System.load(folder.resolve("libcublas.so.12").toString());
      loaded = true;
    }
  }

  /**
   * Loads the device unless the tests are to run on a real one ({@code -Drequire.backend=cuda}).
   */
  public static void standIn() {
    if (!isReplaced()) {
      load();
    }
  }

  /** Whether this process has it. */
  public static synchronized boolean isLoaded() {
    return loaded;
  }

  /** Whether the tests are to run on a real device instead. */
  public static boolean isReplaced() {
    return SoftwareDeviceBuild.realDeviceAsked();
  }

  /**
   * The folder of the two libraries, for the {@code LD_LIBRARY_PATH} of a process; skips or fails
   * as {@link #load} does, and says so once.
   */
  public static synchronized Path folder() {
    SoftwareDeviceBuild build = SoftwareDeviceBuild.get();
    if (build.folder().isPresent()) {
      return build.folder().get();
    }
    String line = build.reason() + ": the software CUDA device's tests are skipped";
    if (Boolean.getBoolean("softcuda.required") && !SoftwareDeviceBuild.realDeviceAsked()) {
      return fail(build.reason() + ", and softcuda.required is set");
    }
    if (!told) {
      told = true;
      System.err.println(line);
    }
    return abort(line);
  }

  /**
   * As {@link #folder}, of a machine with CUDA 13 alone, whose cuBLAS may have versions of symbols.
   */
  public static Path folderOfCuda13(boolean versioned) {
    return folder().resolve(versioned ? "cuda13" : "plain13");
  }

  /** What went wrong since the faults were last forgotten, in order. */
  public static List<String> faults() {
    return faultText().lines().toList();
  }

  /** What is alive on the device and should not be once all is closed; empty if nothing is. */
  public static List<String> leaks() {
    return leakText().lines().toList();
  }

  /** What was asked of the device since the counters were last forgotten. */
  public static SoftwareCounters counters() {
    return SoftwareCounters.parse(counterText().lines().toList());
  }

  /** Sets all counters to nought. */
  public static void resetCounters() {
    forgetCounters();
  }

  /**
   * Runs {@code work} with the requests of kernels counted ({@link SoftwareCounters#requests}),
   * which makes each access several times as dear.
   */
  public static void countingRequests(Runnable work) {
    setRequests(true);
    try {
      work.run();
    } finally {
      setRequests(false);
    }
  }

  /**
   * Makes the device usable again after a fault, and forgets the faults; what is queued is dropped,
   * what is allocated stays.
   */
  public static void resetFaults() {
    forgetFaults();
  }

  /** Frees everything and forgets everything; handles from before are dead. */
  public static void reset() {
    forgetAll();
  }

  /** How many devices there are, 0 to 2. */
  public static void devices(int count) {
    setDevices(count);
  }

  /** How many bytes of memory the device has. */
  public static void memory(long bytes) {
    setMemory(bytes);
  }

  /**
   * On how many multiprocessors the blocks of a cooperative launch may be: those of another device
   * where its launches are tested. Until {@link #reset}.
   */
  public static void cooperating(int multiprocessors) {
    setCooperating(multiprocessors);
  }

  /**
   * Makes calls fail: {@code cuMemAlloc=2,cuLaunchKernel=719@40} has every allocation answer 2, and
   * launches 719 from the 40th on. Replaces what was asked for before; empty for none.
   */
  public static void failures(String calls) {
    setFailures(calls);
  }

  private static native String faultText();

  private static native String leakText();

  private static native String counterText();

  private static native void forgetCounters();

  private static native void setRequests(boolean counted);

  private static native void forgetFaults();

  private static native void forgetAll();

  private static native void setDevices(int count);

  private static native void setFailures(String calls);

  private static native void setCooperating(int multiprocessors);

  private static native void setMemory(long bytes);
}
