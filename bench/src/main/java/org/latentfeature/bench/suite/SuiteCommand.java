package org.latentfeature.bench.suite;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.step.ProblemSize;
import org.latentfeature.data.DataException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm bench}. */
@Command(
    name = "lfm bench",
    description = {
      "Measure each step of a fit on this machine, in at most five minutes on two processors, and"
          + " print a table that can be pasted into an issue report.",
      "Each step runs in a Java machine of its own, through JMH. Beside it the rates of matrix"
          + " products and of memory are measured, and its share of what they allow is given:"
          + " bench/README.md says how. Let nothing else run meanwhile."
    },
    footer = {
      "",
      "Example:",
      "  lfm bench --json before.json -o bench.html",
      "  lfm bench --compare before.json",
      "  lfm bench --json runs/3.json -o bench.html --compare runs/1.json runs/2.json",
      "",
      "Exit status: 0 success, 1 failed, 2 wrong use."
    })
public final class SuiteCommand implements Callable<Integer> {

  private static final List<String> SELECTION =
      List.of("100x196x4", "1000x1000x35", "20000x784x20");
  private static final String LARGEST = "200000x784x20";
  private static final int HELP_WIDTH = 96;

  @Option(
      names = "--full",
      description =
          "All sizes to 200,000 x 784, whole fits included, and more iterations: an hour or more,"
              + " and 3 GB of memory.")
  boolean full;

  @Option(
      names = "--steps",
      paramLabel = "STEP",
      split = ",",
      description =
          "Only these: sweep, atom, polish, corrective, refine, residual, transform, paths,"
              + " expectation, weigh, denoise, fit, with commas between.")
  List<String> steps = List.of();

