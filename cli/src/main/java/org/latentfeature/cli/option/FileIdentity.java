package org.latentfeature.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.latentfeature.io.AtomicFile;

/**
 * The identity of a file, however it is named. Two paths have equal identities where {@link
 * Files#isSameFile} holds, and also where both lead to one place at which there is no file yet.
 *
 * @param key device and number of the file where the system has them, else its real path
 */
record FileIdentity(Object key) {

  /** The identity of a file or directory, whether it is there or not. */
  static FileIdentity of(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new FileIdentity(AtomicFile.destination(file));
    }
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return new FileIdentity(key == null ? file.toRealPath() : key);
  }
}
