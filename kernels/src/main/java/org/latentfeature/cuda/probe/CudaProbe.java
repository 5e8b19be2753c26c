package org.latentfeature.cuda.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import jcuda.driver.CUresult;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Device;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.UnsafeFolderException;

/**
 * The result of probing for CUDA on this machine.
 *
 * @param probe for the engine
 * @param devices all GPUs, by number, including those that are too old
 * @param blasVersion cuBLAS's, 10000·major + 100·minor + patch; 0 if none can be used
 */
public record CudaProbe(Probe probe, List<CudaDevice> devices, int blasVersion) {

  /**
   * CUDA 12.0: what the committed PTX says in its {@code .version} 8.0, and what serves it. Raise
   * all three together.
   */
  private static final int LEAST_CUDA = 12_000;

  private static final String LEAST_DRIVER = "525";

  /** A driver starts in under a second, or in some for each of many sleeping GPUs. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Keeps an unmodifiable copy of the devices. */
  public CudaProbe {
    devices = List.copyOf(devices);
  }

  /** Asks this machine. */
  public static CudaProbe ofThisMachine() {
    String osName = System.getProperty("os.name");
    String osArch = System.getProperty("os.arch");
    return Platform.of(osName, osArch)
        .map(platform -> of(platform, new InstalledDriver(platform), PATIENCE))
        .orElseGet(() -> unsupported(osName, osArch));
  }

  /**
   * The device of that number.
   *
   * @throws BackendUnavailableException if there is none, or the kernels cannot run on it
   */
  public CudaDevice usable(int ordinal) {
    if (!probe.isAvailable()) {
      throw new BackendUnavailableException(probe.everyReason());
    }
    if (ordinal >= devices.size()) {
      throw new BackendUnavailableException(
          "there is no device %d; choose one below %d with --device"
              .formatted(ordinal, devices.size()));
    }
    CudaDevice device = devices.get(ordinal);
    if (!device.isNewEnough()) {
      throw new BackendUnavailableException(
          "%s; %s is needed; choose another one with --device"
              .formatted(device.title(), CudaDevice.LEAST_CAPABILITY));
    }
    return device;
  }

  /** Returns whether cuBLAS can multiply on {@code device}; otherwise the backend's kernels do. */
  public boolean servesBlas(CudaDevice device) {
    return blasVersion > 0 && blasVersion >= device.leastBlas();
  }

  /** The answer where JCuda has no native code. */
  static CudaProbe unsupported(String osName, String osArch) {
    return new CudaProbe(
        Probe.unavailable(
            "JCuda has native code for Linux and Windows x86-64 only; this is %s %s"
                .formatted(osName, osArch)),
        List.of(),
        0);
  }

  /**
   * Probes {@code driver}; every problem becomes a reason.
   *
   * @param patience time limit of the driver's start; a broken driver may never answer
   */
  static CudaProbe of(Platform platform, Driver driver, Duration patience) {
    List<CudaDevice> devices = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    try {
      reasons.addAll(Deadline.within(patience, () -> ask(platform, driver, devices)));
    } catch (TimeoutException e) {
      return new CudaProbe(
          Probe.unavailable(
              "the driver did not answer within %d s; check that nvidia-smi works, or restart the machine"
                  .formatted(patience.toSeconds())),
          List.of(),
          0);
    }
    List<Device> listed = devices.stream().map(CudaDevice::listed).toList();
    if (!reasons.isEmpty()) {
      return new CudaProbe(Probe.unavailable(listed, reasons), devices, 0);
    }
    List<String> complaints = new ArrayList<>();
    int blas = askForBlas(platform, driver, complaints);
    devices.stream()
        .filter(device -> device.isNewEnough() && 0 < blas && blas < device.leastBlas())
        .forEach(device -> complaints.add(blasTooOld(device, blas)));
    String summary =
        "CUDA %s, %d device%s%s"
            .formatted(
                devices.get(0).cudaVersion(),
                devices.size(),
                devices.size() == 1 ? "" : "s",
                complaints.isEmpty()
                    ? ""
                    : "; own matrix products: " + String.join("; ", complaints));
    return new CudaProbe(Probe.available(summary, listed), devices, blas);
  }

