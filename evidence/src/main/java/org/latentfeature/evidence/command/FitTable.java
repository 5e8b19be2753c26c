package org.latentfeature.evidence.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.evidence.TextFile;

/**
 * The figures of many fits, a row for each: tab separated in text, with all their digits in JSON.
 */
final class FitTable {

  private final String[] names;
  private final String format;
  private final StringBuilder text;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param header the columns' names, tab separated
   * @param format how a row is written in text
   */
  FitTable(String header, String format) {
    this.names = header.split("\t", -1);
    this.format = format;
    this.text = new StringBuilder(header).append('\n');
  }

  /** Adds a row of as many figures as there are names; gives its text. */
  String add(Object... figures) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int j = 0; j < names.length; j++) {
      row.put(names[j], figures[j]);
    }
    rows.add(row);
    String line = String.format(Locale.ROOT, format, figures);
    text.append(line).append('\n');
    return line;
  }

  /**
   * Writes the table to {@code file}, or else to standard output; JSON has its rows in any case.
   */
  void answer(@Nullable Path file, Reporting reporting) {
    if (file != null) {
      TextFile.write(file, text.toString());
    }
    if (file == null && !reporting.json) {
      reporting.print(text.toString().strip());
      return;
    }
    Answer answer =
        new Answer().with("table", file == null ? null : file.toString()).with("fits", rows.size());
    reporting.answer(reporting.json ? answer.with("rows", rows) : answer);
  }
}
