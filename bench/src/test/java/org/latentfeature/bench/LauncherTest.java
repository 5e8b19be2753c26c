package org.latentfeature.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code lfm} and {@code bench/run} in a copy of the repository whose path has a space, with a Java
 * that prints its arguments and a Maven that writes an empty jar.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "they are shell scripts")
final class LauncherTest {

  @TempDir Path folder;
  private Path home;

  private record Run(int status, String out, String err) {

    List<String> words() {
      assertEquals(0, status, err);
      return out.lines().toList();
    }

    void fails(String... said) {
      assertEquals(1, status, err);
      assertEquals("", out);
      for (String s : said) {
        assertTrue(err.contains(s), err);
      }
    }
  }

  @BeforeEach
  void copy() throws IOException {
    home = folder.resolve("a copy");
    for (String file : List.of("lfm", "bench/run", "bench/README.md", "cli/launch.sh", "pom.xml")) {
      Path to = home.resolve(file);
      Files.createDirectories(to.getParent());
      Files.copy(Path.of("..").resolve(file), to);
    }
    for (String module : List.of("cli", "evidence", "bench")) {
      Path sources = Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(sources.resolve("Some.java"), "class Some {}");
    }
    script(
        "jdk/bin/java",
        "[ \"$1\" != -version ] || { echo \"openjdk version \\\"${VERSION:-17.0.1}\\\"\" >&2; exit; }",
        "printf '%s\\n' \"$@\"");
    script(
        "bin/mvn",
        "printf '\\033[1mbuilt\\033[0m\\n' >&2",
        "[ -z \"${BROKEN:-}\" ] || exit 1",
        "touch cli/target/lfm.jar 2>/dev/null; touch bench/target/lfm-bench.jar 2>/dev/null",
        "touch evidence/target/lfm-evidence.jar 2>/dev/null; true");
  }

