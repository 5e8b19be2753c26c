package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** Many fits in a process of their own, which is ended before its time. */
@Tag("whole")
class FitManyProcessTest {

  private static final int ALL = 24;

  /** Problems at the end that take longer, or a run might be over before it is ended. */
  private static final int LONG = 8;

  @TempDir Path folder;
  private Path list = Path.of("unset");
  private Path models = Path.of("unset");

  @BeforeEach
  void makeProblems() throws IOException {
    models = folder.resolve("models");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ALL; i++) {
      int scale = i < ALL - LONG ? 1 : 20;
      NpyWriter.write(
          SyntheticProblem.dense(50 * scale, 20 * scale, 3, .2, i).x(),
          folder.resolve("x" + i + ".npy"));
      lines.add("x" + i + ".npy");
    }
    list = Files.write(folder.resolve("list.txt"), lines);
  }

  private Object[] arguments(Path output) {
    return new Object[] {
      "fit-many", list, "-k", 3, "-o", output, "--backend", "java", "--jobs", 2, "--json"
    };
  }

  /** Starts a run and comes back when half of the models are there. */
  private Process halfRun() throws IOException {
    Process process = ProcessTest.start(List.of("-Xmx512m"), arguments(models));
    while (names().size() < ALL / 2) {
      assertTrue(process.isAlive(), "ended too early");
      Thread.onSpinWait();
    }
    return process;
  }

  private List<String> names() throws IOException {
    if (!Files.isDirectory(models)) {
      return List.of();
    }
    try (var files = Files.list(models)) {
      return files
          .map(f -> String.valueOf(f.getFileName()))
          .filter(f -> f.endsWith(".lfm"))
          .toList();
    }
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> all = new HashMap<>();
    for (String name : names()) {
      byte[] bytes = Files.readAllBytes(models.resolve(name));
      all.put(name, new String(bytes, StandardCharsets.ISO_8859_1));
    }
    return all;
  }

  /** The results without the seconds. */
  private static List<String> results(Path directory) throws IOException {
    return Files.readAllLines(directory.resolve("results.tsv")).stream()
        .map(
            line -> {
              List<String> cells = new ArrayList<>(List.of(line.split("\t", -1)));
              cells.remove(12);
              return String.join("\t", cells);
            })
        .toList();
  }

  /** Nothing that was there is fitted again, all else is, and no one sees the difference. */
  private void assertTheRestIsDone(Map<String, String> before) throws IOException {
    assertTrue(before.size() >= ALL / 2 && before.size() < ALL, () -> before.size() + " models");
    JsonObject answer = Run.lfm(arguments(models)).succeeds().json();
    assertEquals(before.size(), answer.get("kept").getAsInt());
    assertEquals(ALL - before.size(), answer.get("fitted").getAsInt());
    Map<String, String> after = contents();
    assertEquals(ALL, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()), "a model was made anew");

    Path whole = folder.resolve("whole");
    Run.lfm(arguments(whole)).succeeds();
    assertEquals(results(whole), results(models));
    for (String name : after.keySet()) {
      assertEquals(
          ModelFile.load(whole.resolve(name), LassoModel.KIND).z(),
          ModelFile.load(models.resolve(name), LassoModel.KIND).z(),
          name);
    }
    try (var left = Files.list(models)) {
      assertTrue(left.noneMatch(f -> f.toString().endsWith(".tmp")));
    }
  }

  @Test
  void aKilledRunGoesOn() throws Exception {
    Process process = halfRun();
    Run.lfm(arguments(models)).fails("in use by another run");
    process.destroyForcibly().waitFor();
    assertTheRestIsDone(contents());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedRunKeepsWhatIsDone() throws Exception {
    Process process = halfRun();
    // SIGTERM, the only one that Java can send; Ctrl-C is SIGINT and takes the same way.
    process.toHandle().destroy();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(128 + 15, ProcessTest.end(process), out);
    Map<String, String> before = contents();
    assertTrue(out.contains("\"fitted\": " + before.size()), out);
    assertFalse(out.contains("\"waiting\": 0"), out);
    assertTheRestIsDone(before);
  }
}
