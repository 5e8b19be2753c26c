package org.latentfeature.data;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checks every reader makes before it opens a file. */
public final class InputFile {

  private InputFile() {}

  /**
   * Makes sure that {@code path} is a file that can be read.
   *
   * @throws DataException if it does not exist, is a folder, or may not be read
   */
  public static void requireReadable(Path path) {
    if (Files.isDirectory(path)) {
      throw new DataException(path + " is a directory; name a file in it");
    }
    if (!Files.exists(path)) {
      throw new DataException("no such file: " + path);
    }
    if (!Files.isRegularFile(path)) {
      throw new DataException(path + " is not a regular file; write its content to a file first");
    }
    if (!Files.isReadable(path)) {
      throw new DataException(path + " cannot be read: permission denied");
    }
  }
}
