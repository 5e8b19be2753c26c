package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What went wrong, by its kind. */
final class FuzzFailures {

  private static final int SHOWN = 3;

  private final Map<String, List<String>> byKind = new TreeMap<>();

  /** What is said of it may be printed, whatever the case had in it. */
  void add(String kind, String what) {
    String printable = what.replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\n\t]]", "?");
    byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(printable);
  }

  void requireNone() {
    if (!byKind.isEmpty()) {
      StringBuilder all = new StringBuilder();
      byKind.forEach(
          (kind, cases) -> {
            all.append('\n').append(kind).append(": ").append(cases.size()).append(" cases\n");
            cases.stream().limit(SHOWN).forEach(c -> all.append("  ").append(c).append('\n'));
          });
      fail(all.toString());
    }
  }
}
