package org.latentfeature.bench.day;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/run gpu-day}. */
@Command(
    name = "gpu-day",
    description = {
      "Measure all that is to be known of a card, in 30 to 50 minutes, into one report.",
      "Each step is a process of its own with a limit of time; the report is written after each,"
          + " so that a day that is cut short leaves what was found. All that a step prints is kept,"
          + " in a file of its own in the folder *.steps beside the report.",
      "The steps, in order: " + DayPlan.NAMES + ". The first six take ten minutes at most."
    })
public final class GpuDay implements Callable<Integer> {

  private static final Path REPORT = Path.of("report.json");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The report, JSON (default: report.json); one that is there is continued.")
  @Nullable Path output;

  @ArgGroup @Nullable Choice choice;

  /** Which steps are run, where it is not all of them. */
  static final class Choice {
    @Option(
        names = "--only",
        paramLabel = "STEP",
        split = ",",
        description = "Only these steps, with commas in between.")
    List<String> only = List.of();

    @Option(
        names = "--from",
        paramLabel = "STEP",
        description = "This step and those after it, as where a day was cut short.")
    @Nullable String from;
  }

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
      names = "--cubins",
      hidden = true,
      paramLabel = "JAR",
      description = "Kernels that were assembled beforehand; a pack gives it.")
  @Nullable Path cubins;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  private final PrintWriter out;
  private final PrintWriter err;

  @Spec CommandSpec command;

  private GpuDay(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Runs it, and gives the exit status. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new GpuDay(out, err))
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
    Path small = scratch.resolve("small.npy");
    Path large = scratch.resolve("large.npy");
    Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
    DayPlan plan = new DayPlan(java, lfm, tests, cubins, small, large, scratch);
    List<DayStep> steps = chosen(plan.steps());
    DayReport report = DayReport.in(output == null ? REPORT : output);
    Path said = scratch.resolve("gpu.txt");
    Map<String, Object> gpu = DayRun.of(plan.gpu(), said);
    if (!succeeded(gpu)) {
      err.println(
          "bench: there is no GPU to measure (%s): %s".formatted(gpu.get("ended"), lastLine(said)));
      return CommandLine.ExitCode.SOFTWARE;
    }
    report.add(gpu);
    NpyWriter.write(SyntheticProblem.dense(64, 20, 4, .1, 1).x(), small);
    NpyWriter.write(SyntheticProblem.dense(3000, 300, 40, .5, 1).x(), large);
    GpuWatch watch = new GpuWatch(DayPlan.smi(), report.watch());
    try {
      return run(steps, report);
    } finally {
      watch.close();
    }
  }

  private List<DayStep> chosen(List<DayStep> steps) {
    List<String> names = steps.stream().map(DayStep::name).toList();
    if (choice == null) {
      return steps;
    }
    if (choice.from != null) {
      return steps.subList(place(choice.from, names), steps.size());
    }
    choice.only.forEach(name -> place(name, names));
    return steps.stream().filter(step -> choice.only.contains(step.name())).toList();
  }

  private int place(String name, List<String> names) {
    if (!names.contains(name)) {
      throw new ParameterException(
          command.commandLine(),
          "there is no step '%s'; the steps are %s".formatted(name, String.join(", ", names)));
    }
    return names.indexOf(name);
  }

  private int run(List<DayStep> steps, DayReport report) throws IOException, InterruptedException {
    boolean failed = false;
    for (DayStep step : steps) {
      Path printed = report.output(step);
      err.println(step.name() + " … " + printed);
      Map<String, Object> facts = DayRun.of(step, printed);
      report.add(facts);
      err.println(step.name() + ": " + facts.get("ended"));
      failed |= step.command() != null && !succeeded(facts);
      out.print(DayTable.of(facts));
      out.flush();
    }
    err.println("report: " + report.file());
    return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  /** Also where it was interrupted, as it is to be. */
  private static boolean succeeded(Map<String, Object> facts) {
    return List.of("exit status 0", "exit status 130").contains(facts.get("ended"));
  }

  /** A process that fails says why at its end. */
  private static String lastLine(Path said) throws IOException {
    List<String> lines = DayRun.lines(said);
    return lines.isEmpty()
        ? "the driver does not answer; see whether nvidia-smi does"
        : lines.get(lines.size() - 1);
  }
}