  private void script(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  /** Runs {@code command} from the root of the file system. */
  private Run run(Map<String, String> more, Path command, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(command.toString()));
    words.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(new File("/"));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeAll(List.of("LFM_JAVA_OPTS", "BENCH_JAVA_OPTS"));
    environment.put("JAVA_HOME", folder.resolve("jdk").toString());
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.putAll(more);
    Path err = folder.resolve("err");
    Process process = builder.redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), out, Files.readString(err));
  }

  private Run lfm(String... arguments) throws Exception {
    return run(Map.of(), home.resolve("lfm"), arguments);
  }

  @Test
  void measurementsRunWithTheOptionsOfFits() throws Exception {
    Map<String, String> options = Map.of("LFM_JAVA_OPTS", "-Xmx3g -Done=1");
    List<String> fit = new ArrayList<>(run(options, home.resolve("lfm"), "fit", "a b").words());
    List<String> bench =
        new ArrayList<>(run(options, home.resolve("lfm"), "bench", "--steps", "a b").words());
    assertEquals(List.of("fit", "a b"), fit.subList(fit.size() - 2, fit.size()));
    assertEquals(
        List.of("-jar", home.resolve("bench/target/lfm-bench.jar").toRealPath().toString()),
        bench.subList(bench.size() - 5, bench.size() - 3));
    assertEquals(List.of("suite", "--steps", "a b"), bench.subList(bench.size() - 3, bench.size()));
    fit.removeIf(word -> word.startsWith("-Dlfm."));
    bench.remove("-Dstdout.encoding=UTF-8");
    assertEquals(fit.subList(0, fit.indexOf("-jar")), bench.subList(0, bench.indexOf("-jar")));
    assertTrue(fit.containsAll(List.of("-Xmx3g", "-Done=1")), fit::toString);
  }

  @Test
  void experimentsRunWithTheOptionsOfFits() throws Exception {
    List<String> fit = lfm("fit", "a b").words();
    List<String> experiment = lfm("reproduce", "figure3", "a b").words();
    assertEquals(
        List.of(
            "-jar",
            home.resolve("evidence/target/lfm-evidence.jar").toRealPath().toString(),
            "reproduce",
            "figure3",
            "a b"),
        experiment.subList(experiment.size() - 5, experiment.size()));
    assertEquals(
        fit.subList(0, fit.indexOf("-jar")), experiment.subList(0, experiment.indexOf("-jar")));
    // Only as the command: a file may have this name.
    assertTrue(
        lfm("info", "reproduce").words().contains(home.toRealPath() + "/cli/target/lfm.jar"));
  }

  @Test
  void theirOwnOptionsComeLast() throws Exception {
    List<String> words =
        run(
                Map.of("LFM_JAVA_OPTS", "-Xmx3g", "BENCH_JAVA_OPTS", "-Xmx2g"),
                home.resolve("bench/run"),
                "fit")
            .words();
    assertEquals(words.indexOf("-Xmx3g") + 1, words.indexOf("-Xmx2g"), words::toString);
  }

  @Test
  void bothAreFoundThroughLinks() throws Exception {
    Path lfm = Files.createSymbolicLink(folder.resolve("my lfm"), Path.of("a copy", "lfm"));
    Path bench = Files.createSymbolicLink(folder.resolve("b"), home.resolve("bench/run"));
    assertTrue(run(Map.of(), lfm, "info").words().contains("info"));
    assertTrue(run(Map.of(), lfm, "bench").words().contains("suite"));
    assertTrue(run(Map.of(), bench, "atom-step").words().contains("atom-step"));
  }

  @Test
  void anOldJavaIsRefusedByBoth() throws Exception {
    Map<String, String> old = Map.of("VERSION", "11.0.2");
    run(old, home.resolve("lfm"), "info").fails("lfm: ", "version 11", "JAVA_HOME");
    run(old, home.resolve("lfm"), "bench").fails("lfm: ", "version 11", "JAVA_HOME");
    run(old, home.resolve("bench/run"), "fit").fails("bench: ", "version 11", "JAVA_HOME");
    run(Map.of("JAVA_HOME", "/none"), home.resolve("lfm"), "bench").fails("/none", "bin/java");
  }

  private Path release(String name, String version) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(
        file, "IMPLEMENTOR=\"Some\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
  }

  @Test
  void theVersionIsReadWhereItIsWrittenDown() throws Exception {
    script("jdk/bin/java", "[ \"$1\" != -version ] || exit 1", "echo runs");
    release("jdk/release", "21.0.1");
    assertEquals(List.of("runs"), lfm("info").words());
    Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("jdk/bin/java"));
    assertEquals(
        List.of("runs"), run(Map.of("JAVA_HOME", ""), home.resolve("lfm"), "info").words());
    release("jdk/release", "1.8.0_392");
    lfm("info").fails("lfm: ", "version 1;", "JAVA_HOME");
  }

  @Test
  void theArchiveOfClassesIsForTheJarAndTheJavaThatItWasMadeOf() throws Exception {
    release("jdk/release", "17.0.1");
    assertEquals(List.of(), archives(lfm("info")));
    Path jar = home.resolve("cli/target/lfm.jar").toRealPath();
    Path archive = Files.writeString(jar.resolveSibling("lfm.jsa"), "");
    FileTime built = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    Files.setLastModifiedTime(jar, built);
    assertEquals(List.of(), archives(lfm("info")));
    release("a copy/cli/target/lfm.jsa.release", "17.0.2");
    assertEquals(List.of(), archives(lfm("info")));
    release("a copy/cli/target/lfm.jsa.release", "17.0.1");
    assertEquals(List.of("-XX:SharedArchiveFile=" + archive), archives(lfm("info")));
    assertEquals(List.of(), archives(lfm("bench")));
    Files.setLastModifiedTime(archive, built);
    assertEquals(List.of(), archives(lfm("info")));
  }

  private static List<String> archives(Run run) {
    return run.words().stream().filter(word -> word.startsWith("-XX:SharedArchiveFile")).toList();
  }

  @Test
  void aBuildIsToldOnceAndWithoutColours() throws Exception {
    String first = lfm("bench", "--help").err();
    assertEquals(1, first.lines().count(), first);
    assertTrue(first.startsWith("lfm: building"), first);
    assertEquals("", lfm("bench", "--help").err());
  }

  @Test
  void aBuildThatFailsIsShownWithoutColours() throws Exception {
    for (String command : List.of("bench", "reproduce", "info")) {
      Run run = run(Map.of("BROKEN", "1"), home.resolve("lfm"), command);
      run.fails("built", "lfm: the build failed");
      assertFalse(run.err().contains("\u001b"), run.err());
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws Exception {
    // A file in its place, which stops root too.
    Files.writeString(home.resolve("bench/target"), "");
    Files.writeString(home.resolve("evidence/target"), "");
    Files.writeString(home.resolve("cli/target"), "");
    lfm("reproduce").fails("lfm: ", "a copy/evidence/target cannot be written");
    lfm("bench").fails("lfm: ", "a copy/bench/target cannot be written");
    lfm("info").fails("lfm: ", "a copy/cli/target cannot be written");
  }
}
