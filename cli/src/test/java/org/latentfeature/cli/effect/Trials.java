package org.latentfeature.cli.effect;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.latentfeature.cli.Run;

/** Runs of commands in one folder: they read its {@code in} and write to its {@code out}. */
final class Trials {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Path folder;
  private final Map<List<String>, Outcome> known = new HashMap<>();
  private final Map<List<String>, Outcome> knownAgain = new HashMap<>();

  /** In this folder. */
  Trials(Path folder) {
    this.folder = folder;
  }

  /** Copies files into {@code in}. */
  void copy(Path files) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    try (Stream<Path> all = Files.list(files)) {
      for (Path file : all.toList()) {
        Files.copy(file, in.resolve(files.relativize(file)));
      }
    }
  }

  /** Prepares files. */
  void prepare(List<String> command) {
    lfm(command).succeeds();
  }

  /** The outcome of a run of a command, the same however often this is asked. */
  Outcome of(List<String> command) throws IOException {
    return kept(command, known);
  }

  /** The outcome of another run. */
  Outcome again(List<String> command) throws IOException {
    return kept(command, knownAgain);
  }

  private Outcome kept(List<String> command, Map<List<String>, Outcome> outcomes)
      throws IOException {
    Outcome outcome = outcomes.get(command);
    if (outcome == null) {
      outcome = run(command);
      outcomes.put(command, outcome);
    }
    return outcome;
  }

  private Outcome run(List<String> command) throws IOException {
    Path out = folder.resolve("out");
    delete(out);
    Files.createDirectories(out);
    WitnessBackendProvider.opened();
    Map<Long, Long> before = helpers();
    Run run = lfm(command);
    int helpers =
        (int)
            helpers().entrySet().stream()
                .filter(e -> !e.getValue().equals(before.get(e.getKey())))
                .count();
    return new Outcome(run, files(out), WitnessBackendProvider.opened(), helpers);
  }

  private Run lfm(List<String> command) {
    String in = folder + "/in/";
    String out = folder + "/out/";
    return Run.lfm(
        command.stream()
            .map(word -> word.replaceFirst("^((.*=)?)in/", "$1" + in))
            .map(word -> word.replaceFirst("^((.*=)?)out/", "$1" + out))
            .toArray());
  }

  /** Processor time, in nanoseconds, of the threads that the engine keeps, by their number. */
  private static Map<Long, Long> helpers() {
    Map<Long, Long> times = new TreeMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().matches("lfm-\\d+")) {
        times.put(thread.getId(), THREADS.getThreadCpuTime(thread.getId()));
      }
    }
    return times;
  }

  private Map<String, byte[]> files(Path out) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
