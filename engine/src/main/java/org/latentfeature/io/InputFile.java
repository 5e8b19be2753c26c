package org.latentfeature.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.latentfeature.data.DataException;

/** The checks of every reader before it opens a file. */
public final class InputFile {

  private InputFile() {}

  /**
   * The extension of the file's name, in lower case, {@code mtx.gz} and {@code vcf.gz} for one;
   * empty if there is none.
   */
  static String extension(Path path) {
    Path file = path.getFileName();
    String name = file == null ? "" : file.toString();
    int dot = name.lastIndexOf('.');
    for (String two : List.of(".mtx.gz", ".vcf.gz")) {
      dot = name.toLowerCase(Locale.ROOT).endsWith(two) ? name.length() - two.length() : dot;
    }
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Checks that {@code path} is a readable file.
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
