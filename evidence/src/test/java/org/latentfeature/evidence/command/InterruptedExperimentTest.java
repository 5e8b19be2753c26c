package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.ProcessTest;
import org.latentfeature.cli.Run;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** Signals, which only a Java machine of its own can show. */
class InterruptedExperimentTest {

  @TempDir Path folder;

  @Tag("whole")
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedReproductionHasAPageAndGoesOn() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path out = folder.resolve("out");
    NpyWriter.write(SyntheticProblem.dense(16, 9, 3, 2, 5).x(), data.resolve("Own.npy"));
    Object[] words = {
      "reproduce", "figure3", "--data", data, "-o", out, "--backend", "java", "--seeds", 8, "--json"
    };
    Process process = ProcessTest.start(List.of("-Xmx1g"), words);
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.contains("run 3 of ")) {
        break;
      }
    }
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, ProcessTest.end(process), rest::toString);
    assertTrue(Files.readString(out.resolve("index.html")).contains("Not all runs are done"));

    JsonObject answer = Run.lfm(words).succeeds().json();
    assertTrue(answer.get("complete").getAsBoolean());
    assertTrue(answer.get("runs_kept").getAsInt() >= 2, answer::toString);
  }

  @Tag("whole")
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedTableKeepsItsPoints() throws Exception {
    Path table = folder.resolve("figure1.tsv");
    // More trials than anyone waits for at the second point.
    Process process =
        ProcessTest.start(
            List.of("-Xmx512m"),
            "reproduce",
            "figure1",
            "--rows",
            "10,1000",
            "-k",
            2,
            "-p",
            0.5,
            "--trials",
            100_000,
            "-o",
            table);
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    String first = String.valueOf(err.readLine());
    while (!first.startsWith("N 10,")) { // On a slow machine progress comes before it.
      first = Objects.requireNonNull(err.readLine());
    }
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, ProcessTest.end(process), rest::toString);
    assertTrue(first.startsWith("N 10, K 2, p 0.5: "), first);
    assertTrue(rest.stream().noneMatch(line -> line.startsWith("N 1,000")), rest::toString);
    assertEquals(2, Files.readAllLines(table).size());
  }
}