  @Option(
      names = "--problems",
      paramLabel = "NxDxK",
      split = ",",
      description = "Only problems of these sizes: rows, columns and features, as 5000x300x12.")
  List<String> problems = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Keep the results in FILE, for --compare; written after each step, so that what was"
              + " measured stays when the run is stopped.")
  @Nullable Path json;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PAGE",
      description =
          "Write an HTML page: a roofline chart for each problem, the table, and with --compare the history.")
  @Nullable Path page;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Give the ratios to a former run on the same machine, backend and number of threads; of"
              + " several, to the newest, and on the page how each step went from one to the next.")
  List<Path> compare = List.of();

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = Backends.AUTO,
      description = "cuda, openblas or java; auto is the first that can run (default: auto).")
  String backend;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "0",
      description = "CPU threads; 0 leaves it to the backend (default: 0).")
  int threads;

  @Option(
      names = "--device",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which card, as 'lfm backends' lists it (default: 0).")
  int device;

  @Option(
      names = "--precision",
      paramLabel = "P",
      description =
          "Precision, as of lfm fit: single, or with backend cuda tf32 or bf16 (default: single).")
  Precision precision = Precision.SINGLE;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Spec CommandSpec command;

  /** Runs the suite and gives its exit status. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new SuiteCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(HELP_WIDTH)
        .setParameterExceptionHandler(
            (wrong, given) -> {
              err.println("lfm: " + wrong.getMessage());
              err.println("try 'lfm bench --help' for its use");
              return CommandLine.ExitCode.USAGE;
            })
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> {
              err.println("lfm: " + failure.getMessage());
              return CommandLine.ExitCode.SOFTWARE;
            })
        .execute(args);
  }

  @Override
  public Integer call() {
    List<Suite.Part> parts = parts();
    Map<Path, Report> former = new LinkedHashMap<>();
    compare.forEach(file -> former.put(file, ReportFile.read(file)));
    requireWritable();
    Resources resources = resources();
    Setting setting;
    try (Backend open = Backends.open(backend, resources).backend()) {
      setting = Setting.of(open, precision);
    } catch (IllegalArgumentException e) {
      throw wrongUse(String.valueOf(e.getMessage()));
    }
    List<FormerRun> runs = new ArrayList<>();
    former.forEach((file, report) -> runs.add(new FormerRun(file, report, setting)));
    if (setting.threads() > setting.processors()) {
      command
          .commandLine()
          .getErr()
          .printf(
              "lfm: %d threads on %d processors wait for each other, which is what the table will show; for this machine's figures take at most %d%n",
              setting.threads(), setting.processors(), setting.processors());
    }
    return measure(parts, new Suite(setting.backend(), resources), setting, new History(runs));
  }

  private int measure(List<Suite.Part> parts, Suite suite, Setting setting, History history) {
    PrintWriter err = command.commandLine().getErr();
    String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    double loadBefore = Machine.loadAverage();
    List<Measurement> measured = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    String unsaved = null;
    for (Suite.Part part : parts) {
      err.printf("[%d/%d] %s … ", measured.size() + failed.size() + 1, parts.size(), part.name());
      err.flush();
      try {
        Measurement m = suite.measure(part);
        measured.add(m);
        err.println(String.format(Locale.ROOT, "%.3g s", m.median()));
        if (json != null && !ReportFile.isStream(json)) {
          unsaved =
              save(new Report(started, setting, loadBefore, Machine.loadAverage(), measured), json);
        }
      } catch (Suite.FailedException e) {
        failed.add(part.name() + " failed: " + e.getMessage());
        err.println("failed");
      }
    }
    if (!measured.isEmpty()) {
      Report report = new Report(started, setting, loadBefore, Machine.loadAverage(), measured);
      command.commandLine().getOut().print(ReportText.of(report, history.newest()));
      command.commandLine().getOut().flush();
      if (json != null && ReportFile.isStream(json)) {
        unsaved = save(report, json);
      }
      if (page != null) {
        ReportPage.of(report, history).write(page);
      }
    }
    if (unsaved != null) {
      failed.add(unsaved + "; the table has what was measured");
    }
    failed.forEach(line -> err.println("lfm: " + line));
    return failed.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * Keeps what there is so far. A disk that is full now must not end the run.
   *
   * @return why not, if it cannot
   */
  private static @Nullable String save(Report sofar, Path file) {
    try {
      ReportFile.write(sofar, file);
      return null;
    } catch (DataException e) {
      return e.getMessage();
    }
  }

  /** Returns the parts to run; reports wrong names before anything runs. */
  private List<Suite.Part> parts() {
    List<StepKind> kinds;
    List<ProblemSize> sizes;
    try {
      kinds =
          steps.isEmpty()
              ? List.of(StepKind.values())
              : steps.stream().map(StepKind::of).distinct().toList();
      List<String> texts = new ArrayList<>(problems.isEmpty() ? SELECTION : problems);
      if (problems.isEmpty() && full) {
        texts.add(LARGEST);
      }
      sizes = texts.stream().map(ProblemSize::parse).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw wrongUse(String.valueOf(e.getMessage()));
    }
    Effort effort = full ? Effort.THOROUGH : Effort.BRIEF;
    List<Suite.Part> parts = new ArrayList<>();
    for (StepKind kind : kinds) {
      for (ProblemSize size : sizes) {
        if (!full && problems.isEmpty() && Effort.isLong(kind, size)) {
          continue; // minutes; for --full, or where the size is asked for
        }
        parts.add(new Suite.Part(kind, size, effort.on(kind, size)));
      }
    }
    return parts;
  }

  private Resources resources() {
    try {
      return new Resources(threads, device, precision);
    } catch (IllegalArgumentException e) {
      throw wrongUse("--" + e.getMessage());
    }
  }

  /** Told before the five minutes, not after. */
  private void requireWritable() {
    requireWritable("--json", json);
    requireWritable("--output", page);
    for (Path former : compare) {
      if (json != null && isSame(json, former)) {
        // From the first step on the former run would be gone, and nothing whole in its place.
        throw wrongUse(
            "--json and --compare both name " + json + "; keep this run in another file");
      }
    }
    if (json != null && page != null && json.toAbsolutePath().equals(page.toAbsolutePath())) {
      throw wrongUse("--json and --output both name " + json + "; name another file for the page");
    }
  }

  private void requireWritable(String option, @Nullable Path file) {
    String obstacle = file == null ? null : ReportFile.obstacle(file);
    if (obstacle != null) {
      throw wrongUse(option + " " + file + ": " + obstacle);
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.exists(one) && Files.isSameFile(one, other);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ParameterException wrongUse(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
