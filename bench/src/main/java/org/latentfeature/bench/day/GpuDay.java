package org.latentfeature.bench.day;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.latentfeature.data.NpyWriter;
import org.latentfeature.data.SyntheticProblem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench/run gpu-day}. */
@Command(
    name = "gpu-day",
    description = {
      "Measure all that is to be known of a card, in 30 to 45 minutes, into one report.",
      "Each step is a process of its own with a limit of time; the report is written after each,"
          + " so that a day that is cut short leaves what was found."
    })
public final class GpuDay implements Callable<Integer> {

  @Option(
      names = {"-o", "--output"},
      defaultValue = "report.json",
      paramLabel = "FILE",
      description = "The report, JSON (default: ${DEFAULT-VALUE}).")
  Path output = Path.of("report.json");

  @Option(
      names = "--lfm",
      required = true,
      hidden = true,
      paramLabel = "CLASSPATH",
      description = "The class path of the command line; bench/run gives it.")
  String lfm = "";

  @Option(
      names = "--tests",
      required = true,
      hidden = true,
      paramLabel = "CLASSPATH",
      description = "What the tests need besides; bench/run gives it.")
  String tests = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  private static final Gson JSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final PrintWriter err;

  private GpuDay(PrintWriter err) {
    this.err = err;
  }

  /** Runs it, and gives the exit status. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new GpuDay(err)).setOut(out).setErr(err).execute(args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("lfm-gpu-day-");
    Path small = scratch.resolve("small.npy");
    Path large = scratch.resolve("large.npy");
    NpyWriter.write(SyntheticProblem.dense(64, 20, 4, .1, 1).x(), small);
    NpyWriter.write(SyntheticProblem.dense(3000, 300, 40, .5, 1).x(), large);
    Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
    DayPlan plan = new DayPlan(java, lfm, tests, small, large, scratch);
    Map<String, Object> report = new LinkedHashMap<>();
    List<Map<String, Object>> done = new ArrayList<>();
    report.put("started", Instant.now().toString());
    report.put("java", System.getProperty("java.version"));
    report.put("steps", done);
    boolean failed = false;
    for (DayStep step : plan.steps()) {
      err.println(step.name() + " …");
      Map<String, Object> told = new DayRun(err).of(step);
      done.add(told);
      String ended = String.valueOf(told.get("ended"));
      err.println(step.name() + ": " + ended);
      failed |= ended.equals("out of time") || ended.matches("exit status (?!0$|130$).*");
      write(report);
    }
    err.println("report: " + output);
    return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /** Whole or not at all. */
  private void write(Map<String, Object> report) throws IOException {
    Path file = output.toAbsolutePath();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, JSON.toJson(report) + "\n");
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
