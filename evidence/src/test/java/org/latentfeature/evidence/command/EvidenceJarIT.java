package org.latentfeature.evidence.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The built jars: the experiments run from theirs, and the product has none of their classes. */
class EvidenceJarIT {

  private static final Path PRODUCT = Path.of("..", "cli", "target");

  private record Ended(int status, String said) {}

  private static Ended run(Path jar, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(Arrays.asList(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), said);
  }

  @Test
  void anExperimentRunsFromItsJar() throws Exception {
    Ended ended =
        run(
            Path.of("target", "lfm-evidence.jar"),
            "reproduce figure1 -k 2 -p 0.5 --rows 8 --trials 2 --json".split(" ", -1));
    assertEquals(0, ended.status(), ended.said());
    assertTrue(ended.said().contains("\"trials\""), ended.said());
  }

  @Test
  void theProductSaysWhereTheExperimentsAre() throws Exception {
    Ended ended = run(PRODUCT.resolve("lfm.jar"), "reproduce", "figure1", "-k", "2");
    assertEquals(1, ended.status(), ended.said());
    assertTrue(ended.said().contains("./lfm reproduce"), ended.said());
  }

  @Test
  void theProductHasNoClassOfTheExperiments() throws Exception {
    List<Path> jars = new ArrayList<>(List.of(PRODUCT.resolve("lfm.jar")));
    try (Stream<Path> lib = Files.list(PRODUCT.resolve("lib"))) {
      lib.filter(file -> file.toString().endsWith(".jar")).forEach(jars::add);
    }
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertTrue(
            zip.stream().noneMatch(e -> e.getName().matches(".*latentfeature/evidence.*")),
            jar::toString);
      }
    }
  }
}
