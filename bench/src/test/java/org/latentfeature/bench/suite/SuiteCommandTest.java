package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.bench.Bench;
import org.latentfeature.bench.step.CountedWork;

/** {@code lfm bench} as users type it. */
@Tag("whole")
final class SuiteCommandTest {

  @TempDir Path folder;

  /** What one command said. */
  private record Run(int status, String out, String err) {

    static Run of(String... arguments) {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int status =
          SuiteCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
      return new Run(status, out.toString(), err.toString());
    }

    void fails(int expected, String... words) {
      assertEquals(expected, status, err);
      assertEquals("", out);
      for (String word : words) {
        assertTrue(err.contains(word), err);
      }
      assertFalse(err.contains("\tat "), err);
    }
  }

  @Test
  void helpNamesEveryOption() {
    Run run = Run.of("--help");
    assertEquals(0, run.status());
    for (String option :
        List.of(
            "--full",
            "--json",
            "--output",
            "--compare",
            "--backend",
            "--threads",
            "Exit status: 0")) {
      assertTrue(run.out().contains(option), run.out());
    }
  }

  @Test
  void aPageThatCannotBeWrittenIsToldBeforeAnythingRuns() {
    Path nowhere = folder.resolve("none/bench.html");
    Run.of("-o", nowhere.toString()).fails(2, "--output " + nowhere, "there is no directory");
    Path one = folder.resolve("one");
    Run.of("-o", one.toString(), "--json", one.toString())
        .fails(2, "--json and --output both name " + one);
  }

  @Test
  void wrongUseIsNamedBeforeAnythingRuns() {
    Run.of("--fill").fails(2, "--fill", "lfm bench --help");
    Run.of("--steps", "sweep,swoop").fails(2, "'swoop'", "residual");
    Run.of("--problems", "100x20").fails(2, "'100x20'", "1000x1000x35");
    Run.of("--problems", "5x20x5").fails(2, "'5x20x5'", "more rows than features");
    Run.of("--threads", "many").fails(2, "many");
    Run.of("--threads", "-1").fails(2, "--threads is -1");
    Run.of("--backend", "java", "--device", "3").fails(2, "device is 3");
    Run.of("--json", folder.resolve("none/x.json").toString()).fails(2, "none");
    Run.of("--json", folder.toString()).fails(2, "it is a directory");
    Run.of("--backend", "abacus").fails(1, "no backend named 'abacus'", "openblas");
    Run.of("--compare", folder.resolve("gone.json").toString()).fails(1, "gone.json");
  }

  @Test
  void aFormerRunOnOtherThreadsIsRefusedBeforeAnythingRuns() {
    Path former = folder.resolve("former.json");
    ReportFile.write(Reports.report(Reports.measurement("sweep", 1.0)), former);
    Run.of("--backend", "java", "--compare", former.toString())
        .fails(1, "former.json cannot be compared", "threads was 2 and is 1 now");
  }

  @Test
  void ofSeveralFormerRunsTheWrongOneIsNamed() throws Exception {
    Path one = folder.resolve("one.json");
    ReportFile.write(Reports.report(Reports.measurement("sweep", 1.0)), one);
    Path two = Files.writeString(folder.resolve("two.json"), "[]");
    Run.of("--backend", "java", "--compare", one.toString(), two.toString())
        .fails(1, "two.json", "measure again");
  }

  @Test
  void theFormerRunIsNotWrittenOver() throws Exception {
    Path former = folder.resolve("former.json");
    ReportFile.write(Reports.report(Reports.measurement("sweep", 1.0)), former);
    String before = Files.readString(former);
    Run.of("--backend", "java", "--compare", former.toString(), "--json", former.toString())
        .fails(2, "--json and --compare", "another file");
    assertEquals(before, Files.readString(former));
  }

