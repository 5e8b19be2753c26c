package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovProblem;

/** What only a Java machine of its own can show: signals and the lack of memory. */
public class ProcessTest {

  @TempDir Path folder;

  /** Starts the command line in a Java machine of its own, with these options of Java. */
  public static Process start(List<String> options, Object... arguments) throws IOException {
    return builder(options, arguments).start();
  }

  private static ProcessBuilder builder(List<String> options, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It lives for seconds: what a better compiler takes, it never wins back.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(options);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Lfm.class.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command);
  }

  /** Waits for the end of a process and returns its exit status. */
  public static int end(Process process) throws InterruptedException {
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedFitSavesItsBest() throws Exception {
    Path problem = folder.resolve("problem");
    Path model = folder.resolve("model.lfm");
    Run.lfm("generate", "syn1", "-o", problem).succeeds();
    Process process =
        start(
            List.of("-Xmx1g"),
            "fit",
            problem.resolve("X.npy"),
            "-k",
            35,
            "-o",
            model,
            "--backend",
            "java",
            "--method",
            "lasso",
            "-v");
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.contains(" step 2: ")) {
        break;
      }
    }
    // SIGTERM, the only one that Java can send; Ctrl-C is SIGINT and takes the same way.
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, end(process), rest::toString);
    assertEquals(Ending.STOPPED, ModelFile.load(model, LassoModel.KIND).manifest().ended());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedMarkovFitSavesItsBest() throws Exception {
    Path x = folder.resolve("X.npy");
    Path model = folder.resolve("model.lfm");
    NpyWriter.write(MarkovProblem.draw(5000, 20, 10, 0.5, 1).x(), x);
    // More steps than anyone waits for.
    Process process =
        start(
            List.of("-Xmx1g"),
            "markov",
            "fit",
            x,
            "-k",
            10,
            "-o",
            model,
            "--stochastic",
            "--iterations",
            1_000_000,
            "--backend",
            "java",
            "-v");
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.contains("stochastic step 2: ")) {
        break;
      }
    }
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, end(process), rest::toString);
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals(Ending.STOPPED, saved.manifest().ended());
    assertTrue(saved.manifest().trace().size() >= 2);
  }

  @Tag("whole")
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedProblemLeavesWhatWasThere() throws Exception {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    byte[] before = Files.readAllBytes(problem.resolve("X.npy"));
    // More rows than anyone waits for, in less memory than they take.
    Process process =
        start(
            List.of("-Xmx64m"),
            "generate",
            "dense",
            "--rows",
            2_000_000_000,
            "--columns",
            2,
            "-k",
            2,
            "-o",
            problem);
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.contains("writing rows of X")) {
        break;
      }
    }
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, end(process), rest::toString);
    assertTrue(rest.contains("interrupted: nothing is written"), rest::toString);
    assertArrayEquals(before, Files.readAllBytes(problem.resolve("X.npy")));
    try (Stream<Path> files = Files.list(problem)) {
      assertEquals(3, files.count(), "and nothing else");
    }
  }

  @Test
  void tooLittleMemoryForTheDataIsToldWithBothNumbers() throws Exception {
    // Doubles must be converted, and so copied; 8 MB of floats do not fit 1 MB.
    Path x = folder.resolve("x.npy");
    NpyWriter.write(new Dense(2000, 1000), x);
    Process process =
        start(
            List.of("-Xmx256m", "-XX:MaxDirectMemorySize=1m"),
            "fit",
            x,
            "-k",
            2,
            "-o",
            folder.resolve("model.lfm"));
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, end(process), err);
    assertTrue(err.contains("8000000") && err.contains("1048576"), err);
    assertFalse(err.contains("\tat "), err);
    assertFalse(Files.exists(folder.resolve("model.lfm")));
  }

  @Tag("whole")
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void anInterruptedReportIsWrittenWithWhatWasDone() throws Exception {
    Path problem = folder.resolve("problem");
    Path model = folder.resolve("model.lfm");
    Path page = folder.resolve("fit.html");
    Path x = problem.resolve("X.npy");
    Run.lfm("generate", "syn3", "-o", problem).succeeds();
    Run.lfm("fit", x, "-k", 2, "-o", model, "--method", "path", "--time-limit", 1).succeeds();
    Process process =
        start(
            List.of("-Xmx1g"),
            "report",
            model,
            x,
            "-o",
            page,
            "--path-to",
            40,
            "--backend",
            "java",
            "-v");
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.contains("path step 2: ")) {
        break;
      }
    }
    process.toHandle().destroy();
    List<String> rest = err.lines().toList();
    assertEquals(128 + 15, end(process), rest::toString);
    assertTrue(Files.readString(page).contains("did not finish (stopped)"));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere there are always fonts")
  void aMachineWithoutFontsIsToldWhatToInstall() throws Exception {
    Path problem = folder.resolve("problem");
    Path model = folder.resolve("model.lfm");
    Path page = folder.resolve("fit.html");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    Path x = problem.resolve("X.npy");
    Run.lfm("fit", x, "-k", 4, "-o", model).succeeds();
    // As Java sees it: a configuration that names no fonts, and no home to have remembered any in.
    Path none = Files.writeString(folder.resolve("fonts.conf"), "<fontconfig></fontconfig>");
    ProcessBuilder builder =
        builder(List.of("-Duser.home=" + folder), "report", model, x, "-o", page);
    builder.environment().put("FONTCONFIG_FILE", none.toString());
    Process process = builder.start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, end(process), err);
    assertTrue(err.contains("no font") && err.contains("install"), err);
    assertFalse(err.contains("\tat ") || err.contains("internal error"), err);
    assertFalse(Files.exists(page));
  }
}
