package org.latentfeature.cuda.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Unpacking native code. In Java machines of their own also because a class of JCuda that fails to
 * load here, where other tests bring a driver of theirs, would stay broken for them.
 */
@Tag("whole")
class NativesTest {

  /** {@code -Dprobe.machines=36} is the number that the race was first seen with. */
  private static final int MACHINES = Integer.getInteger("probe.machines", 12);

  @TempDir Path folder;

  private Process start(Path temporary, Path output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ProbeMachine.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  @Test
  void machinesStartedTogetherFindTheSameAndLeaveNothing() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<Process> machines = new ArrayList<>();
    try {
      for (int i = 0; i < MACHINES; i++) {
        machines.add(start(temporary, folder.resolve(i + ".txt")));
      }
      for (Process machine : machines) {
        assertTrue(machine.waitFor(2, TimeUnit.MINUTES), "still running");
      }
    } finally {
      machines.forEach(Process::destroyForcibly);
    }
    Set<String> answers = new HashSet<>();
    for (int i = 0; i < MACHINES; i++) {
      String said = Files.readString(folder.resolve(i + ".txt"), StandardCharsets.UTF_8);
      assertEquals(0, machines.get(i).exitValue(), said);
      answers.add(said);
    }
    // One answer of one line: neither JCuda nor the system's loader printed anything.
    assertEquals(1, answers.size(), answers::toString);
    String answer = answers.iterator().next();
    assertEquals(1, answer.lines().count(), answer);
    assertTrue(answer.startsWith("Probe["), answer);
    // The folder for temporary files is the old one again.
    assertTrue(answer.strip().endsWith(temporary.toString()), answer);
    if (Platform.of(System.getProperty("os.name"), "amd64").orElse(null) != Platform.WINDOWS) {
      try (Stream<Path> left = Files.list(temporary)) {
        assertEquals(
            List.of(), left.filter(f -> !f.getFileName().toString().startsWith("hsperf")).toList());
      }
    }
  }
}
