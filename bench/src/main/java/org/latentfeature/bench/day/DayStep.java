package org.latentfeature.bench.day;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of the day: a process and the time that it may take.
 *
 * @param name for the report
 * @param seconds after which it is ended
 * @param environment what it gets besides this process's own
 * @param interruptAfter seconds after which it gets Ctrl-C; 0 for never
 * @param command the program and its arguments; null if it is not on this machine
 */
record DayStep(
    String name,
    int seconds,
    Map<String, String> environment,
    int interruptAfter,
    @Nullable List<String> command) {

  /** A step that is left to itself. */
  static DayStep of(String name, int seconds, @Nullable List<String> command) {
    return new DayStep(name, seconds, Map.of(), 0, command);
  }

  /** Returns this step with one more variable in its environment. */
  DayStep with(String variable, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(variable, value);
    return new DayStep(name, seconds, all, interruptAfter, command);
  }
}
