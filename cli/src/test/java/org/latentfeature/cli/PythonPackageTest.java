package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests of the Python package, where there is a Python with numpy, at best with scikit-learn;
 * with {@code -Dsklearn.required=true} it must have that.
 */
@Tag("whole")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher made here is a script of sh")
final class PythonPackageTest {

  @TempDir Path folder;

  @Test
  void itsOwnTestsPass() throws Exception {
    Optional<String> python = pythonWith("sklearn");
    if (!Boolean.getBoolean("sklearn.required")) {
      python = python.or(() -> pythonWith("numpy"));
      assumeTrue(python.isPresent(), "no python3 with numpy: the Python package is not tested");
    }
    Path root = Path.of("..").toRealPath();
    Process tests =
        started(
                python.orElseThrow(),
                "-m",
                "unittest",
                "discover",
                "-s",
                root + "/python",
                "-t",
                root + "/python")
            .redirectErrorStream(true)
            .start();
    String said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(tests.waitFor(1, TimeUnit.SECONDS));
    assertEquals(0, tests.exitValue(), said);
    assertTrue(said.contains("\nOK"), said);
  }

  private static Optional<String> pythonWith(String module) {
    return Stream.of("python3", "/usr/bin/python3").filter(p -> has(p, module)).findFirst();
  }

  private static boolean has(String python, String module) {
    try {
      Process process = new ProcessBuilder(python, "-c", "import " + module).start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** With a launcher of the classes under test. */
  private ProcessBuilder started(String... command) throws IOException {
    Path lfm =
        Files.writeString(
            folder.resolve("lfm"),
            "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp '%s' %s \"$@\"\n"
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    Lfm.class.getName()));
    Files.setPosixFilePermissions(lfm, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LFM", lfm.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return builder;
  }
}
