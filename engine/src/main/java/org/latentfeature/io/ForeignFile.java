package org.latentfeature.io;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Files whose extension is not read here, but that other programs turn into one that is. */
final class ForeignFile {

  /** How files are expanded that only a plug-in expands, by the last part of their names. */
  private static final Map<String, String> EXPANDED_BY =
      Map.of("bz2", "bunzip2 -c", "xz", "xz -dc", "zst", "zstd -dc");

  private ForeignFile() {}

  /** Returns whether files of this suffix are compressed in a way that a plug-in may know. */
  static boolean isCompressed(String suffix) {
    return EXPANDED_BY.containsKey(suffix);
  }

  /**
   * Returns what {@code path} is, by its extension, and how to convert it; empty if the extension
   * is not known.
   */
  static Optional<String> wayOut(Path path) {
    return Optional.ofNullable(
        switch (InputFile.extension(path)) {
          case "bz2", "xz", "zst" ->
              "it is compressed: %s OLD > NEW"
                  .formatted(EXPANDED_BY.get(InputFile.extension(path)));
          case "xlsx", "xls", "ods" -> "it is a spreadsheet: save its table as CSV in UTF-8";
          default -> null;
        });
  }
}
