package org.latentfeature.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** Named groups of values as text: a line for each value, aligned over all groups. */
public final class Sections {

  private static final String INDENT = "  ";

  private final Map<String, Answer> groups = new LinkedHashMap<>();

  /** Adds a group; one without values is not shown. */
  public Sections with(String heading, Answer values) {
    groups.put(heading, values);
    return this;
  }

  /** All groups in their order. */
  public String text() {
    int width = groups.values().stream().mapToInt(Answer::width).max().orElse(0);
    StringBuilder text = new StringBuilder();
    groups.forEach(
        (heading, values) -> {
          String lines = values.text(INDENT, width);
          if (!lines.isEmpty()) {
            text.append(text.isEmpty() ? "" : System.lineSeparator());
            text.append(heading).append(System.lineSeparator()).append(lines);
          }
        });
    return text.toString();
  }
}
