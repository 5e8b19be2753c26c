package org.latentfeature.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kernels' sources and what they were compiled to, as they lie in this module. */
final class KernelFiles {

  static final Path SOURCES = Path.of("src", "main", "cuda");
  static final Path COMPILED = Path.of("src", "main", "resources", "org", "latentfeature", "cuda");

  private static final Pattern TARGET = Pattern.compile("(?m)^\\.target sm_(\\d+)$");

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

  /** Names of the compiled files that a GPU of this target, 75 for compute capability 7.5, runs. */
  static List<String> compiledFor(int target) throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : names(COMPILED, ".ptx")) {
      if (target(name) <= target) {
        names.add(name);
      }
    }
    return names;
  }

  /** The least target that a compiled file is for. */
  static int target(String name) throws IOException {
    Matcher target = TARGET.matcher(ptx(name));
    if (!target.find()) {
      throw new IllegalStateException("no .target in %s.ptx".formatted(name));
    }
    return Integer.parseInt(target.group(1));
  }

  static String ptx(String name) throws IOException {
    return Files.readString(COMPILED.resolve(name + ".ptx"));
  }
}
