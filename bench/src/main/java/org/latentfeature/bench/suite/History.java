package org.latentfeature.bench.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Former runs of the suite on the same machine, oldest first. */
final class History {

  private final List<FormerRun> runs;

  History(List<FormerRun> runs) {
    this.runs = runs.stream().sorted(Comparator.comparing(run -> run.former().started())).toList();
  }

  /** The one that ratios are given to; null without any. */
  @Nullable FormerRun newest() {
    return runs.isEmpty() ? null : runs.get(runs.size() - 1);
  }

  /** When each began, and last {@code now}. */
  List<String> starts(Report now) {
    List<String> starts = new ArrayList<>();
    runs.forEach(run -> starts.add(run.former().started()));
    starts.add(now.started());
    return starts;
  }

  /**
   * How many times as fast as in the first run that has it each step of {@code now} was, NaN in
   * runs without it: by problem, then by step, a value for each of {@link #starts}. Steps that no
   * former run has are left out.
   */
  Map<String, Map<String, double[]>> speeds(Report now) {
    Map<String, Map<String, double[]>> all = new LinkedHashMap<>();
    for (Measurement m : now.measurements()) {
      double[] seconds = new double[runs.size() + 1];
      for (int i = 0; i < runs.size(); i++) {
        Measurement then = runs.get(i).formerly(m);
        seconds[i] = then == null ? Double.NaN : then.median();
      }
      seconds[runs.size()] = m.median();
      Arrays.stream(seconds, 0, runs.size())
          .filter(Double::isFinite)
          .findFirst()
          .ifPresent(
              first ->
                  all.computeIfAbsent(m.problem(), name -> new LinkedHashMap<>())
                      .put(m.step(), Arrays.stream(seconds).map(s -> first / s).toArray()));
    }
    return all;
  }
}
