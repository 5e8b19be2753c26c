package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The committed PTX is what the sources compile to. */
class PtxTest {

  private static final Pattern RELEASE = Pattern.compile("release [0-9.]+, V[0-9.]+");

  private static final Pattern TEXT =
      Pattern.compile("(?s)//.*?\n// SHA-256 of the text below: (\\w+)\n(.*)");

  private static final String HINT = "; run kernels/ptx and commit";

  @Test
  void everySourceIsCompiled() throws IOException {
    assertEquals(
        KernelFiles.names(KernelFiles.SOURCES, ".cu"),
        KernelFiles.names(KernelFiles.COMPILED, ".ptx"),
        "sources and PTX" + HINT);
  }

  @Test
  void everyFileNamesTheTextThatItWasCompiledFrom() throws Exception {
    for (String name : KernelFiles.names(KernelFiles.SOURCES, ".cu")) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(KernelFiles.SOURCES.resolve(name + ".cu")));
      for (String header : KernelFiles.names(KernelFiles.SOURCES, ".cuh")) {
        digest.update(Files.readAllBytes(KernelFiles.SOURCES.resolve(header + ".cuh")));
      }
      String line = "// Source SHA-256: " + HexFormat.of().formatHex(digest.digest());
      assertTrue(KernelFiles.ptx(name).contains(line), name + ".cu has changed" + HINT);
    }
  }

  /** So it is what the compiler made of that, without compiling again. */
  @Test
  void noFileWasChangedAfterwards() throws Exception {
    for (String name : KernelFiles.names(KernelFiles.COMPILED, ".ptx")) {
      Matcher said = TEXT.matcher(KernelFiles.ptx(name));
      assertTrue(said.lookingAt(), name + ".ptx has no checksum" + HINT);
      byte[] text = said.group(2).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      assertEquals(
          said.group(1), HexFormat.of().formatHex(digest), name + ".ptx was changed" + HINT);
    }
  }

  /** Or, where a source says so, for a later GPU. */
  @Test
  void everyFileIsForTheOldestGpuAndDriver() throws IOException {
    for (String name : KernelFiles.names(KernelFiles.COMPILED, ".ptx")) {
      String source = Files.readString(KernelFiles.SOURCES.resolve(name + ".cu"));
      int target = source.contains("\n// For compute capability 8.0 and later.\n") ? 80 : 75;
      assertTrue(
          KernelFiles.ptx(name).contains("\n.version 8.0\n.target sm_" + target + "\n"), name);
    }
  }

  /** Byte for byte, where the compiler is the one that made them. */
  @Test
  @Tag("every-target")
  void compiledAgainTheyAreTheSame() throws Exception {
    Optional<String> installed = compiler();
    String instead = ": the PTX was not compiled again, only the sources' checksums compared";
    Skipped.unless(installed.isPresent() && File.separatorChar == '/', "no nvcc here" + instead);
    for (String name : KernelFiles.names(KernelFiles.COMPILED, ".ptx")) {
      Skipped.unless(
          KernelFiles.ptx(name).contains(installed.get()),
          name + ".ptx is not by this nvcc, " + installed.get() + instead);
    }
    String said = run("./ptx", "--check").orElseThrow();
    assertEquals("", said);
  }

  /** The release of the installed compiler, if there is one. */
  private static Optional<String> compiler() throws Exception {
    String nvcc = System.getenv().getOrDefault("NVCC", "nvcc");
    Matcher release = RELEASE.matcher(run(nvcc, "--version").orElse(""));
    return release.find() ? Optional.of(release.group()) : Optional.empty();
  }

  /** What the command prints, on both streams; nothing if there is no such command. */
  private static Optional<String> run(String... command) throws Exception {
    File output = File.createTempFile("command", ".txt");
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      try {
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "still running");
      } finally {
        process.destroyForcibly();
      }
      return Optional.of(Files.readString(output.toPath(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    } finally {
      output.delete();
    }
  }
}
