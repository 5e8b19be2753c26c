package org.latentfeature.cuda.probe;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A driver as a test would like it to be. */
record FakeDriver(
    @Nullable String loadFailure,
    int version,
    int started,
    List<CudaDevice> gpus,
    @Nullable String blasFailure,
    int blasVersion)
    implements Driver {

  private static final int GOOD = 12_040;

  /** What JCuda says when the system's loader says {@code line} of its library {@code name}. */
  static String jcudaSays(String name, String line) {
    return """
        Error while loading native library "%1$s-12.6.0-linux-x86_64"
        Operating system name: Linux
        Architecture         : amd64
        Architecture bit size: 64
        ---(start of nested stack traces)---
        Stack trace from the attempt to load the library as a file:
        java.lang.UnsatisfiedLinkError: no %1$s-12.6.0-linux-x86_64 in java.library.path: /usr/lib
        \tat java.base/java.lang.ClassLoader.loadLibrary(ClassLoader.java:2429)
        Stack trace from the attempt to load the library as a resource:
        java.lang.UnsatisfiedLinkError: /tmp/lfm-natives-123/lib%1$s-12.6.0-linux-x86_64.so: %2$s
        \tat java.base/jdk.internal.loader.NativeLibraries.load(Native Method)
        ---(end of nested stack traces)---
        """
        .formatted(name, line);
  }

  static CudaDevice gpu(int ordinal, String name, int major, int minor) {
    return new CudaDevice(
        ordinal, name, 80L << 30, major, minor, GOOD, 132, 2048, 65_536, 228 << 10, 227 << 10,
        50 << 20, 1_980_000, 2_619_000, 5120);
  }

  static FakeDriver withGpus(CudaDevice... gpus) {
    return new FakeDriver(null, GOOD, 0, List.of(gpus), null, 120_604);
  }

  FakeDriver failingToLoad(String line) {
    return new FakeDriver(
        jcudaSays("JCudaDriver", line), version, started, gpus, blasFailure, blasVersion);
  }

  FakeDriver ofVersion(int other) {
    return new FakeDriver(loadFailure, other, started, gpus, blasFailure, blasVersion);
  }

  FakeDriver answering(int result) {
    return new FakeDriver(loadFailure, version, result, gpus, blasFailure, blasVersion);
  }

  FakeDriver withoutBlas(String line) {
    return new FakeDriver(loadFailure, version, started, gpus, jcudaSays("JCublas2", line), 0);
  }

  FakeDriver withBlas(int other) {
    return new FakeDriver(loadFailure, version, started, gpus, blasFailure, other);
  }

  @Override
  public void load() {
    if (loadFailure != null) {
      throw new UnsatisfiedLinkError(loadFailure);
    }
  }

  @Override
  public int start() {
    return started;
  }

  @Override
  public int devices() {
    return gpus.size();
  }

  @Override
  public CudaDevice device(int ordinal) {
    return gpus.get(ordinal);
  }

  @Override
  public void loadBlas() throws IOException {
    if (blasFailure != null) {
      throw new UnsatisfiedLinkError(blasFailure);
    }
  }
}
