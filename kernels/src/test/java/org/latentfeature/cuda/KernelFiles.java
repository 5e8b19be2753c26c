package org.latentfeature.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kernels' sources and what they were compiled to, as they lie in this module. */
final class KernelFiles {

  static final Path SOURCES = Path.of("src", "main", "cuda");
  static final Path COMPILED = Path.of("src", "main", "resources", "org", "latentfeature", "cuda");

  private KernelFiles() {}

  /** Names without their ending, in order. */
  static List<String> names(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .sorted()
          .toList();
    }
  }

  static String ptx(String name) throws IOException {
    return Files.readString(COMPILED.resolve(name + ".ptx"));
  }
}
