package org.latentfeature.cuda.software;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The device's two libraries, built once for each state of their sources.
 *
 * @param folder where they lie, if they could be built
 * @param reason why not, if not
 */
record SoftwareDeviceBuild(Optional<Path> folder, String reason) {

  private static final List<String> JNI_LIBRARIES = List.of("JCudaDriver", "JCublas2");

  private static final class Holder {
    static final SoftwareDeviceBuild BUILD = build();
  }

  /** Builds at the first call. A build that fails, as opposed to one that cannot be, throws. */
  static SoftwareDeviceBuild get() {
    return Holder.BUILD;
  }

  /** Whether the tests are to run on a real device: the software one must not stand in then. */
  static boolean realDeviceAsked() {
    return "cuda".equals(System.getProperty("require.backend"));
  }

  private static SoftwareDeviceBuild build() {
    if (realDeviceAsked()) {
      return absent("require.backend is cuda, which means a real one");
    }
    if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
      return absent("not on Linux");
    }
    if (SoftwareDeviceBuild.class.getResource(resource(JNI_LIBRARIES.get(0))) == null) {
      return absent("JCuda has no native code for " + System.getProperty("os.arch"));
    }
    try {
      String compiler = output(List.of("g++", "--version"));
      if (compiler.isEmpty()) {
        return absent("g++ not found");
      }
      return new SoftwareDeviceBuild(Optional.of(build(compiler)), "");
    } catch (IOException e) {
      throw new UncheckedIOException("the software CUDA device could not be built", e);
    }
  }

  private static SoftwareDeviceBuild absent(String reason) {
    return new SoftwareDeviceBuild(Optional.empty(), reason);
  }

  private static Path build(String compiler) throws IOException {
    Path module = module();
    List<Path> sources =
        Stream.of("src/test/native", "src/main/cuda")
            .flatMap(folder -> files(module.resolve(folder)))
            .toList();
    Path all = Files.createDirectories(module.resolve("target/software-device"));
    Path done = all.resolve(hash(compiler, sources));
    if (Files.exists(done)) {
      return done;
    }
    // Another process may be building the same: whoever is first to rename has built it.
    Path building = Files.createTempDirectory(all, "building");
    List<String> command = new ArrayList<>();
    command.add("sh");
    command.add(module.resolve("src/test/native/build.sh").toString());
    command.add(building.toString());
    command.add(jniLibraries(building).toString());
    command.add(Path.of(System.getProperty("java.home", ""), "include").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (status(process) != 0) {
      throw new IOException("build.sh failed:\n" + said);
    }
    System.err.print(said);
    try {
      Files.move(building, done, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      delete(building);
    } catch (FileSystemException e) {
      if (!Files.exists(done)) {
        throw e;
      }
      delete(building);
    }
    return done;
  }

  /** The folder of module kernels, from itself or from a module beside it. */
  private static Path module() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    for (Path module : List.of(here, here.resolve("kernels"), here.resolveSibling("kernels"))) {
      if (Files.exists(module.resolve("src/test/native/build.sh"))) {
        return module;
      }
    }
    throw new IOException("src/test/native of module kernels not found from " + here);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all
          .filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(folder.resolve("target")))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String compiler, List<Path> sources) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(compiler.getBytes(StandardCharsets.UTF_8));
      // The products are compiled for this processor.
      Path processor = Path.of("/proc/cpuinfo");
      if (Files.exists(processor)) {
        try (Stream<String> lines = Files.lines(processor)) {
          lines
              .filter(line -> line.startsWith("flags"))
              .findFirst()
              .ifPresent(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
        }
      }
      for (Path source : sources) {
        digest.update(source.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(source));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** JCuda's JNI libraries, out of its jars: they tell which entry points there must be. */
  private static Path jniLibraries(Path building) throws IOException {
    Path folder = Files.createDirectories(building.resolve("jni"));
    for (String library : JNI_LIBRARIES) {
      String name = resource(library);
      try (InputStream in = SoftwareDeviceBuild.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException(name + " is not on the class path");
        }
        Files.copy(in, folder.resolve(Path.of(name).getFileName()));
      }
    }
    return folder;
  }

  private static String resource(String library) {
    return "/lib/lib" + library + "-12.6.0-linux-x86_64.so";
  }

  private static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      process.getInputStream().transferTo(bytes);
      return status(process) == 0 ? bytes.toString(StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static int status(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while g++ was running", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
