package org.latentfeature.evidence;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.latentfeature.io.AtomicFile;

/** Files of text, in UTF-8. */
public final class TextFile {

  private TextFile() {}

  /** Writes a file in one step. */
  public static void write(Path file, String text) {
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
