package org.latentfeature.bench.day;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/run gpu-day}. */
@Command(
    name = "gpu-day",
    description = {
      "Measure all that is to be known of a card, in 30 to 45 minutes, into one report.",
      "Each step is a process of its own with a limit of time; the report is written after each,"
          + " so that a day that is cut short leaves what was found."
    })
public final class GpuDay implements Callable<Integer> {

  private static final Path REPORT = Path.of("report.json");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The report, JSON (default: report.json).")
  @Nullable Path output;

  @Option(
      names = "--pack",
      paramLabel = "FOLDER",
      description =
          "Measure nothing, but pack all that the day needs into this folder, for a machine that has"
              + " neither Java nor Maven nor a network: ./run in it starts the day there.")
  @Nullable Path pack;

  @Option(
      names = "--packer",
      hidden = true,
      paramLabel = "SCRIPT",
      description = "What packs; bench/run gives it.")
  @Nullable Path packer;

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

  @Spec CommandSpec command;

  private GpuDay(PrintWriter err) {
    this.err = err;
  }

  /** Runs it, and gives the exit status. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new GpuDay(err))
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              err.println("bench: " + sentence(failure));
              return CommandLine.ExitCode.SOFTWARE;
            })
        .execute(args);
  }

  private static String sentence(Exception failure) {
    return failure instanceof InterruptedException
        ? "the day is cut short; the report has what was done"
        : failure instanceof DataException e ? String.valueOf(e.getMessage()) : failure.toString();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (pack != null) {
      return pack(pack);
    }
    try (Scratch scratch = new Scratch()) {
      return measure(scratch.folder());
    }
  }

  private int pack(Path folder) throws IOException, InterruptedException {
    if (output != null) {
      throw new ParameterException(
          command.commandLine(), "--pack measures nothing, so there is no report; drop --output");
    }
    if (packer == null) {
      throw new ParameterException(
          command.commandLine(), "this is a pack already; bench/run of the repository makes them");
    }
    Path home = packer.resolve("../..").normalize();
    Path java = Path.of(System.getProperty("java.home", ""), "bin");
    List<String> words = new ArrayList<>();
    for (Path word : List.of(packer, folder, home, java)) {
      words.add(word.toString());
    }
    words.add(0, "sh");
    words.addAll(List.of(tests.split(File.pathSeparator, -1)));
    return new ProcessBuilder(words).inheritIO().start().waitFor();
  }

  private int measure(Path scratch) throws IOException, InterruptedException {
    Path file = output == null ? REPORT : output;
    Path small = scratch.resolve("small.npy");
    Path large = scratch.resolve("large.npy");
    Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
    DayPlan plan = new DayPlan(java, lfm, tests, small, large, scratch);
    Map<String, Object> card = new DayRun(new PrintWriter(Writer.nullWriter())).of(plan.card());
    if (!"exit status 0".equals(card.get("ended"))) {
      err.println(
          "bench: there is no card to measure (%s): %s"
              .formatted(card.get("ended"), lastLine(card)));
      return CommandLine.ExitCode.SOFTWARE;
    }
    NpyWriter.write(SyntheticProblem.dense(64, 20, 4, .1, 1).x(), small);
    NpyWriter.write(SyntheticProblem.dense(3000, 300, 40, .5, 1).x(), large);
    Map<String, Object> report = new LinkedHashMap<>();
    List<Map<String, Object>> done = new ArrayList<>();
    report.put("started", Instant.now().toString());
    report.put("java", System.getProperty("java.version"));
    report.put("steps", done);
    done.add(card);
    boolean failed = false;
    for (DayStep step : plan.steps()) {
      err.println(step.name() + " …");
      Map<String, Object> told = new DayRun(err).of(step);
      done.add(told);
      String ended = String.valueOf(told.get("ended"));
      err.println(step.name() + ": " + ended);
      failed |= ended.equals("out of time") || ended.matches("exit status (?!0$|130$).*");
      write(report, file);
    }
    err.println("report: " + file);
    return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /** A process that fails says why at its end. */
  private static String lastLine(Map<String, Object> told) {
    List<?> output = told.get("output") instanceof List<?> lines ? lines : List.of();
    return output.isEmpty()
        ? "the driver does not answer; see whether nvidia-smi does"
        : String.valueOf(output.get(output.size() - 1));
  }

  /** Whole or not at all. */
  private static void write(Map<String, Object> report, Path output) throws IOException {
    Path file = output.toAbsolutePath();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, JSON.toJson(report) + "\n");
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
