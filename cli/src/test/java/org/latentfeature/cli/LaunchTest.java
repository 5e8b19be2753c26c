package org.latentfeature.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's shell functions, in a shell of their own. */
@Tag("whole")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is for a POSIX shell")
class LaunchTest {

  private static final Path FUNCTIONS = Path.of("launch.sh").toAbsolutePath();

  @TempDir Path folder = Path.of("");
  private Path tools = folder;

  @BeforeEach
  void makeTools() throws IOException {
    tools = Files.createDirectory(folder.resolve("bin"));
  }

  private ProcessBuilder shell(String script, Object... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-euc"));
    command.add("name=lfm; home=%s; . %s\n%s".formatted(folder, FUNCTIONS, script));
    command.add("lfm");
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge("PATH", tools.toString(), (path, own) -> own + ":" + path);
    return builder.redirectErrorStream(true);
  }

  private static String succeeds(Process process) throws Exception {
    try {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      assertEquals(0, process.exitValue(), said);
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  private void tool(String name, String script) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A Maven that takes a while, fails if another is at work, and makes the jar. */
  private void maven() throws IOException {
    tool(
        "mvn",
        """
        mkdir %1$s/building || exit 1
        echo once >>%1$s/builds
        sleep 1
        : >%1$s/cli/target/lfm.jar
        rmdir %1$s/building
        """
            .formatted(folder));
  }

  private Process build(String before) throws IOException {
    return shell(
            before
                + "\nbuild_if_needed cli $home/cli/target/lfm.jar $home/cli/target/.built-by-lfm")
        .start();
  }

  private void assertBuiltOnce() throws IOException {
    assertEquals(List.of("once"), Files.readAllLines(folder.resolve("builds")));
  }

  /** As on macOS, which has no such command. */
  private static final String WITHOUT_FLOCK =
      "command() { case $2 in flock) return 1 ;; *) type \"$2\" ;; esac; }";

  @ParameterizedTest
  @ValueSource(strings = {"", WITHOUT_FLOCK})
  void twoFirstStartsBuildOnce(String before) throws Exception {
    maven();
    List<Process> starts = List.of(build(before), build(before), build(before));
    int waited = 0;
    for (Process start : starts) {
      waited += succeeds(start).contains("waiting for another build") ? 1 : 0;
    }
    assertEquals(2, waited);
    assertBuiltOnce();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", WITHOUT_FLOCK})
  void theLockOfAKilledBuildHoldsNobodyUp(String before) throws Exception {
    tool("mvn", "kill -9 $PPID");
    Process killed = build(before);
    killed.getInputStream().readAllBytes();
    assertFalse(killed.waitFor() == 0);
    maven();
    succeeds(build(before));
    assertBuiltOnce();
  }

  @Test
  void aBuildThatFailsLetsTheNextOneBuild() throws Exception {
    tool("mvn", "echo no; exit 1");
    Process failed = build(WITHOUT_FLOCK);
    String said = new String(failed.getInputStream().readAllBytes(), UTF_8);
    assertEquals(1, failed.waitFor());
    assertTrue(said.endsWith("no\nlfm: the build failed\n"), said);
    maven();
    succeeds(build(WITHOUT_FLOCK));
    assertBuiltOnce();
  }

  @Test
  void aJarWhoseLibrariesAreNotThereYetIsNotRun() throws Exception {
    maven();
    Path target = Files.createDirectories(folder.resolve("cli/target"));
    Files.createDirectories(folder.resolve("cli/src"));
    Files.writeString(target.resolve("lfm.jar"), "");
    Files.writeString(target.resolve(".built-by-lfm.next"), "");
    succeeds(build(""));
    succeeds(build(""));
    assertBuiltOnce();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xx_YY.UTF-8", "C", "POSIX", "C.UTF-8"})
  void namesContentsAndOutputsAreUtf8WhateverTheLocale(String locale) throws Exception {
    // The shell makes the names: this Java machine may not know how to.
    ProcessBuilder builder =
        shell(
            """
            x=$(printf 'Pr\\303\\274fung.csv')
            model=$(printf 'mod\\303\\250le.lfm')
            w=$(printf 'w\\303\\266rter.csv')
            cd "$home"
            printf 'gr\\303\\266\\303\\237e,\\317\\200\\n1,2\\n3,4\\n5,7\\n' >"$x"
            find_options
            java=$1
            classes=$2
            lfm() { "$java" $options -XX:TieredStopAtLevel=1 -cp "$classes" %s "$@"; }
            lfm fit "$x" -k 1 -o "$model" --backend java -q
            lfm export "$model" --w "$w"
            lfm info "$x" || :
            cat "$w"
            ls
            """
                .formatted(Lfm.class.getName()),
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    builder.environment().put("LC_ALL", locale);
    String said = succeeds(builder.start());
    assertTrue(said.contains("größe,π\n"), said);
    assertTrue(said.contains("\nmodèle.lfm\n") && said.contains("\nwörter.csv\n"), said);
    assertTrue(said.contains("lfm: Prüfung.csv "), said);
  }

  @ParameterizedTest
  @CsvSource({
    "--help, true",
    "--version, true",
    "-V, true",
    "info -h, true",
    "fit --help, true",
    "'fit \"a --help b\"', false",
    "fit -- --help, false",
    "fit x.npy, false",
    "fit --helpful, false"
  })
  void onlyHelpAndVersionsDoWithoutTheBetterCompiler(String words, boolean without)
      throws Exception {
    tool("java", "printf '<%s>' \"$@\"\n");
    String script = "java=java; options=; jar=a.jar; archive=; run_jar " + words;
    String said = succeeds(shell(script).start());
    assertEquals(without, said.contains("<-XX:TieredStopAtLevel=1>"), said);
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, 17", "21, 21", "25-ea, 25"})
  void theVersionOfJavaIsReadFromItsRelease(String version, String first) throws Exception {
    tool("java", "exit 1");
    String release = "IMPLEMENTOR=\"N.N.\"\nJAVA_VERSION=\"%s\"\nOS_NAME=\"Linux\"\n";
    Files.writeString(folder.resolve("release"), release.formatted(version));
    String script = "JAVA_HOME=%s; find_java; echo $version".formatted(folder);
    assertEquals(first + "\n", succeeds(shell(script).start()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theMemoryIsThatOfTheMachineOrTheLimitOfItsContainer() throws Exception {
    String machine = Files.readAllLines(Path.of("/proc/meminfo")).get(0);
    long expected = Long.parseLong(machine.replaceAll("\\D", ""));
    for (String name : List.of("memory.max", "memory/memory.limit_in_bytes")) {
      Path limit = Path.of("/sys/fs/cgroup").resolve(name);
      String bytes = Files.isReadable(limit) ? Files.readString(limit).strip() : "max";
      expected = bytes.equals("max") ? expected : Math.min(expected, Long.parseLong(bytes) / 1024);
    }
    String kib = succeeds(shell("find_memory; echo $kib").start()).strip();
    assertEquals(expected, Long.parseLong(kib));
  }

  /** The jar is then run by its class path, without the archive of its classes. */
  @Test
  void plugInsAreOnTheClassPath() throws Exception {
    tool("java", "printf '<%s>' \"$@\"\n");
    String script = "java=java; options=; jar=%s/lfm.jar; archive=a.jsa; run_jar fit 'x y.npy'";
    String alone = succeeds(shell(script.formatted(folder)).start());
    assertTrue(alone.contains("<-XX:SharedArchiveFile=a.jsa>"), alone);
    assertTrue(alone.endsWith("<-jar><%s/lfm.jar><fit><x y.npy>".formatted(folder)), alone);
    Files.createFile(Files.createDirectory(folder.resolve("plugins")).resolve("more.jar"));
    String more = succeeds(shell(script.formatted(folder)).start());
    assertFalse(more.contains("SharedArchiveFile"), more);
    String path = "%1$s/lfm.jar:%1$s/plugins/*".formatted(folder);
    String main = Lfm.class.getName();
    assertTrue(more.endsWith("<-cp><%s><%s><fit><x y.npy>".formatted(path, main)), more);
  }
}
