package org.latentfeature.bench.day;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a day, in the order of what they tell.
 *
 * @param java the program
 * @param lfm the class path of the command line
 * @param tests what the class path of the tests has besides
 * @param cubins kernels that were assembled beforehand; null if none were
 * @param small a problem that a sanitizer ends with in a minute
 * @param large a problem that is fitted for long enough to be interrupted
 * @param scratch a folder for models
 */
record DayPlan(
    Path java,
    String lfm,
    String tests,
    @Nullable Path cubins,
    Path small,
    Path large,
    Path scratch) {

  /** The names of all steps. The first six take no more than one command of ten minutes. */
  static final String NAMES =
      "nvidia-smi, backends, backends-again, driver, contract, steps, cubins, blocks, fits,"
          + " estimators, racecheck, memcheck, initcheck, synccheck, ncu, fit-many, edge, ctrl-c, log";

  private static final String LFM = "org.latentfeature.cli.Lfm";
  private static final String FIGURES = "org.latentfeature.cuda.DayFigures";

  /** The kernels that take most of a fit. */
  private static final String PROFILED = "regex:^(sweep|flip|sum_r|add_|subtract|list|descend)";

  /** Memory that the software device is to have when it is filled. A GPU reports its size. */
  private static final long LITTLE = 80L << 20;

  /**
   * Returns the step that checks that there is a GPU; without one, the last line of its output
   * names the reason.
   */
  DayStep gpu() {
    return DayStep.of("gpu", 60, figures("gpu"));
  }

  /** Clocks and the like, while steps run. */
  static @Nullable List<String> smi() {
    return tool("nvidia-smi");
  }

  /**
   * Returns the steps that follow where there is a GPU; they share a cache of the driver that is
   * empty at first.
   */
  List<DayStep> steps() {
    String cache = scratch.resolve("cache").toString();
    return inOrder().map(step -> step.with("CUDA_CACHE_PATH", cache)).toList();
  }

  private Stream<DayStep> inOrder() {
    return Stream.of(
        DayStep.of("nvidia-smi", 10, tool("nvidia-smi", "-q")),
        DayStep.of("backends", 30, lfm("backends")),
        DayStep.of("backends-again", 20, lfm("backends")),
        DayStep.of("driver", 90, figures("driver")),
        DayStep.of("contract", 250, figures("contract")),
        DayStep.of("steps", 130, figures("steps")),
        DayStep.of("cubins", 90, assembled()),
        DayStep.of("blocks", 300, figures("blocks")),
        DayStep.of("fits", 400, figures("fits")),
        DayStep.of("estimators", 400, figures("estimators")),
        DayStep.of("racecheck", 500, checked("racecheck", figures("rings"))),
        DayStep.of("memcheck", 140, checked("memcheck", fit(small, "memcheck", "-k", "4"))),
        DayStep.of("initcheck", 140, checked("initcheck", fit(small, "initcheck", "-k", "4"))),
        DayStep.of("synccheck", 140, checked("synccheck", fit(small, "synccheck", "-k", "4"))),
        DayStep.of("ncu", 300, profiled(figures("profiled"))),
        DayStep.of("fit-many", 120, many()),
        DayStep.of("edge", 200, figures("edge")).with("SOFTCUDA_MEMORY", Long.toString(LITTLE)),
        new DayStep(
            "ctrl-c", 60, Map.of(), 5, fit(large, "interrupted", "-k", "40", "--method", "lasso")),
        DayStep.of("log", 10, log()));
  }

  private List<String> java(String classPath, String main, String... arguments) {
    return joined(
        List.of(
            java.toString(),
            "-Xmx8g",
            "-XX:+UseSerialGC",
            "-Dstdout.encoding=UTF-8",
            "-Dorg.bytedeco.javacpp.maxBytes=0",
            "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
            "-Drequire.backend=cuda",
            "-cp",
            classPath,
            main),
        List.of(arguments));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private List<String> lfm(String... arguments) {
    return java(lfm, LFM, arguments);
  }

  private List<String> fit(Path data, String name, String... more) {
    String model = scratch.resolve(name + ".lfm").toString();
    return joined(lfm("fit", data.toString(), "--backend", "cuda", "-o", model), List.of(more));
  }

  private List<String> many() {
    String models = scratch.resolve("many").toString();
    return lfm(
        "fit-many",
        small.toString(),
        "-k",
        "2..4",
        "--seed",
        "1,2",
        "--backend",
        "cuda",
        "-o",
        models);
  }

  private List<String> figures(String... words) {
    return java(tests + File.pathSeparator + lfm, FIGURES, words);
  }

  /** As the driver's figures, which are of PTX as users have it, with cubins. */
  private @Nullable List<String> assembled() {
    return cubins == null
        ? null
        : java(String.join(File.pathSeparator, cubins.toString(), tests, lfm), FIGURES, "driver");
  }

  private static @Nullable List<String> checked(String check, List<String> program) {
    return over(
        program,
        tool(
            "compute-sanitizer",
            "--target-processes",
            "all",
            "--tool",
            check,
            "--error-exitcode",
            "3"));
  }

  private static @Nullable List<String> profiled(List<String> program) {
    return over(
        program,
        tool("ncu", "--clock-control", "none", "--set", "basic", "-k", PROFILED, "-c", "150"));
  }

  private static @Nullable List<String> over(List<String> program, @Nullable List<String> tool) {
    return tool == null ? null : joined(tool, program);
  }

  /**
   * Returns a command that prints the operating system kernel's messages about the GPU, with the
   * numbers of its failures.
   */
  private static List<String> log() {
    return List.of(
        "sh", "-c", "dmesg 2>&1 | grep -iE 'xid|nvrm|dmesg' || echo 'no lines of the driver'");
  }

  /**
   * A program on the path, or of an installed toolkit, and its arguments; null if it is missing.
   */
  private static @Nullable List<String> tool(String name, String... arguments) {
    Stream<String> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
    Optional<Path> found =
        Stream.concat(path, Stream.of("/usr/local/cuda/bin"))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder).resolve(name))
            .filter(Files::isExecutable)
            .findFirst();
    return found.map(file -> joined(List.of(file.toString()), List.of(arguments))).orElse(null);
  }
}
