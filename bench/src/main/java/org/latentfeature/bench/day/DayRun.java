package org.latentfeature.bench.day;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a step, and keeps its figures and its last lines. */
final class DayRun {

  private static final int TAIL = 40;

  private final List<JsonElement> figures = new ArrayList<>();
  private final Deque<String> tail = new ArrayDeque<>();
  private final PrintWriter err;

  DayRun(PrintWriter err) {
    this.err = err;
  }

  /** What the report says of {@code step}. */
  Map<String, Object> of(DayStep step) throws IOException, InterruptedException {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("step", step.name());
    if (step.command() == null) {
      told.put("ended", "left out: not on this machine");
      return told;
    }
    told.put("command", String.join(" ", step.command()));
    long start = System.nanoTime();
    ProcessBuilder builder =
        new ProcessBuilder(step.interruptAfter() > 0 ? hearing(step.command()) : step.command())
            .redirectErrorStream(true);
    builder.environment().putAll(step.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    Thread reader = new Thread(() -> read(process), "output of " + step.name());
    reader.start();
    boolean ended;
    try {
      if (step.interruptAfter() > 0 && !process.waitFor(step.interruptAfter(), TimeUnit.SECONDS)) {
        long asked = System.nanoTime();
        // The shell's own: a bare machine may have no program of that name.
        new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
        ended = process.waitFor(step.seconds(), TimeUnit.SECONDS);
        told.put("seconds_after_interrupt", (System.nanoTime() - asked) * 1e-9);
      } else {
        ended = process.waitFor(step.seconds(), TimeUnit.SECONDS);
      }
    } finally {
      // No step outlives its time, or the day.
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
    process.waitFor();
    reader.join(TimeUnit.SECONDS.toMillis(10));
    told.put("ended", ended ? "exit status " + process.exitValue() : "out of time");
    told.put("seconds", (System.nanoTime() - start) * 1e-9);
    synchronized (this) {
      told.put("figures", List.copyOf(figures));
      told.put("output", List.copyOf(tail));
    }
    return told;
  }

  /**
   * The command that hears SIGINT: what a script runs in the background ignores it, and so does all
   * that it runs in turn. As it is where {@code env} cannot give it back.
   */
  private static List<String> hearing(List<String> command)
      throws IOException, InterruptedException {
    List<String> heard = List.of("env", "--default-signal=INT");
    Process trial = new ProcessBuilder("sh", "-c", String.join(" ", heard) + " true 2>&1").start();
    if (trial.waitFor() != 0) {
      return command;
    }
    List<String> all = new ArrayList<>(heard);
    all.addAll(command);
    return all;
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      // The process was ended; what it said is kept.
      take(String.valueOf(e.getMessage()));
    }
  }

  private synchronized void take(String line) {
    err.println("  " + line);
    if (line.startsWith("{\"")) {
      try {
        figures.add(JsonParser.parseString(line));
        return;
      } catch (JsonParseException e) {
        // A line like any other.
      }
    }
    tail.add(line);
    if (tail.size() > TAIL) {
      tail.remove();
    }
  }
}
