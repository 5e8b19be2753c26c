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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where native code is loaded from, seen in Java machines of their own that probe. */
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

    public static void main(String[] args) throws IOException {
      System.out.println(new OpenBlasProvider().probe());
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.contains("openblas") || line.contains("jnijavacpp")) {
          System.out.println(line.substring(line.indexOf('/')));
        }
      }
    }
  }

  private List<String> probe(Path home, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Duser.home=" + home);
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Probing.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
    Process process = builder.start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      assertEquals(0, process.exitValue(), said);
      return said.lines().toList();
    } finally {
      process.destroyForcibly();
    }
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
    assertEquals(1, said.size(), said::toString);
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
    assertRefuses(given + ": its group or all can write it", probe(noHome, option));
  }

  @Test
  void aGivenFolderThatCannotBeIsNamedAndNotPassedOver() throws Exception {
    Path below = noHome.resolve("below");
    assertRefuses(
        "no folder to unpack OpenBLAS into (" + noHome,
        probe(folder.resolve("home"), "-Dorg.bytedeco.javacpp.cachedir=" + below));
  }
}
