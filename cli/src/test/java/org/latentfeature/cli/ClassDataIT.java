package org.latentfeature.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The archive of classes beside the built jar, with the options that the launcher gives. */
@DisabledIfSystemProperty(
    named = "java.vm.name",
    matches = ".*OpenJ9.*",
    disabledReason = "its archives are not files of the build")
class ClassDataIT {

  private static final Path JAR = Path.of("target", "lfm.jar").toAbsolutePath();
  private static final Path ARCHIVE = Path.of("target", "lfm.jsa").toAbsolutePath();

  @TempDir Path folder;
  private Path copy = ARCHIVE;

  @BeforeEach
  void copy() throws IOException {
    copy = folder.resolve("lfm.jsa");
    Files.write(copy, Files.readAllBytes(ARCHIVE));
  }

  /** Standard output and, since it must be empty, standard error. */
  private static String run(Path archive, Path jar, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-XX:SharedArchiveFile=" + archive));
    command.addAll(List.of("-Xlog:cds*=off", "-Dlfm.terminal=false"));
    command.addAll(Arrays.asList(more));
    command.addAll(List.of("-jar", jar.toString(), "--help"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  private static void assertUnharmed(Path archive, Path jar) throws Exception {
    assertEquals(Run.lfm("--help").succeeds().out(), run(archive, jar));
  }

  @Test
  void classesComeFromTheArchive() throws Exception {
    String said = run(ARCHIVE, JAR, "-Xlog:class+load");
    for (Class<?> shown : List.of(Lfm.class, CommandLine.class, String.class)) {
      String line = shown.getName() + " source: shared objects file";
      assertTrue(said.contains(line), said);
    }
    assertUnharmed(ARCHIVE, JAR);
  }

  @Test
  void noArchiveIsNeeded() throws Exception {
    assertUnharmed(folder.resolve("none"), JAR);
    assertUnharmed(folder, JAR);
  }

  @Test
  void aDamagedArchiveIsLeftAlone() throws Exception {
    try (var archive = Files.newByteChannel(copy, StandardOpenOption.WRITE)) {
      archive.truncate(archive.size() / 2);
    }
    assertUnharmed(copy, JAR);
    Files.writeString(copy, "no archive");
    assertUnharmed(copy, JAR);
  }

  @Test
  void anArchiveOfAnotherJarIsLeftAlone() throws Exception {
    Path jar = Files.copy(JAR, folder.resolve("lfm.jar"));
    Path lib = Files.createDirectory(folder.resolve("lib"));
    try (var libraries = Files.newDirectoryStream(JAR.resolveSibling("lib"), "{picocli,lfm-}*")) {
      for (Path library : libraries) {
        Files.copy(library, lib.resolve(library.getFileName()));
      }
    }
    assertUnharmed(copy, jar);
  }
}