  /** Adds to {@code devices} and returns the reasons why none can be used. */
  private static List<String> ask(Platform platform, Driver driver, List<CudaDevice> devices) {
    try {
      driver.load();
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      return List.of(noDriver(platform, LoadFailure.line(e)));
    } catch (IOException e) {
      return List.of(notUnpacked(e));
    }
    List<String> reasons = new ArrayList<>();
    try {
      int version = driver.version();
      if (version < LEAST_CUDA) {
        reasons.add(
            ("the driver is too old; it supports CUDA %s, and %s is needed; update NVIDIA's driver to"
                    + " version %s or later")
                .formatted(
                    CudaDevice.cudaVersion(version),
                    CudaDevice.cudaVersion(LEAST_CUDA),
                    LEAST_DRIVER));
      }
      int started = driver.start();
      int count = started == CUresult.CUDA_SUCCESS ? driver.devices() : 0;
      for (int i = 0; i < count; i++) {
        devices.add(driver.device(i));
      }
      if (started != CUresult.CUDA_SUCCESS && started != CUresult.CUDA_ERROR_NO_DEVICE) {
        reasons.add(notStarted(started));
      } else if (devices.isEmpty()) {
        reasons.add(
            "no CUDA device; the driver finds no GPU; check that nvidia-smi lists one, that the"
                + " container may use it, and that CUDA_VISIBLE_DEVICES does not hide it");
      } else if (devices.stream().noneMatch(CudaDevice::isNewEnough)) {
        reasons.add(
            "no GPU is new enough; %s, and %s is needed"
                .formatted(
                    String.join(", ", devices.stream().map(CudaDevice::title).toList()),
                    CudaDevice.LEAST_CAPABILITY));
      }
    } catch (DriverFailure e) {
      reasons.add("the driver fails; " + e.getMessage() + "; restart the machine or reinstall it");
    }
    return reasons;
  }

  private static String blasTooOld(CudaDevice device, int blas) {
    int least = device.leastBlas();
    return ("cuBLAS %d.%d is too old, %s and needs cuBLAS %d.%d; with that version or a later one"
            + " products are faster")
        .formatted(
            blas / 10_000, blas / 100 % 100, device.title(), least / 10_000, least / 100 % 100);
  }

  /** The version of cuBLAS, or 0 and a complaint more. */
  private static int askForBlas(Platform platform, Driver driver, List<String> complaints) {
    try {
      driver.loadBlas();
      return driver.blasVersion();
    } catch (DriverFailure e) {
      complaints.add("cuBLAS fails, " + e.getMessage() + "; reinstall it");
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      String line = LoadFailure.line(e);
      complaints.add(
          LoadFailure.lacksResource(line)
              ? notOnClassPath(platform)
              : ("no cuBLAS, %s; with %s (package libcublas-12-8 of NVIDIA's repository, or the"
                      + " CUDA toolkit; or build with -Dcuda.redist to bundle it, see"
                      + " kernels/README.md) products are faster")
                  .formatted(line, platform.blasLibrary));
    } catch (IOException e) {
      complaints.add(notUnpacked(e));
    }
    return 0;
  }

  private static String noDriver(Platform platform, String line) {
    if (LoadFailure.lacksResource(line)) {
      return notOnClassPath(platform);
    }
    // Windows does not name the library that it misses.
    boolean driverIsMissing =
        line.contains(platform.driverLibrary) || line.contains("dependent libraries");
    return driverIsMissing
        ? "no NVIDIA driver; %s; if there is an NVIDIA GPU, install driver version %s or later"
            .formatted(line, LEAST_DRIVER)
        : "JCuda's native code cannot be loaded; " + line;
  }

  private static String notOnClassPath(Platform platform) {
    return ("JCuda's native code is not on the class path; build on this machine, or add"
            + " org.jcuda:jcuda-natives and jcublas-natives with classifier %s")
        .formatted(platform.label);
  }

  private static String notUnpacked(IOException e) {
    return "native code cannot be unpacked; %s; free space there, or set another folder with -Djava.io.tmpdir=… and XDG_CACHE_HOME"
        .formatted(e instanceof UnsafeFolderException ? e.getMessage() : e);
  }

  private static String notStarted(int result) {
    String hint =
        switch (result) {
          case CUresult.CUDA_ERROR_STUB_LIBRARY ->
              "the library found is the toolkit's stub; put the driver's library before it in the"
                  + " library path";
          case CUresult.CUDA_ERROR_SYSTEM_DRIVER_MISMATCH ->
              "the driver was updated, but the old one is still loaded; restart the machine";
          default -> "check that nvidia-smi works, or restart the machine";
        };
    return "the driver does not start; cuInit answered %s (%d); %s"
        .formatted(CUresult.stringFor(result), result, hint);
  }
}
