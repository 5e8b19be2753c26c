package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where native code is loaded from, seen in Java machines of their own that probe. */
@Tag("whole")
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere no file lists what is mapped")
class NativeCodePlaceTest {

  private static final FileTime LONG_AGO = FileTime.fromMillis(0);

  @TempDir Path folder = Path.of("");
  private Path temporary = folder;

  /** A file has no folder in it, not even for the superuser. */
  private Path noHome = folder;

  @BeforeEach
  void makePlaces() throws IOException {
    folder = folder.toRealPath();
    temporary = Files.createDirectory(folder.resolve("tmp"));
    noHome = Files.writeString(folder.resolve("no-home"), "");
  }

  /** The whole of a Java machine that says what it found and which native files it has mapped. */
  static final class Probing {

    private Probing() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(new OpenBlasProvider().probe());
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.contains("openblas") || line.contains("jnijavacpp")) {
          System.out.println(line.substring(line.indexOf('/')));
        }
      }
      if (arguments.length > 0) {
        System.in.read();
      }
    }
  }

  private List<String> probe(Path home, String... options) throws Exception {
    Process process = start(home, List.of(options));
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      assertEquals(0, process.exitValue(), said);
      // The Java machine itself may warn of a library before.
      return said.lines().dropWhile(line -> !line.startsWith("Probe[")).toList();
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(Path home, List<String> options, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Duser.home=" + home);
    command.addAll(options);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Probing.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
    return builder.start();
  }

  /** A Java machine without a home that has probed and waits, and its temporary folder. */
  private Path startWaiting(List<Process> running) throws IOException {
    Process process = start(noHome, List.of(), "wait");
    running.add(process);
    String line = "";
    while (!line.contains("lfm-cache-")) {
      line = Objects.requireNonNull(process.inputReader().readLine(), "it ended");
    }
    return temporary.resolve(temporary.relativize(Path.of(line)).getName(0));
  }

  /** Available, with all of its native code from below {@code place}. */
  private static void assertLoadsFrom(String place, List<String> said) {
    assertTrue(said.get(0).contains("summary=OpenBLAS"), said::toString);
    assertTrue(
        said.stream().skip(1).anyMatch(line -> line.contains("libopenblas")), said::toString);
    assertTrue(said.stream().skip(1).allMatch(line -> line.startsWith(place)), said::toString);
  }

  private static void assertRefuses(String reason, List<String> said) {
    assertTrue(said.get(0).contains(reason), said::toString);
    // Where the system has an OpenBLAS of its own, a library of the folder may load beside it.
    assertTrue(said.stream().skip(1).noneMatch(line -> line.contains("jni")), said::toString);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  /** Files of the names, sizes and times that {@code good} has, which are no libraries. */
  private static void plant(Path good, Path bad) throws IOException {
    for (Path file : files(good)) {
      BasicFileAttributes wanted = Files.readAttributes(file, BasicFileAttributes.class);
      Path planted = bad.resolve(good.relativize(file));
      Files.createDirectories(planted.getParent());
      Files.write(planted, new byte[(int) wanted.size()]);
      Files.getFileAttributeView(planted, BasicFileAttributeView.class)
          .setTimes(wanted.lastModifiedTime(), LONG_AGO, null);
    }
  }

  private static void assertUntouched(Path good, Path planted) throws IOException {
    assertEquals(files(good).size(), files(planted).size());
    for (Path file : files(planted)) {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      assertEquals(LONG_AGO, found.lastAccessTime(), () -> file + " was read");
      assertArrayEquals(new byte[(int) found.size()], Files.readAllBytes(file));
    }
  }

  @Test
  void whatIsPlantedWhereOthersCanWriteIsNeverOpened() throws Exception {
    Path home = folder.resolve("home");
    Path good = home.resolve(".cache/lfm");
    assertLoadsFrom(good.toString(), probe(home));
    Path shared = temporary.resolve(".javacpp-" + System.getProperty("user.name") + "/cache");
    plant(good, shared);
    // JavaCPP's own place, too, which no check has seen.
    Path own = home.resolve(".javacpp/cache");
    plant(good, own);

    assertLoadsFrom(temporary.resolve("lfm-cache-").toString(), probe(noHome));
    assertLoadsFrom(good.toString(), probe(home));
    assertUntouched(good, shared);
    assertUntouched(good, own);
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(
          List.of(shared.getParent()),
          left.filter(f -> !f.toString().contains("hsperfdata")).toList());
    }
  }

  @Test
  void aGivenFolderThatOthersWriteIsRefusedByName() throws Exception {
    Path given = Files.createDirectory(folder.resolve("given"));
    String option = "-Dorg.bytedeco.javacpp.cachedir=" + given;
    assertLoadsFrom(given.toString(), probe(noHome, option));
    for (Path file : files(given)) {
      assertFalse(file.toString().endsWith(".tmp"));
    }
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefuses(given + ": it is writable by its group or by everyone", probe(noHome, option));
  }

  /** As where the folder is mounted noexec, the system's loader is shown a library and refuses. */
  @Test
  void aFolderWhoseLibrariesTheSystemRefusesIsNamed() throws Exception {
    Path home = folder.resolve("home");
    probe(home);
    Path given = Files.createDirectory(folder.resolve("given"));
    plant(home.resolve(".cache/lfm"), given);
    List<String> said = probe(noHome, "-Dorg.bytedeco.javacpp.cachedir=" + given);
    assertRefuses("OpenBLAS cannot be loaded from " + given + " (", said);
    assertRefuses(
        "if that folder is mounted noexec or full, set another folder with XDG_CACHE", said);
  }

  @Test
  void whatKilledRunsLeaveIsRemovedByTheNextAndWhatOthersUseIsNot() throws Exception {
    List<Process> running = new ArrayList<>();
    try {
      Path killed = startWaiting(running);
      running.get(0).destroyForcibly().waitFor();
      assertFalse(files(killed).isEmpty());
      Path used = startWaiting(running);
      assertTrue(Files.notExists(killed));
      Path open = Files.createDirectories(temporary.resolve("lfm-cache-open"));
      Files.writeString(open.resolve(".owner"), "");
      Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
      Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
      Files.writeString(elsewhere.resolve(".owner"), "");
      Files.createSymbolicLink(temporary.resolve("lfm-cache-link"), elsewhere);
      List<Path> before = files(used);
      probe(noHome);
      assertEquals(before, files(used));
      assertTrue(Files.exists(open.resolve(".owner")) && Files.exists(elsewhere.resolve(".owner")));
    } finally {
      running.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void aGivenFolderThatCannotBeIsNamedAndNotPassedOver() throws Exception {
    Path below = noHome.resolve("below");
    assertRefuses(
        "no folder to unpack OpenBLAS into (" + noHome,
        probe(folder.resolve("home"), "-Dorg.bytedeco.javacpp.cachedir=" + below));
  }
}
