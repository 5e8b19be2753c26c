package org.latentfeature.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.io.AtomicFile;

/** Checks that a file can be written, before the work whose result it is to hold. */
public final class OutputCheck {

  private OutputCheck() {}

  /**
   * Tries, as writing will, to make a new file beside {@code file}; leaves nothing behind.
   *
   * @throws Failure or DataException if the file could not be written
   */
  public static void writable(Path file) {
    if (Files.isDirectory(file)) {
      throw new Failure("cannot write " + file + ": it is a directory; name a file in it");
    }
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new Failure("cannot write " + file + ": it exists and is write-protected");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return; // A pipe or a device is written to as it is.
    }
    try {
      Path folder = AtomicFile.destination(file).resolveSibling("");
      Files.delete(Files.createTempFile(folder, ".lfm", ".tmp"));
    } catch (IOException e) {
      throw new Failure("cannot write " + file + ": its directory is not writable");
    }
  }
}
