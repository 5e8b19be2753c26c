package org.latentfeature.cuda.probe;

import java.util.Locale;
import java.util.Optional;

/** The platforms for which JCuda has native code. */
public enum Platform {
  LINUX("linux-x86_64", "libcuda.so.1", "libcublas.so.12", "libcublasLt.so.12"),
  WINDOWS("windows-x86_64", "nvcuda.dll", "cublas64_12.dll", "cublasLt64_12.dll");

  /** As JCuda and bytedeco write it in file names. */
  final String label;

  /** The library that comes with NVIDIA's driver. */
  final String driverLibrary;

  /** cuBLAS. */
  final String blasLibrary;

  /** The library that cuBLAS needs. */
  final String lightBlasLibrary;

  Platform(String label, String driverLibrary, String blasLibrary, String lightBlasLibrary) {
    this.label = label;
    this.driverLibrary = driverLibrary;
    this.blasLibrary = blasLibrary;
    this.lightBlasLibrary = lightBlasLibrary;
  }

  /** The one that Java's properties {@code os.name} and {@code os.arch} mean, if it is one. */
  public static Optional<Platform> of(String osName, String osArch) {
    String arch = osArch.toLowerCase(Locale.ROOT);
    if (!arch.equals("amd64") && !arch.equals("x86_64")) {
      return Optional.empty();
    }
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("linux")) {
      return Optional.of(LINUX);
    }
    return os.startsWith("windows") ? Optional.of(WINDOWS) : Optional.empty();
  }
}
