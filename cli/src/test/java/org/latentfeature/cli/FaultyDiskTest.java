package org.latentfeature.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/**
 * Every call that makes a file last, of every command that fits, once fails and once is the last
 * that its process makes: each output is then the old one or the new one, whole.
 */
@Tag("whole")
@EnabledOnOs(value = OS.LINUX, disabledReason = "only its loader preloads")
class FaultyDiskTest {

  @TempDir Path folder = Path.of("");
  private Path faults = folder;
  private Path x = folder;
  private Path noisy = folder;

  @BeforeEach
  void makeFaultsAndData() throws Exception {
    faults = folder.resolve("faults.so");
    Path source = Path.of("src/test/native/faults.cpp").toAbsolutePath();
    Process compiler;
    try {
      compiler =
          new ProcessBuilder("g++", "-shared", "-fPIC", "-o", "" + faults, "" + source, "-ldl")
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      String line = "g++ not found: a disk that fails is not tried";
      if (Boolean.getBoolean("softcuda.required")) {
        fail(line + ", and softcuda.required is set");
      }
      System.err.println(line);
      abort(line);
      return;
    }
    String said = new String(compiler.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, compiler.waitFor(), said);
    x = folder.resolve("x.npy");
    NpyWriter.write(SyntheticProblem.dense(20, 8, 2, .2, 1).x(), x);
    noisy = folder.resolve("noisy.npy");
    Dense picture = new Dense(24, 24);
    for (int i = 0; i < 24; i++) {
      for (int j = 0; j < 24; j++) {
        picture.set(i, j, 128 + 70 * StrictMath.sin(i) + (i * 31 + j * 17) % 23);
      }
    }
    NpyWriter.write(picture, noisy);
  }

  /** How a run in a process of its own ended. */
  private record End(int status, String err) {}

