package org.latentfeature.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.latentfeature.data.DataException;

/** The checks of every reader before it opens a file. */
public final class InputFile {

  private InputFile() {}

  /**
   * The extension of the file's name, in lower case; that of the content where the name says that
   * it is {@linkplain Compression compressed}. Empty if there is none.
   */
  static String extension(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    int end = CompressedFile.of(path).isPresent() ? name.lastIndexOf('.') : name.length();
    int dot = name.lastIndexOf('.', end - 1);
    return dot < 0 ? "" : name.substring(dot + 1, end);
  }

  /** Opens a file for reading from start to end, expanding what is compressed. */
  static InputStream open(Path path) throws IOException {
    return CompressedFile.content(path, Files.newInputStream(path));
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
