package org.latentfeature.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.latentfeature.data.DataException;

/** What every reader asks of a file before it opens it. */
public final class InputFile {

  private InputFile() {}

  /** What follows the last dot of the file's name, in lower case; empty where there is none. */
  static String extension(Path path) {
    Path file = path.getFileName();
    String name = file == null ? "" : file.toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

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
