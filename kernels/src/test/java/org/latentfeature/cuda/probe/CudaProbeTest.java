package org.latentfeature.cuda.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Probe;

/** Every way in which CUDA may be absent, and what a user is told of it. */
class CudaProbeTest {

  private static final String ABSENT =
      ": cannot open shared object file: No such file or directory";

  private static final CudaDevice NEW = FakeDriver.gpu(0, "NVIDIA H100", 9, 0);
  private static final CudaDevice TURING = FakeDriver.gpu(1, "Tesla T4", 7, 5);
  private static final CudaDevice OLD = FakeDriver.gpu(0, "Tesla V100", 7, 0);

  private static CudaProbe probe(Driver driver) {
    return CudaProbe.of(Platform.LINUX, driver, Duration.ofSeconds(20));
  }

  /** The reasons, in which no path of an unpacked file and no stack trace may be. */
  private static List<String> reasons(Driver driver) {
    Probe probe = probe(driver).probe();
    assertFalse(probe.isAvailable());
    for (String reason : probe.reasons()) {
      assertFalse(reason.contains("lfm-natives"), reason);
      assertFalse(reason.contains("\tat "), reason);
      assertEquals(1, reason.lines().count(), reason);
    }
    return probe.reasons();
  }

  private static void assertSays(List<String> reasons, String... parts) {
    assertEquals(1, reasons.size(), reasons::toString);
    for (String part : parts) {
      assertTrue(reasons.get(0).contains(part), () -> "no \"" + part + "\" in " + reasons);
    }
  }

  @Test
  void everyGpuIsListed() {
    CudaProbe found = probe(FakeDriver.withGpus(NEW, TURING));
    assertTrue(found.probe().isAvailable());
    assertEquals("CUDA 12.4, 2 devices", found.probe().summary());
    assertEquals(
        List.of(
            "NVIDIA H100, 81,920 MiB, compute capability 9.0, driver for CUDA 12.4",
            "Tesla T4, 81,920 MiB, compute capability 7.5, driver for CUDA 12.4"),
        found.probe().devices().stream().map(d -> d.line()).toList());
    assertSame(TURING, found.usable(1));
  }

  @Test
  void noDriver() {
    assertSays(
        reasons(FakeDriver.withGpus().failingToLoad("libcuda.so.1" + ABSENT)),
        "no NVIDIA driver; libcuda.so.1" + ABSENT + "; ",
        "install",
        "525");
  }

  @Test
  void nativeCodeThatTheSystemRefuses() {
    assertSays(
        reasons(FakeDriver.withGpus().failingToLoad("failed to map segment from shared object")),
        "JCuda's native code cannot be loaded; failed to map segment from shared object");
  }

  @Test
  void nativeCodeThatIsNotOnTheClassPath() {
    FakeDriver driver =
        new FakeDriver(
            "Error\njava.io.IOException: No resource found with name '/lib/libJCudaDriver.so'\n\tat",
            0,
            0,
            List.of(),
            null,
            0);
    assertSays(reasons(driver), "not on the class path; ", "jcuda-natives", "linux-x86_64");
  }

  @Test
  void anOldDriverIsToldItsVersionAndTheOneNeeded() {
    assertSays(
        reasons(FakeDriver.withGpus(NEW).ofVersion(11_040)),
        "the driver is too old; ",
        "11.4",
        "12.0",
        "525 or later");
  }

  @Test
  void noDevice() {
    assertSays(
        reasons(FakeDriver.withGpus().answering(CUresult.CUDA_ERROR_NO_DEVICE)),
        "no CUDA device; ",
        "nvidia-smi",
        "CUDA_VISIBLE_DEVICES");
    assertSays(reasons(FakeDriver.withGpus()), "no CUDA device; ");
  }

  @ParameterizedTest
  @CsvSource({
    "34, CUDA_ERROR_STUB_LIBRARY, stub",
    "803, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, restart",
    "999, CUDA_ERROR_UNKNOWN, nvidia-smi"
  })
  void aDriverThatDoesNotStart(int result, String name, String hint) {
    assertSays(reasons(FakeDriver.withGpus().answering(result)), "does not start; ", name, hint);
  }

  @Test
  void oldGpusOnly() {
    assertSays(
        reasons(FakeDriver.withGpus(OLD)),
        "no GPU is new enough; device 0 (Tesla V100) has compute capability 7.0, and 7.5 is needed");
  }

