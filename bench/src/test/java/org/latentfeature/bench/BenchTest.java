package org.latentfeature.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Exit statuses of a Java machine of its own, and no stack trace. */
@Tag("whole")
final class BenchTest {

  private static void ends(int status, String word, String option, String... arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                option,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Bench.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, process.waitFor(), said);
    assertTrue(said.contains(word), said);
    assertFalse(said.contains("\tat "), said);
  }

  @Test
  void wrongUseAndFailureAreNamed() throws Exception {
    ends(2, "no measurement named nothing", "-Xshare:auto", "nothing");
    ends(2, "--threads is x", "-Xshare:auto", "fit", "--threads", "x");
    ends(1, "no such file: none.npy", "-Xshare:auto", "path", "none.npy");
    ends(1, "LFM_JAVA_OPTS", "-Xmx9m", "fit", "--backend", "java", "--problem", "syn1");
  }

  @Test
  void pathsOfASmallPictureAreTimed() throws Exception {
    ends(
        0,
        "openblas, threads 1",
        "-Xshare:auto",
        "path-coding",
        "--backend",
        "openblas",
        "--side",
        "24",
        "--features",
        "5",
        "--rounds",
        "1",
        "--warm-up",
        "0");
  }

  @Test
  void growthIsMeasured() throws Exception {
    List<String> small = List.of("--rows", "40", "--columns", "6", "--k", "2", "--rounds", "1");
    List<String> arguments = new ArrayList<>(List.of("complexity", "--backend", "openblas"));
    arguments.addAll(small);
    arguments.addAll(List.of("--methods", "cumulants,variational"));
    ends(0, "variational", "-Xshare:auto", arguments.toArray(String[]::new));
    ends(2, "--methods is pca; there are lasso", "-Xshare:auto", "complexity", "--methods", "pca");
    assertEquals("2.00", Complexity.exponent(.5, 8, 4));
    assertEquals("-1.00", Complexity.exponent(8, 4, 2));
    assertEquals("-", Complexity.exponent(8, Double.NaN, 2));
  }

  @Test
  void searchesAreTimed() throws Exception {
    ends(
        0,
        "variational",
        "-Xshare:auto",
        "searches",
        "--backend",
        "openblas",
        "--problem",
        "syn0",
        "--runs",
        "1",
        "--warm-up",
        "0");
  }

  @Test
  void aStepThatLacksMemoryIsTold() throws Exception {
    ends(
        1,
        "residual 1000x1000x3 failed: a matrix of 1000",
        "-XX:MaxDirectMemorySize=1m",
        "suite",
        "--backend",
        "java",
        "--steps",
        "residual",
        "--problems",
        "1000x1000x3");
  }

  @Test
  void temporaryFilesWithoutAFolderAreTold() throws Exception {
    ends(
        1,
        "-Djava.io.tmpdir=FOLDER",
        "-Djava.io.tmpdir=/none",
        "suite",
        "--backend",
        "java",
        "--steps",
        "residual",
        "--problems",
        "60x20x3");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere pipes have other names")
  void resultsMayGoDownAPipe() throws Exception {
    ends(
        0,
        "\"measurements\": [",
        "-Djmh.ignoreLock=true",
        "suite",
        "--backend",
        "java",
        "--steps",
        "residual",
        "--problems",
        "60x20x3",
        "--json",
        "/dev/stdout");
  }
}
