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
 * What is run, in order: what decides most comes first.
 *
 * @param java the program
 * @param lfm the class path of the command line
 * @param tests what the class path of the tests has besides
 * @param small a problem that a sanitizer ends with in a minute
 * @param large a problem that is fitted for long enough to be interrupted
 * @param scratch a folder for models
 */
record DayPlan(Path java, String lfm, String tests, Path small, Path large, Path scratch) {

  private static final String LFM = "org.latentfeature.cli.Lfm";
  private static final String FIGURES = "org.latentfeature.cuda.DayFigures";

  /** Memory that the software device is to have when it is filled. A card knows its own. */
  private static final Map<String, String> LITTLE =
      Map.of("SOFTCUDA_MEMORY", Long.toString(80L << 20));

  /** Whether there is a card at all: its last line says why not. */
  DayStep card() {
    return DayStep.of("card", 120, figures("card"));
  }

  /** What follows where there is. */
  List<DayStep> steps() {
    List<DayStep> steps = new ArrayList<>();
    steps.add(DayStep.of("nvidia-smi", 20, tool("nvidia-smi")));
    steps.add(DayStep.of("backends", 60, lfm("backends")));
    steps.add(DayStep.of("backends, again", 60, lfm("backends")));
    steps.add(DayStep.of("driver", 120, figures("driver")));
    steps.add(DayStep.of("steps", 300, figures("steps")));
    steps.add(DayStep.of("contract", 600, figures("contract")));
    for (String check : List.of("memcheck", "racecheck", "initcheck", "synccheck")) {
      List<String> program = fit(small, check, "-k", "4");
      program.addAll(
          0, List.of("--target-processes", "all", "--tool", check, "--error-exitcode", "3"));
      steps.add(DayStep.of("sanitizer " + check, 140, tool("compute-sanitizer", program)));
    }
    steps.add(DayStep.of("fits", 400, figures("fits")));
    steps.add(
        DayStep.of(
            "fit-many",
            120,
            lfm(
                "fit-many",
                small.toString(),
                "-k",
                "2..4",
                "--seed",
                "1,2",
                "--backend",
                "cuda",
                "-o",
                scratch.resolve("many").toString())));
    steps.add(new DayStep("edge of memory", 200, LITTLE, 0, figures("edge")));
    steps.add(
        new DayStep(
            "Ctrl-C", 60, Map.of(), 5, fit(large, "interrupted", "-k", "40", "--method", "lasso")));
    steps.add(DayStep.of("block sizes", 200, figures("blocks")));
    List<String> profiled = fit(small, "profiled", "-k", "4");
    profiled.addAll(0, List.of("--clock-control", "none", "--set", "basic", "-c", "60"));
    steps.add(DayStep.of("ncu", 200, tool("ncu", profiled)));
    return steps;
  }

  private List<String> java(String classPath, String main) {
    return new ArrayList<>(
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
            main));
  }

  private List<String> lfm(String... arguments) {
    List<String> command = java(lfm, LFM);
    command.addAll(List.of(arguments));
    return command;
  }

  private List<String> fit(Path data, String name, String... more) {
    List<String> command =
        lfm(
            "fit",
            data.toString(),
            "--backend",
            "cuda",
            "-o",
            scratch.resolve(name + ".lfm").toString());
    command.addAll(List.of(more));
    return command;
  }

  private List<String> figures(String group) {
    List<String> command = java(tests + File.pathSeparator + lfm, FIGURES);
    command.add(group);
    return command;
  }

  private static @Nullable List<String> tool(String name) {
    return tool(name, List.of());
  }

  /** A program on the path, or of an installed toolkit. */
  private static @Nullable List<String> tool(String name, List<String> arguments) {
    Stream<String> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
    Optional<Path> found =
        Stream.concat(path, Stream.of("/usr/local/cuda/bin"))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder).resolve(name))
            .filter(Files::isExecutable)
            .findFirst();
    if (found.isEmpty()) {
      return null;
    }
    List<String> command = new ArrayList<>(List.of(found.get().toString()));
    command.addAll(arguments);
    return command;
  }
}
