package org.latentfeature.cuda.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar laid out like bytedeco's, with noise in place of its libraries. */
@Tag("whole")
class BundledCublasTest {

  private static final String FOLDER = "org/bytedeco/cuda/linux-x86_64/";

  @TempDir Path folder;

  private static byte[] noise(int seed) {
    byte[] bytes = new byte[1_000_003];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private URLClassLoader jar(int seed, String... names) throws IOException {
    Path file = folder.resolve("cuda-" + seed + "-linux-x86_64-redist.jar");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (String name : names) {
        jar.putNextEntry(new JarEntry(FOLDER + name));
        jar.write(noise(seed + name.length()));
        jar.closeEntry();
      }
    }
    return new URLClassLoader(new URL[] {file.toUri().toURL()}, null);
  }

  private List<Path> load(URLClassLoader loader) throws IOException {
    List<Path> loaded = new ArrayList<>();
    BundledCublas.find(loader, Platform.LINUX)
        .orElseThrow()
        .load(folder.resolve("cache"), name -> loaded.add(Path.of(name)));
    return loaded;
  }

  @Test
  void whatOthersNeedIsLoadedFirstAndUnpackedOnce() throws IOException {
    try (URLClassLoader loader = jar(1, "libcublas.so.12", "libcublasLt.so.12")) {
      List<Path> first = load(loader);
      assertEquals(
          List.of("libcublasLt.so.12", "libcublas.so.12"),
          first.stream().map(f -> f.getFileName().toString()).toList());
      assertEquals(first.get(0).getParent(), first.get(1).getParent());
      assertArrayEquals(noise(18), Files.readAllBytes(first.get(0)));
      assertArrayEquals(noise(16), Files.readAllBytes(first.get(1)));
      var before = Files.getLastModifiedTime(first.get(0));
      assertEquals(first, load(loader));
      assertEquals(before, Files.getLastModifiedTime(first.get(0)));
    }
  }

  @Test
  void aFileCutShortIsReplacedAndAnotherVersionIsAnotherFile() throws IOException {
    try (URLClassLoader loader = jar(1, "libcublas.so.12", "libcublasLt.so.12");
        URLClassLoader other = jar(2, "libcublas.so.12", "libcublasLt.so.12")) {
      Path file = load(loader).get(0);
      Files.write(file, new byte[10]);
      assertArrayEquals(noise(18), Files.readAllBytes(load(loader).get(0)));
      assertArrayEquals(noise(19), Files.readAllBytes(load(other).get(0)));
      assertArrayEquals(noise(18), Files.readAllBytes(file));
    }
  }

  @Test
  void manyAtOnceSeeWholeFilesOnlyAndLeaveNothingElse() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (URLClassLoader loader = jar(1, "libcublas.so.12", "libcublasLt.so.12")) {
      List<Future<Boolean>> whole = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        whole.add(
            threads.submit(
                () -> {
                  boolean all = true;
                  for (Path file : load(loader)) {
                    all &= Files.size(file) == noise(0).length;
                  }
                  return all;
                }));
      }
      for (Future<Boolean> future : whole) {
        assertTrue(future.get());
      }
      try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
        assertEquals(2, files.filter(Files::isRegularFile).count());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void halfAJarIsNone() throws IOException {
    try (URLClassLoader loader = jar(1, "libcublas.so.12")) {
      assertTrue(BundledCublas.find(loader, Platform.LINUX).isEmpty());
      assertTrue(BundledCublas.find(loader, Platform.WINDOWS).isEmpty());
    }
  }
}
