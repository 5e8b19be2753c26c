package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnchangedFileTest {

  @TempDir Path folder = Path.of("");

  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("x.npy"), "what was read");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
  }

  @Test
  void whatStaysIsReadWithItsErrors() throws IOException {
    assertEquals("what was read", UnchangedFile.read(file, () -> Files.readString(file)));
    DataException damaged = new DataException("damaged");
    assertEquals(
        damaged,
        assertThrows(DataException.class, () -> UnchangedFile.read(file, () -> raise(damaged))));
  }

  @Test
  void whatIsWrittenToMeanwhileIsRefusedWhateverCameOfIt() {
    for (Change change :
        new Change[] {
          () -> Files.writeString(file, "more", StandardOpenOption.APPEND),
          () -> Files.writeString(file, "what"),
          () -> Files.writeString(file, "what is here!"),
          () -> Files.delete(file)
        }) {
      Failures.assertSays(() -> readWhile(change, null), file + " changed while it was read");
      Failures.assertSays(
          () -> readWhile(change, new DataException("a cell is no number")),
          file + " changed while it was read");
    }
  }

  /** Something that another program does to the file. */
  @FunctionalInterface
  private interface Change {
    void make() throws IOException;
  }

  private void readWhile(Change change, @Nullable DataException outcome) throws IOException {
    write();
    UnchangedFile.read(
        file,
        () -> {
          change.make();
          return outcome == null ? "read" : raise(outcome);
        });
  }

  private static String raise(DataException e) {
    throw e;
  }
}
