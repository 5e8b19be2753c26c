package org.latentfeature.bench.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.bench.Bench;

/** The options of {@code gpu-day}, and its ends, with figures that the test makes up. */
@EnabledOnOs(OS.LINUX)
class GpuDayTest {

  @TempDir Path folder;
  private Path temporary = Path.of("unset");

  private record Run(int status, String err) {}

  @BeforeEach
  void makeFolders() throws IOException {
    temporary = Files.createDirectories(folder.resolve("tmp"));
  }

  /** In place of the figures of a card. */
  private void figures(String statements) throws IOException {
    Path source = Files.createDirectories(folder.resolve("src")).resolve("DayFigures.java");
    Files.writeString(
        source,
        "package org.latentfeature.cuda; public class DayFigures {"
            + " public static void main(String[] a) throws Exception {"
            + statements
            + "}}");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertEquals(0, status);
  }

  private Process start(String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path", ""),
                Bench.class.getName(),
                "gpu-day",
                "--lfm",
                folder.resolve("none.jar").toString(),
                "--tests",
                folder.resolve("classes").toString()));
    words.addAll(List.of(more));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private Run end(Process process) throws Exception {
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(
          List.of(), left.filter(path -> path.toString().contains("lfm-gpu-day")).toList());
    }
    return new Run(process.exitValue(), err);
  }

  @Test
  void withoutACardThereIsOneLine() throws Exception {
    figures("System.err.println(\"no NVIDIA driver; install one\"); System.exit(1);");
    Run run = end(start());
    assertEquals(1, run.status(), run::err);
    assertEquals(1, run.err().lines().count(), run::err);
    assertTrue(run.err().startsWith("bench: there is no card to measure"), run::err);
    assertTrue(run.err().contains("no NVIDIA driver; install one"), run::err);
    assertFalse(Files.exists(folder.resolve("report.json")));
  }

  @Test
  void cutShortItLeavesNothingBehindButTheReport() throws Exception {
    Path began = folder.resolve("began");
    figures(
        "if (!a[0].equals(\"card\")) { java.nio.file.Files.writeString(java.nio.file.Path.of(\""
            + began
            + "\"), \"\" + ProcessHandle.current().pid()); Thread.sleep(100_000); }");
    Process process = start("-o", "told.json");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!(Files.exists(began) && Files.size(began) > 0) && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    // SIGTERM: a build that runs in the background passes its disregard of SIGINT on to its
    // children.
    // Ctrl-C takes the same way.
    assertEquals(0, new ProcessBuilder("sh", "-c", "kill " + process.pid()).start().waitFor());
    Run run = end(process);
    assertEquals(128 + 15, run.status(), run::err);
    assertTrue(Files.exists(folder.resolve("told.json")));
    long child = Long.parseLong(Files.readString(began));
    assertFalse(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false));
  }

  @Test
  void packingIsAnOptionLikeOthers() throws Exception {
    Path packer = Files.createDirectories(folder.resolve("bench")).resolve("pack");
    Files.writeString(packer, "printf '%s\\n' \"$@\" >packed; exit 7");
    figures("");
    Run run = end(start("--packer", packer.toString(), "--pack", "there"));
    assertEquals(7, run.status(), run::err);
    List<String> words = Files.readAllLines(folder.resolve("packed"));
    assertEquals(List.of("there", folder.toString()), words.subList(0, 2));
    assertTrue(Files.exists(Path.of(words.get(2), "java")));
    assertEquals(folder.resolve("classes").toString(), words.get(3));
  }

  @Test
  void wrongUseIsNamed() throws Exception {
    Run misspelt = end(start("--pakc", "there"));
    assertEquals(2, misspelt.status());
    assertTrue(misspelt.err().contains("'--pakc'"), misspelt::err);
    assertTrue(misspelt.err().contains("--pack"), misspelt::err);
    Run both = end(start("-o", "r.json", "--pack", "there"));
    assertEquals(2, both.status());
    assertTrue(both.err().contains("drop --output"), both::err);
    Run again = end(start("--pack", "there"));
    assertEquals(2, again.status());
    assertTrue(again.err().contains("this is a pack already"), again::err);
  }
}
