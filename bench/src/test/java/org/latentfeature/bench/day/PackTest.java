package org.latentfeature.bench.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench/pack}, and what starts a pack on a machine with a GPU. */
@EnabledOnOs(OS.LINUX)
final class PackTest {

  @TempDir Path folder;

  /** With the real tools, of a repository whose jars are empty. */
  @Test
  @Tag("every-target")
  void aPackHasKernelsForEveryTarget() throws Exception {
    assumeTrue(Files.isExecutable(tool("jlink")), "this Java has no jlink");
    List<String> ptxas = run(List.of("sh", "-c", "command -v ${PTXAS:-ptxas} || true"));
    assumeTrue(!ptxas.isEmpty(), "no ptxas: kernels were not packed");
    Path home = folder.resolve("home");
    jar(home.resolve("cli/target/lfm.jar"));
    jar(home.resolve("cli/target/lib/jcuda-natives-1.jar"));
    jar(home.resolve("bench/target/lfm-bench.jar"));
    Path tests = jar(home.resolve("kernels-tests.jar"));
    Files.copy(Path.of("run-packed"), home.resolve("bench/run-packed"));
    Files.createSymbolicLink(home.resolve("kernels"), Path.of("../kernels").toRealPath());
    Path pack = folder.resolve("pack");
    String bin = Path.of(System.getProperty("java.home", ""), "bin").toString();
    run(List.of("sh", "pack", pack.toString(), home.toString(), bin, tests.toString()));
    assertTrue(Files.isExecutable(pack.resolve("run")));
    try (ZipFile cubins = new ZipFile(pack.resolve("cubins.jar").toFile())) {
      for (int target : new int[] {75, 80, 86, 89, 90, 100, 120}) {
        String name = "org/latentfeature/cuda/sm_%d/vectors.cubin".formatted(target);
        assertTrue(cubins.getEntry(name).getSize() > 0, name);
      }
    }
  }

  /** Not of a toolkit for older systems, nor of 32 bits: neither opens a device. */
  @Test
  void theDriversOwnLibraryIsTaken() throws Exception {
    Path root = folder.resolve("root");
    Path mounted = root.resolve("z/lib64");
    for (String place : List.of("a/cuda/compat", "b/i386-linux-gnu", "c/lib32", "d/stubs")) {
      Files.createFile(Files.createDirectories(root.resolve(place)).resolve("libcuda.so.1"));
    }
    Files.createFile(Files.createDirectories(mounted).resolve("libcuda.so.1"));
    script("java/bin/java", "printf '%s\\n' \"$LD_LIBRARY_PATH\" \"$@\"");
    script("bin/ldconfig", "echo '  libcuda.so.1 (libc6) => /usr/lib/libcuda.so.1'");
    run(List.of("tar", "-C", folder.toString(), "-czf", folder + "/java.tar.gz", "java"));
    Files.createFile(folder.resolve("cubins.jar"));
    String text = Files.readString(Path.of("run-packed"));
    String elsewhere = text.replaceFirst("(?m)^roots=.*$", "roots='" + root + "'");
    assertTrue(!text.equals(elsewhere), "no folders to look in");
    Files.writeString(folder.resolve("run"), elsewhere);
    List<String> said =
        run(
            List.of(
                "env",
                "LD_LIBRARY_PATH=",
                "PATH=%s/bin:%s".formatted(folder, System.getenv("PATH")),
                "sh",
                folder.resolve("run").toString(),
                "--only",
                "driver"));
    assertEquals(mounted.toString(), said.get(0));
    assertEquals(
        List.of("--cubins", folder + "/cubins.jar", "--only", "driver"),
        said.subList(said.size() - 4, said.size()));
  }

  private static Path tool(String name) {
    return Path.of(System.getProperty("java.home", ""), "bin", name);
  }

  private void script(String name, String line) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private static Path jar(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream to = Files.newOutputStream(file);
        ZipOutputStream jar = new ZipOutputStream(to)) {
      jar.putNextEntry(new ZipEntry("lib/some"));
    }
    return file;
  }

  /** The lines that a command prints, which is to succeed. */
  private List<String> run(List<String> command) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertTrue(process.waitFor(8, TimeUnit.MINUTES));
    assertEquals(0, process.exitValue(), Files.readString(err));
    return Files.readAllLines(out);
  }
}
