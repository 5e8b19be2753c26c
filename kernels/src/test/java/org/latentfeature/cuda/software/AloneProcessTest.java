package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own runs on the device by its environment alone, and reports what it did. */
@Tag("device")
@ExtendWith(SoftwareOnly.class)
class AloneProcessTest {

  @Test
  void theEnvironmentIsEnough(@TempDir Path folder) throws IOException, InterruptedException {
    Path report = folder.resolve("report");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path", ""),
            AloneProcess.class.getName());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("LD_LIBRARY_PATH", SoftwareDevice.folder().toString());
    builder.environment().put("SOFTCUDA_DEVICES", "2");
    builder.environment().put("SOFTCUDA_REPORT", report.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertEquals("device 1", said.strip());

    SoftwareReport read = SoftwareReport.read(report);
    assertEquals(1, read.counters().memsets());
    assertEquals(
        List.of("cuMemFree: no live buffer starts at buffer 1 (100 bytes) + 4"), read.faults());
    assertEquals(
        List.of("buffer 1 of device memory (100 bytes) not freed", "1 context(s) not destroyed"),
        read.leaks());
  }
}
