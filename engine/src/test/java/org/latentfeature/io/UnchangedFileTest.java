package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Failures;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.image.PictureReader;

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

  @Test
  @Timeout(30)
  void everyReaderOfDataAsks() throws Exception {
    assertNoticed(() -> PictureReader.read(file));
    Path table = folder.resolve("x.csv");
    file = Files.writeString(table, "name,A.1,A.2\n" + "p,100,102\n".repeat(50_000));
    assertNoticed(() -> GenotypeReader.read(table, GenotypeOptions.DEFAULT));
    assertNoticed(() -> MatrixReader.read(table, ReadOptions.DEFAULT));
  }

  /** Reads while another thread marks the file as changed, until a change falls into a reading. */
  private void assertNoticed(UnchangedFile.Reading<?> reading) throws Exception {
    AtomicBoolean noticed = new AtomicBoolean();
    File written = file.toFile();
    Thread writer =
        new Thread(
            () -> {
              for (long seconds = 1; !noticed.get(); seconds++) {
                assertTrue(written.setLastModified(seconds * 1000));
              }
            });
    writer.start();
    try {
      String message = "";
      while (!message.contains(file + " changed while it was read")) {
        try {
          reading.read();
        } catch (DataException e) {
          message = String.valueOf(e.getMessage());
        }
      }
    } finally {
      noticed.set(true);
      writer.join();
    }
  }

  private static String raise(DataException e) {
    throw e;
  }
}
