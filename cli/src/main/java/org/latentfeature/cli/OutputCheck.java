package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a file can be written, asked before the work whose result it is to hold. */
final class OutputCheck {

  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private OutputCheck() {}

  /**
   * Tries, as writing will, to make a new file beside {@code file}; leaves nothing behind.
   *
   * @throws Failure if the file could not be written
   */
  static void writable(Path file) {
    if (Files.isDirectory(file)) {
      throw new Failure("cannot write " + file + ": it is a directory; name a file in it");
    }
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new Failure("cannot write " + file + ": it exists and may not be written");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return; // A pipe or a device is written to as it is.
    }
    Path parent = destination(file).getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new Failure(
          "cannot write " + file + ": there is no directory " + parent + "; make it first");
    }
    try {
      Files.delete(Files.createTempFile(parent, ".lfm", ".tmp"));
    } catch (IOException e) {
      throw new Failure("cannot write " + file + ": no file can be made in " + parent);
    }
  }

  /**
   * Where a file is written: a link's target, also if that is not there yet, is what is replaced.
   *
   * @throws Failure if links lead in a circle
   */
  static Path destination(Path file) {
    Path at = file.toAbsolutePath();
    try {
      for (int links = 0; Files.isSymbolicLink(at); links++) {
        if (links == MOST_LINKS) {
          throw new Failure(
              "cannot write " + file + ": it is a link that leads in a circle; remove it");
        }
        at = at.resolveSibling(Files.readSymbolicLink(at));
      }
      return at;
    } catch (IOException e) {
      throw new Failure("cannot write " + file + ": its link cannot be followed");
    }
  }
}
