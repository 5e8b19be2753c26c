package org.latentfeature.bench.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.bench.Bench;

/** The options of {@code gpu-day}, and its ends, with figures that the test makes up. */
@Tag("whole")
@EnabledOnOs(OS.LINUX)
class GpuDayTest {

  @TempDir Path folder;
  private Path temporary = Path.of("unset");

  private record Run(int status, String out, String err) {}

  @BeforeEach
  void makeFolders() throws IOException {
    temporary = Files.createDirectories(folder.resolve("tmp"));
  }

  /** In place of the figures of a GPU. */
  private void figures(String statements) throws IOException {
    Path source = Files.createDirectories(folder.resolve("src")).resolve("DayFigures.java");
    Files.writeString(
        source,
        "package org.latentfeature.cuda; public class DayFigures {"
            + " public static void main(String[] a) throws Exception {"
            + statements
            + "}}");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertEquals(0, status);
  }

  private Process start(String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path", ""),
                Bench.class.getName(),
                "gpu-day",
                "--lfm",
                folder.resolve("none.jar").toString(),
                "--tests",
                folder.resolve("classes").toString()));
    words.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, own) -> own + old);
    return builder
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .start();
  }

  private Run end(Process process) throws Exception {
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(
          List.of(), left.filter(path -> path.toString().contains("lfm-gpu-day")).toList());
    }
    return new Run(process.exitValue(), Files.readString(folder.resolve("out.txt")), err);
  }

  @Test
  void withoutAGpuThereIsOneLine() throws Exception {
    figures("System.err.println(\"no NVIDIA driver; install one\"); System.exit(1);");
    Run run = end(start());
    assertEquals(1, run.status(), run::err);
    assertEquals(1, run.err().lines().count(), run::err);
    assertTrue(run.err().startsWith("bench: there is no GPU to measure"), run::err);
    assertTrue(run.err().contains("no NVIDIA driver; install one"), run::err);
    assertFalse(Files.exists(folder.resolve("report.json")));
  }

  @Test
  void cutShortItLeavesNothingBehindButTheReport() throws Exception {
    Path began = folder.resolve("began");
    figures(
        "if (!a[0].equals(\"gpu\")) { java.nio.file.Files.writeString(java.nio.file.Path.of(\""
            + began
            + "\"), \"\" + ProcessHandle.current().pid()); Thread.sleep(100_000); }");
    Process process = start("-o", "told.json");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!(Files.exists(began) && Files.size(began) > 0) && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    // SIGTERM: a build that runs in the background passes its disregard of SIGINT on to its
    // children.
    // Ctrl-C takes the same way.
    assertEquals(0, new ProcessBuilder("sh", "-c", "kill " + process.pid()).start().waitFor());
    Run run = end(process);
    assertEquals(128 + 15, run.status(), run::err);
    assertTrue(Files.exists(folder.resolve("told.json")));
    long child = Long.parseLong(Files.readString(began));
    assertFalse(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false));
  }

  /** In the order of the day; what is there stays. */
  @Test
  void stepsAreChosenAndTheReportIsContinued() throws Exception {
    figures(
        "System.out.println(\"{\\\"figure\\\":\\\"\" + a[0] + \"\\\",\\\"unit\\\":\\\"us\\\","
            + "\\\"measured\\\":3.0,\\\"predicted\\\":2.0}\");");
    Run first = end(start("--only", "steps,driver"));
    assertEquals(0, first.status(), first::err);
    assertEquals(List.of("gpu", "driver", "steps"), reported("report.json"));
    assertTrue(
        first.out().contains("| steps  | us   |    3.000 |     2.000 | 1.500 |"), first::out);
    Run second = end(start("--from", "edge"));
    assertEquals(1, second.status(), "no lfm to interrupt: " + second.err());
    assertEquals(
        List.of("gpu", "driver", "steps", "gpu", "edge", "ctrl-c", "log"), reported("report.json"));
    assertTrue(Files.readString(folder.resolve("report.steps/02-driver.txt")).contains("driver"));
    String none = Files.readString(folder.resolve("report.steps/06-ctrl-c.txt"));
    assertTrue(none.contains("org.latentfeature.cli.Lfm"), none);
  }

  /** By a program that goes on until it is ended. */
  @Test
  void clocksAreKeptWhileStepsRun() throws Exception {
    figures("");
    Path smi = Files.createDirectories(folder.resolve("bin")).resolve("nvidia-smi");
    Files.writeString(
        smi, "#!/bin/sh\necho \"$@\"\n[ \"$1\" != -q ] || exit 0\necho $$ >pid\nexec sleep 100\n");
    assertTrue(smi.toFile().setExecutable(true));
    Run run = end(start("-o", "mine.json", "--only", "nvidia-smi,fits"));
    assertEquals(0, run.status(), run::err);
    assertEquals(List.of("-q"), Files.readAllLines(folder.resolve("mine.steps/02-nvidia-smi.txt")));
    String clocks = Files.readString(folder.resolve("mine.steps/clocks-from-02.csv"));
    assertTrue(clocks.contains("clocks.sm") && clocks.contains("--loop=1"), clocks);
    long watcher = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    assertFalse(ProcessHandle.of(watcher).map(ProcessHandle::isAlive).orElse(false));
  }

  /** The names of the steps, in order. */
  private List<String> reported(String file) throws IOException {
    List<String> names = new ArrayList<>();
    JsonParser.parseString(Files.readString(folder.resolve(file)))
        .getAsJsonObject()
        .getAsJsonArray("steps")
        .forEach(step -> names.add(step.getAsJsonObject().get("step").getAsString()));
    return names;
  }

  @Test
  void wrongStepsAreNamed() throws Exception {
    figures("");
    Run unknown = end(start("--only", "driver,drivers"));
    assertEquals(2, unknown.status());
    assertTrue(
        unknown.err().startsWith("there is no step 'drivers'; the steps are " + DayPlan.NAMES),
        unknown::err);
    Run from = end(start("--from", "gpu"));
    assertEquals(2, from.status());
    assertTrue(from.err().contains("there is no step 'gpu'"), from::err);
    Run both = end(start("--from", "ncu", "--only", "ncu"));
    assertEquals(2, both.status());
    assertTrue(both.err().contains("--only=STEP"), both::err);
    assertTrue(both.err().contains("mutually exclusive"), both::err);
    assertFalse(Files.exists(folder.resolve("report.json")));
  }

  @Test
  void whatIsNoReportIsLeftAlone() throws Exception {
    figures("");
    for (String text : List.of("{\"steps\": 3}", "[]", "no JSON")) {
      Files.writeString(folder.resolve("mine.json"), text);
      Run run = end(start("-o", "mine.json", "--only", "log"));
      assertEquals(1, run.status());
      assertEquals(
          "bench: mine.json is there and is no report of gpu-day; name another file by --output\n",
          run.err());
      assertEquals(text, Files.readString(folder.resolve("mine.json")));
    }
  }

  @Test
  void theStepsAreThoseOfTheHelpAndTheFirstSixTakeTenMinutes() {
    DayPlan plan = new DayPlan(folder, "", "", null, folder, folder, folder);
    List<DayStep> steps = plan.steps();
    assertEquals(
        DayPlan.NAMES, steps.stream().map(DayStep::name).collect(Collectors.joining(", ")));
    for (DayStep step : steps) {
      assertEquals(folder.resolve("cache").toString(), step.environment().get("CUDA_CACHE_PATH"));
    }
    int seconds = steps.subList(0, 6).stream().mapToInt(DayStep::seconds).sum();
    assertTrue(plan.gpu().seconds() + seconds <= 600, seconds + " s");
  }

  @Test
  void packingIsAnOptionLikeOthers() throws Exception {
    Path packer = Files.createDirectories(folder.resolve("bench")).resolve("pack");
    Files.writeString(packer, "printf '%s\\n' \"$@\" >packed; exit 7");
    figures("");
    Run run = end(start("--packer", packer.toString(), "--pack", "there"));
    assertEquals(7, run.status(), run::err);
    List<String> words = Files.readAllLines(folder.resolve("packed"));
    assertEquals(List.of("there", folder.toString()), words.subList(0, 2));
    assertTrue(Files.exists(Path.of(words.get(2), "java")));
    assertEquals(folder.resolve("classes").toString(), words.get(3));
  }

  @Test
  void wrongUseIsNamed() throws Exception {
    Run misspelt = end(start("--pakc", "there"));
    assertEquals(2, misspelt.status());
    assertTrue(misspelt.err().contains("'--pakc'"), misspelt::err);
    assertTrue(misspelt.err().contains("--pack"), misspelt::err);
    Run both = end(start("-o", "r.json", "--pack", "there"));
    assertEquals(2, both.status());
    assertTrue(both.err().contains("drop --output"), both::err);
    Run again = end(start("--pack", "there"));
    assertEquals(2, again.status());
    assertTrue(again.err().contains("this is a pack already"), again::err);
  }
}
