package org.latentfeature.io;

import java.nio.file.Path;
import java.util.Optional;

/** Files whose extension is not read here, but that other programs turn into one that is. */
final class ForeignFile {

  private ForeignFile() {}

  /**
   * Returns what {@code path} is, by its extension, and how to convert it; empty if the extension
   * is not known.
   */
  static Optional<String> wayOut(Path path) {
    return Optional.ofNullable(
        switch (InputFile.extension(path)) {
          case "gz" -> "it is compressed: gunzip -c OLD > NEW";
          case "bz2" -> "it is compressed: bunzip2 -c OLD > NEW";
          case "xz" -> "it is compressed: xz -dc OLD > NEW";
          case "zst" -> "it is compressed: zstd -dc OLD > NEW";
          case "zip" -> "it is compressed: unzip it";
          case "xlsx", "xls", "ods" -> "it is a spreadsheet: save its table as CSV in UTF-8";
          case "ped" -> "it " + PlinkPed.WAY_OUT;
          default -> null;
        });
  }
}
