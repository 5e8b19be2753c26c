package org.latentfeature.cuda.probe;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * cuBLAS from bytedeco's jar of redistributable CUDA libraries, for machines that have a driver and
 * no CUDA toolkit. The libraries are unpacked once, into a cache, and loaded before JCublas2, whose
 * native code then finds them by their names.
 */
final class BundledCublas {

  /** Where the jar keeps the libraries of a platform. */
  private static final String FOLDER = "org/bytedeco/cuda/";

  private final List<URL> libraries;

  private BundledCublas(List<URL> libraries) {
    this.libraries = libraries;
  }

  /** The libraries that {@code loader} sees, if it sees them all. */
  static Optional<BundledCublas> find(ClassLoader loader, Platform platform) {
    List<URL> found = new ArrayList<>();
    for (String name : List.of(platform.lightBlasLibrary, platform.blasLibrary)) {
      URL library = loader.getResource(FOLDER + platform.label + "/" + name);
      if (library == null) {
        return Optional.empty();
      }
      found.add(library);
    }
    return Optional.of(new BundledCublas(List.copyOf(found)));
  }

  /** Unpacks what {@code cache} does not hold yet, and hands all to {@code loader} in order. */
  void load(Path cache, Consumer<String> loader) throws IOException {
    // Named by what the libraries are, so that those of another version are other files.
    StringBuilder version = new StringBuilder("cublas");
    for (URL library : libraries) {
      version.append('-').append(Long.toHexString(checksum(library)));
    }
    Path folder = cache.resolve(version.toString()).toAbsolutePath();
    for (URL library : libraries) {
      loader.accept(unpack(library, folder).toString());
    }
  }

  private static long checksum(URL library) throws IOException {
    URLConnection connection = open(library);
    try (InputStream in = connection.getInputStream()) {
      return connection instanceof JarURLConnection jar
          ? jar.getJarEntry().getCrc()
          : in.available();
    }
  }

  /** Closing its stream closes the jar too, which would stay open in Java's cache of them. */
  private static URLConnection open(URL library) throws IOException {
    URLConnection connection = library.openConnection();
    connection.setUseCaches(false);
    return connection;
  }

  /**
   * The unpacked file. It gets its name only when it is whole, so that JVMs that unpack at the same
   * time see it whole or not at all.
   */
  private static Path unpack(URL library, Path folder) throws IOException {
    URLConnection connection = open(library);
    try (InputStream in = connection.getInputStream()) {
      long size = connection.getContentLengthLong();
      String path = library.getPath();
      Path file = folder.resolve(path.substring(path.lastIndexOf('/') + 1));
      if (isWhole(file, size)) {
        return file;
      }
      Files.createDirectories(folder);
      Path part = Files.createTempFile(folder, file.getFileName().toString(), ".part");
      try {
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        // Windows lets nobody replace a library in use: then another has unpacked it meanwhile.
        if (!isWhole(file, size)) {
          throw e;
        }
      } finally {
        Files.deleteIfExists(part);
      }
      return file;
    }
  }

  private static boolean isWhole(Path file, long size) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) == size;
  }
}