  @Test
  void anOldGpuBesideANewOneIsRefusedOnlyWhenChosen() {
    CudaProbe found = probe(FakeDriver.withGpus(OLD, TURING));
    assertTrue(found.probe().isAvailable());
    assertSame(TURING, found.usable(1));
    String message =
        String.valueOf(
            assertThrows(BackendUnavailableException.class, () -> found.usable(0)).getMessage());
    assertTrue(message.contains("Tesla V100") && message.contains("7.5"), message);
    assertTrue(message.contains("--device"), message);
  }

  /** With every reason, as the probe has them, and not as an index out of bounds. */
  @Test
  void aDeviceThatIsNotThereIsNotUsable() {
    for (CudaProbe found :
        List.of(
            probe(FakeDriver.withGpus().failingToLoad("libcuda.so.1" + ABSENT)),
            probe(FakeDriver.withGpus()),
            CudaProbe.unsupported("Solaris", "sparc"))) {
      assertEquals(found.probe().everyReason(), refusal(found, 0));
    }
    assertTrue(refusal(probe(FakeDriver.withGpus(NEW)), 1).contains("no device 1"));
  }

  private static String refusal(CudaProbe found, int ordinal) {
    return String.valueOf(
        assertThrows(BackendUnavailableException.class, () -> found.usable(ordinal)).getMessage());
  }

  /** Its products are then the backend's own. */
  @Test
  void noCublas() {
    CudaProbe found = probe(FakeDriver.withGpus(NEW).withoutBlas("libcublas.so.12" + ABSENT));
    assertFalse(found.servesBlas(found.usable(0)));
    assertSummary(
        found,
        "CUDA 12.4, 1 device; own matrix products: no cuBLAS, libcublas.so.12" + ABSENT + "; with",
        "-Dcuda.redist");
  }

  @Test
  void blackwellWantsANewerCublas() {
    CudaDevice blackwell = FakeDriver.gpu(0, "NVIDIA B200", 10, 0);
    CudaProbe old = probe(FakeDriver.withGpus(blackwell).withBlas(120_604));
    assertFalse(old.servesBlas(old.usable(0)));
    assertSummary(
        old,
        "cuBLAS 12.6 is too old, device 0 (NVIDIA B200) has compute capability 10.0",
        "needs cuBLAS 12.8");
    CudaProbe later = probe(FakeDriver.withGpus(blackwell).withBlas(120_800));
    assertTrue(later.servesBlas(later.usable(0)));
    assertEquals("CUDA 12.4, 1 device", later.probe().summary());
    CudaProbe both = probe(FakeDriver.withGpus(blackwell, TURING));
    assertFalse(both.servesBlas(both.usable(0)));
    assertTrue(both.servesBlas(both.usable(1)));
  }

  private static void assertSummary(CudaProbe found, String... parts) {
    assertTrue(found.probe().isAvailable());
    String summary = found.probe().summary();
    assertEquals(1, summary.lines().count(), summary);
    for (String part : parts) {
      assertTrue(summary.contains(part), summary);
    }
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    List<String> reasons =
        reasons(FakeDriver.withGpus(OLD).ofVersion(11_080).withoutBlas("libcublas.so.12" + ABSENT));
    assertEquals(2, reasons.size(), reasons::toString);
  }

  @Test
  void aDriverThatNeverAnswersIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    FakeDriver driver = FakeDriver.withGpus(NEW);
    Driver hanging =
        new Driver() {
          @Override
          public void load() {}

          @Override
          public int version() {
            return driver.version();
          }

          @Override
          public int start() {
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return 0;
          }

          @Override
          public int devices() {
            return driver.devices();
          }

          @Override
          public CudaDevice device(int ordinal) {
            return driver.device(ordinal);
          }

          @Override
          public void loadBlas() {}

          @Override
          public int blasVersion() {
            return driver.blasVersion();
          }
        };
    CudaProbe found = CudaProbe.of(Platform.LINUX, hanging, Duration.ofMillis(50));
    assertSays(found.probe().reasons(), "did not answer");
    never.countDown();
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, LINUX",
    "Linux, x86_64, LINUX",
    "Windows 11, amd64, WINDOWS",
    "Linux, aarch64,",
    "Mac OS X, x86_64,",
    "Mac OS X, aarch64,",
    "Windows 11, aarch64,"
  })
  void whereThereIsNativeCode(String osName, String osArch, Platform platform) {
    assertEquals(platform, Platform.of(osName, osArch).orElse(null));
  }

  @Test
  void elsewhereThePlatformIsTheReason() {
    assertSays(
        CudaProbe.unsupported("Mac OS X", "aarch64").probe().reasons(),
        "Linux and Windows x86-64 only",
        "Mac OS X aarch64");
  }
}
