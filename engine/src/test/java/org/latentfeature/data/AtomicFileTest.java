package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder = Path.of("");

  @Test
  void writesAndReplaces() throws IOException {
    Path file = folder.resolve("a");
    AtomicFile.write(file, out -> out.write("old".getBytes(StandardCharsets.UTF_8)));
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
  void linksAreFollowed() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, file);
    AtomicFile.write(link, out -> out.write(NEW));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
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
