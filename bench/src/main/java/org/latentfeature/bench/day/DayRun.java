package org.latentfeature.bench.day;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a step, all of whose output goes to a file, and reads its figures from there. */
final class DayRun {

  /** Seconds for a process to be gone that was killed; within the kernel it may hang for good. */
  private static final int PATIENCE = 10;

  private DayRun() {}

  /**
   * Runs {@code step}, whose output goes to the file {@code output}, and returns its entry of the
   * report.
   */
  static Map<String, Object> of(DayStep step, Path output)
      throws IOException, InterruptedException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("step", step.name());
    List<String> command = step.command();
    if (command == null) {
      facts.put("ended", "left out: not on this machine");
      return facts;
    }
    facts.put("command", String.join(" ", command));
    facts.put("started", Instant.now().toString());
    long start = System.nanoTime();
    Process process = start(step, command, output);
    try {
      facts.put("ended", end(step, process, facts));
    } finally {
      // No step outlives its time, or the day.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    boolean gone = process.waitFor(PATIENCE, TimeUnit.SECONDS);
    facts.put("seconds", (System.nanoTime() - start) * 1e-9);
    if (!gone) {
      facts.put("left_behind", process.pid());
    }
    facts.put("figures", figures(output));
    return facts;
  }

  private static Process start(DayStep step, List<String> command, Path output)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(step.interruptAfter() > 0 ? hearing(command) : command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(step.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static String end(DayStep step, Process process, Map<String, Object> facts)
      throws IOException, InterruptedException {
    boolean interrupted =
        step.interruptAfter() > 0 && !process.waitFor(step.interruptAfter(), TimeUnit.SECONDS);
    long from = System.nanoTime();
    if (interrupted) {
      // The shell's own: a bare machine may have no program of that name.
      new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
    }
    boolean ended = process.waitFor(step.seconds(), TimeUnit.SECONDS);
    if (interrupted) {
      facts.put("seconds_after_interrupt", (System.nanoTime() - from) * 1e-9);
    }
    return ended ? "exit status " + process.exitValue() : "out of time";
  }

  /**
   * The command that hears SIGINT: what a script runs in the background ignores it, and so does all
   * that it runs in turn. As it is where {@code env} cannot give it back.
   */
  private static List<String> hearing(List<String> command)
      throws IOException, InterruptedException {
    List<String> interruptible = List.of("env", "--default-signal=INT");
    Process trial =
        new ProcessBuilder("sh", "-c", String.join(" ", interruptible) + " true 2>&1").start();
    if (trial.waitFor() != 0) {
      return command;
    }
    List<String> all = new ArrayList<>(interruptible);
    all.addAll(command);
    return all;
  }

  private static List<JsonElement> figures(Path output) throws IOException {
    return lines(output).stream().flatMap(line -> figure(line).stream()).toList();
  }

  private static Optional<JsonElement> figure(String line) {
    try {
      return line.startsWith("{\"") ? Optional.of(JsonParser.parseString(line)) : Optional.empty();
    } catch (JsonParseException e) {
      // A line like any other, as where a step was ended in the middle of one.
      return Optional.empty();
    }
  }

  /** Returns the lines that a step printed; bytes that are not UTF-8 are replaced. */
  static List<String> lines(Path output) throws IOException {
    return new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList();
  }
}
