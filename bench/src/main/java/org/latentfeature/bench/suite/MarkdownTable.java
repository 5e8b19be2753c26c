package org.latentfeature.bench.suite;

import java.util.ArrayList;
import java.util.List;

/** A table that reads well as plain text and as Markdown. */
public final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();
  private final int words;

  /**
   * A table without rows.
   *
   * @param words number of leading columns that hold words, aligned to the left; the rest hold
   *     numbers, to the right
   */
  public MarkdownTable(int words, List<String> header) {
    this.words = words;
    rows.add(List.copyOf(header));
  }

  /** Adds a row. */
  public void add(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.size(), rows.get(0).size()));
    }
    rows.add(List.copyOf(cells));
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(Math.max(3, widths[c]), row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      line(text, rows.get(r), widths);
      if (r == 0) {
        rule(text, widths);
      }
    }
    return text.toString();
  }

  private void line(StringBuilder text, List<String> cells, int[] widths) {
    for (int c = 0; c < widths.length; c++) {
      String pad = " ".repeat(widths[c] - cells.get(c).length());
      text.append("| ").append(c < words ? cells.get(c) + pad : pad + cells.get(c)).append(' ');
    }
    text.append("|\n");
  }

  private void rule(StringBuilder text, int[] widths) {
    for (int c = 0; c < widths.length; c++) {
      text.append("|-").append("-".repeat(widths[c])).append(c < words ? '-' : ':');
    }
    text.append("|\n");
  }
}
