package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.latentfeature.data.DataException;

/**
 * Detects changes of a file while it is read.
 *
 * @param length in bytes
 * @param changed the time of its last change
 */
public record UnchangedFile(long length, FileTime changed) {

  /** Reads a file. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads the content of the file. */
    T read() throws IOException;
  }

  /**
   * The result of {@code reading} the file.
   *
   * @throws DataException if the file cannot be read, or changes during the reading
   */
  public static <T> T read(Path path, Reading<T> reading) throws IOException {
    InputFile.requireReadable(path);
    UnchangedFile before = of(path);
    T content;
    try {
      content = reading.read();
    } catch (IOException | DataException e) {
      if (before.isStill(path)) {
        throw e;
      }
      throw new DataException(changed(path), e);
    }
    if (!before.isStill(path)) {
      throw new DataException(changed(path));
    }
    return content;
  }

  /** The file as it is now. */
  static UnchangedFile of(Path path) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    return new UnchangedFile(now.size(), now.lastModifiedTime());
  }

  /** Returns whether the file at {@code path} has the same length and time of change as before. */
  boolean isStill(Path path) throws IOException {
    try {
      return equals(of(path));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static String changed(Path path) {
    return path + " changed while it was read; try again when no program writes to it";
  }
}