  private End run(List<String> words, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = new ProcessBuilder();
    builder.command().add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder
        .command()
        .addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m"));
    builder.command().add("-cp");
    builder
        .command()
        .add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    builder.command().add(Lfm.class.getName());
    builder.command().addAll(words);
    builder.environment().putAll(environment);
    builder.environment().put("LD_PRELOAD", faults.toString());
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      return new End(process.exitValue(), err);
    } finally {
      process.destroyForcibly();
    }
  }

  /** A command whose words name files in the folder that it is given. */
  @FunctionalInterface
  private interface Command {
    List<Object> words(Path folder);

    /** With the seed, or the scale, in which old and new outputs differ. */
    default List<String> words(Path folder, String option, Object value) {
      List<String> all = new ArrayList<>();
      words(folder).forEach(word -> all.add(word.toString()));
      all.addAll(List.of(option, value.toString(), "--backend", "java", "-q"));
      return all;
    }
  }

  private static Map<Path, byte[]> contents(Path folder) throws IOException {
    Map<Path, byte[]> all = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.put(folder.relativize(file), Files.readAllBytes(file));
      }
    }
    return all;
  }

  private static boolean hasTemporary(Map<Path, byte[]> files) {
    return files.keySet().stream().anyMatch(file -> file.toString().endsWith(".tmp"));
  }

  /** Models check themselves; pictures are the same each time, and tables but for their seconds. */
  private static void assertWhole(Path file, byte[] found, Map<Path, byte[]> expected, Path place) {
    byte[] reference = expected.getOrDefault(file, new byte[0]);
    if (file.toString().endsWith(".lfm")) {
      Run.lfm("info", place.resolve(file)).succeeds();
    } else if (file.toString().endsWith(".tsv")) {
      assertEquals(cells(reference), cells(found), file::toString);
    } else {
      assertTrue(Arrays.equals(reference, found), file::toString);
    }
  }

  /** Number of cells of each line; the last one is empty. */
  private static List<Integer> cells(byte[] table) {
    return Stream.of(new String(table, UTF_8).split("\n", -1))
        .map(line -> line.split("\t", -1).length)
        .toList();
  }

  private void survives(String name, String option, Command command) throws Exception {
    Path reference = Files.createDirectories(folder.resolve(name + "-new"));
    Path count = folder.resolve(name + "-count");
    End whole =
        run(command.words(reference, option, 1), Map.of("LFM_FAULT_COUNT", count.toString()));
    assertEquals(0, whole.status, whole::toString);
    int calls = (int) Files.size(count);
    assertTrue(calls >= 3, name + " makes so many files last: " + calls);
    Map<Path, byte[]> expected = contents(reference);
    Path before = Files.createDirectories(folder.resolve(name + "-old"));
    Run.lfm(command.words(before, option, 2).toArray()).succeeds();
    Map<Path, byte[]> old = contents(before);
    assertEquals(expected.keySet(), old.keySet());

    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 2 * calls; i++) {
        String kind = i % 2 == 0 ? "error" : "kill";
        int at = 1 + i / 2;
        Path place = folder.resolve(name + "-" + kind + "-" + at);
        runs.add(
            threads.submit(
                () -> {
                  for (Map.Entry<Path, byte[]> file : old.entrySet()) {
                    Path copy = place.resolve(file.getKey());
                    Files.createDirectories(copy.resolveSibling(""));
                    Files.write(copy, file.getValue());
                  }
                  survives(command.words(place, option, 1), place, kind, at, old, expected);
                  return null;
                }));
      }
      for (Future<?> each : runs) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void survives(
      List<String> words,
      Path place,
      String kind,
      int at,
      Map<Path, byte[]> old,
      Map<Path, byte[]> expected)
      throws Exception {
    End end = run(words, Map.of("LFM_FAULT", kind, "LFM_FAULT_AT", String.valueOf(at)));
    Map<Path, byte[]> left = contents(place);
    for (Map.Entry<Path, byte[]> was : old.entrySet()) {
      byte[] found = left.get(was.getKey());
      assertTrue(found != null, () -> was.getKey() + " is gone");
      boolean tells = kind.equals("error") && was.getKey().endsWith("results.tsv");
      if (!Arrays.equals(was.getValue(), found) && !tells) {
        assertWhole(was.getKey(), found, expected, place);
      }
    }
    if (kind.equals("error")) {
      assertEquals(1, end.status, end::toString);
      assertTrue(end.err.startsWith("lfm: "), end::toString);
      assertFalse(end.err.contains("\tat ") || end.err.contains("internal error"), end::toString);
      String results =
          new String(left.getOrDefault(Path.of("grid/results.tsv"), new byte[0]), UTF_8);
      assertTrue(
          (end.err + results).contains("cannot write " + place)
              && (end.err + results).contains("Input/output error"),
          () -> end + results);
      assertFalse(hasTemporary(left), left.keySet()::toString);
    } else {
      assertEquals(128 + 9, end.status, end::toString);
    }
    Run.lfm(words.toArray()).succeeds();
    Map<Path, byte[]> after = contents(place);
    assertEquals(
        expected.keySet(), after.keySet(), "and nothing else, once the next run has ended");
    for (Map.Entry<Path, byte[]> file : after.entrySet()) {
      assertWhole(file.getKey(), file.getValue(), expected, place);
    }
  }

  @Test
  void fit() throws Exception {
    survives("fit", "--seed", at -> List.of("fit", x, "-k", 2, "-o", at.resolve("m.lfm")));
  }

  @Test
  void path() throws Exception {
    survives(
        "path",
        "--seed",
        at ->
            List.of(
                "path",
                x,
                "--max-k",
                2,
                "--table",
                at.resolve("p.tsv"),
                "-o",
                at.resolve("m.lfm")));
  }

  @Test
  void fitMany() throws Exception {
    survives(
        "many",
        "--scale-by", // A seed would keep the models.
        at -> List.of("fit-many", x, "-k", "1..2", "--jobs", 1, "-o", at.resolve("grid")));
  }

  @Test
  void markovFit() throws Exception {
    survives(
        "markov", "--seed", at -> List.of("markov", "fit", x, "-k", 2, "-o", at.resolve("m.lfm")));
  }

  @Test
  void denoise() throws Exception {
    survives(
        "denoise",
        "--seed",
        at ->
            List.of(
                "denoise",
                noisy,
                "--iterations",
                5,
                "--batch",
                50,
                "--sigma",
                10,
                "-o",
                at.resolve("c.png"),
                "--model",
                at.resolve("m.lfm")));
  }
}
