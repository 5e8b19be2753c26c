package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.cuda.software.SoftwareReport;

/**
 * Runs the command line in processes of its own that find a CUDA device: the software one, which
 * must have nothing to complain of afterwards, or with {@code -Drequire.backend=cuda} the machine's
 * own.
 *
 * @param folder for what a process leaves behind
 * @param environment what it gets besides this process's own
 */
record CudaMachine(Path folder, Map<String, String> environment) {

  private static final String REPORT = "SOFTCUDA_REPORT";

  /** For tests of classes that {@code AnyDevice} skips where there is no such device. */
  static CudaMachine in(Path folder) {
    if (SoftwareDevice.isReplaced()) {
      return new CudaMachine(folder, Map.of());
    }
    return new CudaMachine(folder, Map.of("LD_LIBRARY_PATH", SoftwareDevice.folder().toString()))
        .with(REPORT, folder.resolve("report").toString());
  }

  /** A machine with so many devices. */
  CudaMachine withDevices(int count) {
    return withSoftware("SOFTCUDA_DEVICES", Integer.toString(count));
  }

  /** A machine whose devices have so much memory. */
  CudaMachine withMemory(long bytes) {
    return withSoftware("SOFTCUDA_MEMORY", Long.toString(bytes));
  }

  /** A machine on which calls fail, as {@code cuMemAlloc=2,cuLaunchKernel=719@40}. */
  CudaMachine withFailures(String calls) {
    return withSoftware("SOFTCUDA_FAIL", calls);
  }

  /** A machine whose devices have the compute capability {@code tenfold}/10. */
  CudaMachine withCapability(int tenfold) {
    return withSoftware("SOFTCUDA_CAPABILITY", Integer.toString(tenfold));
  }

  /** A machine whose devices refuse cooperative launches. */
  CudaMachine withoutCooperation() {
    return withSoftware("SOFTCUDA_COOPERATIVE", "0");
  }

  /** A machine on which cuBLAS is to round all products. */
  CudaMachine withRoundedProducts() {
    return with("NVIDIA_TF32_OVERRIDE", "1");
  }

  /** A machine with CUDA 13 alone. */
  CudaMachine withCuda13(boolean versioned) {
    return withSoftware("LD_LIBRARY_PATH", SoftwareDevice.folderOfCuda13(versioned).toString());
  }

  /** A machine with a driver and no cuBLAS. */
  CudaMachine withoutCublas() throws IOException {
    Path alone = Files.createDirectories(folder.resolve("driver"));
    for (String name : List.of("libcuda.so.1", "libcuda.so.1.shared")) {
      Files.copy(
          SoftwareDevice.folder().resolve(name),
          alone.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
    return withSoftware("LD_LIBRARY_PATH", alone.toString());
  }

  private CudaMachine withSoftware(String name, String value) {
    Assumptions.assumeFalse(SoftwareDevice.isReplaced(), "for the software device only");
    return with(name, value);
  }

  private CudaMachine with(String name, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(name, value);
    return new CudaMachine(folder, Map.copyOf(all));
  }

  /** Runs the command line to its end. */
  Run lfm(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Lfm.class.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    File out = folder.resolve("out.txt").toFile();
    File err = folder.resolve("err.txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(err);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "still running");
    } finally {
      process.destroyForcibly();
    }
    Run run =
        new Run(
            process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
    checkReport(run);
    return run;
  }

  private void checkReport(Run run) throws IOException {
    String path = environment.get(REPORT);
    if (path != null) {
      SoftwareReport report = SoftwareReport.read(Path.of(path));
      Files.delete(Path.of(path));
      assertEquals(List.of(), report.faults(), run::toString);
      assertEquals(List.of(), report.leaks(), run::toString);
    }
  }
}