  @Test
  void aDamagedFormerRunIsRefusedBeforeAnythingRuns() throws Exception {
    Path former = Files.writeString(folder.resolve("former.json"), "{\"setting\":{}}");
    Run.of("--backend", "java", "--compare", former.toString())
        .fails(1, "former.json", "started is missing", "measure again");
  }

  /** One step in a Java machine of its own, as all are; plain Java runs everywhere. */
  @Test
  void aTinyBenchmarkGoesThroughJmhAndIsComparedWithItself() throws Exception {
    Path file = folder.resolve("tiny.json");
    String[] tiny = {"--backend", "java", "--steps", "residual", "--problems", "60x20x3"};
    Run first = Run.of(join(tiny, "--json", file.toString()));
    assertEquals(0, first.status(), first.err());
    Report report = ReportFile.read(file);
    assertEquals("java", report.setting().backend());
    assertEquals(1, report.measurements().size());
    Measurement m = report.measurements().get(0);
    // Half of three columns is one; X is read and A written.
    assertEquals(new CountedWork(2.0 * 60 * 20, 0, 2.0 * 4 * 60 * 20), m.work());
    assertEquals(Effort.BRIEF.iterations(), m.seconds().size());
    assertTrue(m.seconds().stream().allMatch(s -> s > 0), m::toString);
    MeasuredLimits limits = m.limits();
    assertTrue(limits != null, m::toString);
    assertTrue(
        limits.singleFlopsPerSecond() > 0
            && limits.doubleFlopsPerSecond() > 0
            && limits.bytesPerSecond() > 0,
        m::toString);
    assertTrue(first.out().contains("| residual | 60x20x3 |"), first.out());

    Run second = Run.of(join(tiny, "--compare", file.toString()));
    assertEquals(0, second.status(), second.err());
    assertTrue(second.out().contains("times as fast"), second.out());
    assertTrue(Files.size(file) > 0);
  }

  @Test
  void aStepThatFailsIsToldAndTheOthersGoOn() {
    // More entries than a Java array of the problem's maker could hold in this much memory.
    Run run =
        Run.of(
            "--backend", "java", "--steps", "residual", "--problems", "999999999x99999x2,60x20x3");
    assertEquals(1, run.status(), run.err());
    assertTrue(run.out().contains("| residual | 60x20x3 |"), run.out());
    assertTrue(run.err().contains("residual 999999999x99999x2 failed: "), run.err());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signal to end a process politely")
  void whatWasMeasuredBeforeTheRunWasStoppedIsKept() throws Exception {
    Path file = folder.resolve("stopped.json");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Bench.class.getName(),
                "suite",
                "--backend",
                "java",
                "--steps",
                "residual",
                "--problems",
                "60x20x3,70x20x3",
                "--json",
                file.toString())
            .start();
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    while (!said.toString().contains("[2/2]")) {
      int c = err.read();
      assertTrue(c >= 0, said::toString);
      said.append((char) c);
    }
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
    assertEquals(
        List.of("60x20x3"),
        ReportFile.read(file).measurements().stream().map(Measurement::problem).toList());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @Test
  void aFileThatCannotBeWrittenAnyMoreDoesNotCostTheTable() {
    Path file = folder.resolve("x.json");
    StringWriter out = new StringWriter();
    StringWriter err =
        new StringWriter() {
          @Override
          public void flush() {
            // When the first step is announced, the file was found to be possible.
            if (toString().contains("[1/1]")) {
              assertTrue(file.toFile().mkdir() || Files.isDirectory(file));
            }
          }
        };
    int status =
        SuiteCommand.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "--backend",
            "java",
            "--steps",
            "residual",
            "--problems",
            "60x20x3",
            "--json",
            file.toString());
    assertEquals(1, status, err.toString());
    assertTrue(out.toString().contains("| residual | 60x20x3 |"), out.toString());
    assertTrue(err.toString().contains("cannot write " + file), err.toString());
  }

  private static String[] join(String[] some, String... more) {
    String[] all = Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }
}
