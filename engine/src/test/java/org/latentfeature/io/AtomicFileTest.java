package org.latentfeature.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrix;

class AtomicFileTest {

  private static final byte[] NEW = "new".getBytes(UTF_8);

  @TempDir Path folder = Path.of("");

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "kept");
    DataException refused =
        assertThrows(
            DataException.class, () -> AtomicFile.write(file.resolve("x"), out -> out.write(1)));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("is a file, not a directory"),
        refused::toString);
    assertEquals("kept", Files.readString(file));
  }

  @Test
  void writesAndReplaces() throws IOException {
    Path file = folder.resolve("a");
    AtomicFile.write(file, out -> out.write("old".getBytes(UTF_8)));
    assertEquals("old", Files.readString(file));
    AtomicFile.write(file, out -> out.write(NEW));
    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), list());
  }

  @Test
  void theOldFileIsThereUntilTheNewOneIsWhole() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    AtomicFile.write(
        file,
        out -> {
          out.write(NEW);
          out.flush();
          assertEquals("old", Files.readString(file));
        });
    assertEquals("new", Files.readString(file));
  }

  @Test
  void aFailureMidwayLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Path fresh = folder.resolve("b");
    for (Path target : List.of(file, fresh)) {
      Failures.assertSays(
          () ->
              AtomicFile.write(
                  target,
                  out -> {
                    out.write(new byte[200_000]);
                    throw new IOException("No space left on device");
                  }),
          "cannot write " + target + ": No space left on device");
      IllegalStateException bug = new IllegalStateException("bug");
      assertSame(
          bug,
          assertThrows(
              IllegalStateException.class,
              () ->
                  AtomicFile.write(
                      target,
                      out -> {
                        out.write(new byte[200_000]);
                        throw bug;
                      })));
    }
    assertEquals("old", Files.readString(file));
    assertEquals(List.of(file), list());
  }

  @Test
  void aFullDiskIsNamed() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full));
    Failures.assertSays(
        () -> AtomicFile.write(full, out -> out.write(NEW)), "cannot write /dev/full", "space");
  }

  @Test
  void devicesAreWrittenToAndStay() {
    Path nothing = Path.of("/dev/null");
    Assumptions.assumeTrue(Files.exists(nothing));
    AtomicFile.write(nothing, out -> out.write(NEW));
    assertFalse(Files.isRegularFile(nothing));
  }

  @Test
  void aPipeIsWrittenTo() throws Exception {
    Path pipe = Path.of("/dev/stdout");
    Assumptions.assumeTrue(Files.exists(pipe));
    Process writer = WritingMachine.start(pipe);
    assertEquals("whole", new String(writer.getInputStream().readAllBytes(), UTF_8).strip());
    assertEquals(0, writer.waitFor());
  }

  @Test
  void linksAreFollowed() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, file);
    AtomicFile.write(link, out -> out.write(NEW));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
  }

  @Test
  void aLinkToNothingYetStaysAndItsFileIsMade() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));
    Path here = Files.createSymbolicLink(folder.resolve("here"), there);
    // Relative to the folder that the link is in, which is not the one that was named.
    Path link = Files.createSymbolicLink(there.resolve("link"), Path.of("../a"));
    AtomicFile.write(here.resolve("link"), out -> out.write(NEW));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(folder.resolve("a")));
    Path lost = Files.createSymbolicLink(folder.resolve("lost"), Path.of("no/where"));
    Failures.assertSays(
        () -> AtomicFile.write(lost, out -> out.write(NEW)),
        "cannot write " + lost,
        "no directory");
    assertTrue(Files.isSymbolicLink(lost));
  }

  @Test
  void linksInACircleAreRefused() throws IOException {
    Path itself = Files.createSymbolicLink(folder.resolve("itself"), Path.of("itself"));
    Path there = Files.createSymbolicLink(folder.resolve("there"), Path.of("back"));
    Path back = Files.createSymbolicLink(folder.resolve("back"), Path.of("there"));
    for (Path link : List.of(itself, there, back)) {
      Failures.assertSays(
          () -> AtomicFile.write(link, out -> out.write(NEW)),
          "cannot write " + link + ": it is a link that leads back to itself");
      assertTrue(Files.isSymbolicLink(link));
    }
    Failures.assertSays(
        () -> AtomicFile.write(itself.resolve("a"), out -> out.write(NEW)),
        "cannot write " + itself);
    assertEquals(3, list().size());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files have no modes")
  void theModeStaysAndIsNeverWider() throws IOException {
    for (String mode : List.of("rw-------", "rw-r-----", "rwxrwxrwx", "-w--w--w-")) {
      Path file = Files.writeString(folder.resolve("a"), "old");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      AtomicFile.write(
          file,
          out -> {
            out.write(NEW);
            out.flush();
            for (Path each : list()) {
              assertEquals(
                  mode, PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
            }
          });
      assertEquals(mode, PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      Files.delete(file);
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files have no modes")
  void anothersFileStaysTheirs() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Assumptions.assumeTrue(
        Files.getAttribute(file, "unix:uid").equals(0), "only the superuser gives files away");
    Files.setAttribute(file, "unix:uid", 54321);
    Files.setAttribute(file, "unix:gid", 54322);
    AtomicFile.write(file, out -> out.write(NEW));
    assertEquals("new", Files.readString(file));
    assertEquals(54321, Files.getAttribute(file, "unix:uid"));
    assertEquals(54322, Files.getAttribute(file, "unix:gid"));
  }

  @Test
  void targetsThatCannotBe() throws IOException {
    Failures.assertSays(
        () -> AtomicFile.write(folder, out -> out.write(NEW)),
        "cannot write " + folder + ": it is a directory");
    Path lost = folder.resolve("lost/a");
    Failures.assertSays(
        () -> AtomicFile.write(lost, out -> out.write(NEW)),
        "cannot write " + lost,
        "no directory " + lost.getParent());
    Path file = Files.writeString(folder.resolve("file"), "");
    Path below = file.resolve("a");
    Failures.assertSays(
        () -> AtomicFile.write(below, out -> out.write(NEW)), "cannot write " + below);
    assertEquals(List.of(file), list());
  }

  @Test
  void aReadOnlyFileIsNotReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Assumptions.assumeTrue(file.toFile().setWritable(false));
    // The superuser may write all the same.
    Assumptions.assumeFalse(Files.isWritable(file));
    Failures.assertSays(
        () -> AtomicFile.write(file, out -> out.write(NEW)), "cannot write", "permission denied");
  }

  @Test
  void writersGoThroughIt() throws IOException {
    Path lost = folder.resolve("lost/x.npy");
    Matrix x = Matrix.allocate(2, 2);
    Failures.assertSays(() -> NpyWriter.write(x, lost), "cannot write " + lost);
    Failures.assertSays(() -> CsvWriter.write(x, null, lost), "cannot write " + lost);
    Path file = Files.writeString(folder.resolve("a.csv"), "old");
    assertThrows(
        IllegalArgumentException.class, () -> CsvWriter.write(x, List.of("only one"), file));
    assertEquals("old", Files.readString(file));
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
