package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.ReadOptions;

/** The README's Java program; {@link DocumentedCommandsTest} runs its commands. */
class ReadmeTest {

  @TempDir Path folder;

  private static String readme() throws IOException {
    return Files.readString(Path.of("..", "README.md"));
  }

  /** The lines of the blocks that are marked as {@code language}. */
  private static String blocks(String language) throws IOException {
    Matcher block = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(readme());
    StringBuilder text = new StringBuilder();
    while (block.find()) {
      text.append(block.group(1));
    }
    return text.toString();
  }

  @Test
  void theJavaExampleFindsTheFeatures() throws Exception {
    Run.lfm("generate", "syn3", "-o", folder.resolve("problem")).succeeds();
    Files.writeString(folder.resolve("Example.java"), blocks("java"));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "Example.java")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "still running");
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertEquals(0, process.exitValue(), said);
    assertTrue(said.contains("rmse 0.098"), said);
    BinaryMatrix truth =
        BinaryMatrixReader.read(folder.resolve("problem/Z.npy"), ReadOptions.DEFAULT);
    BinaryMatrix found = BinaryMatrixReader.read(folder.resolve("Z.npy"), ReadOptions.DEFAULT);
    assertEquals(0, Hamming.mean(truth, found));
  }
}
