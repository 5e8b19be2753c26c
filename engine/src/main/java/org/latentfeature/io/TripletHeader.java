package org.latentfeature.io;

import java.util.List;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * The first line of triplets, which names their columns or is an entry. Names of rows and columns
 * may be text or numbers, so that the value decides.
 */
final class TripletHeader {

  private final List<String> cells;
  private final long line;
  private final DelimitedText text;

  TripletHeader(List<String> cells, long line, DelimitedText text) {
    this.cells = cells;
    this.line = line;
    this.text = text;
  }

  /**
   * Returns whether the line names the columns.
   *
   * @param missing how values say that they are missing
   * @throws DataException if it has nearly a number for a value
   */
  boolean isHeader(TableLayout layout, MissingCode missing) {
    return switch (layout.header()) {
      case PRESENT -> true;
      case ABSENT -> false;
      case DETECTED ->
          cells.get(0).isEmpty()
              || layout.dropped().stream().anyMatch(c -> isName(c) && cells.contains(c))
              || isText(layout, missing);
    };
  }

  private static boolean isName(String column) {
    return !NumberText.isNumber(column);
  }

  private boolean isText(TableLayout layout, MissingCode missing) {
    int value = value(layout);
    String cell = cells.get(value);
    if (text.numbers().isNumber(cell) || NumberText.isMissing(cell) || missing.means(cell)) {
      return false;
    }
    if (cell.matches("[+-]?[.,]?\\d.*")) {
      throw new DataException(
          text.place(line, value, null)
              + " is "
              + Excerpt.of(cell)
              + ", nearly a number: correct it, or pass %s if it is the column's name"
                  .formatted(Phrase.HEADER));
    }
    return true;
  }

  private int value(TableLayout layout) {
    if (!layout.entryColumns().isEmpty()) {
      return layout.places(cells.size(), text.path())[2];
    }
    TableLayout dropping = layout.withColumns(null, List.of(), layout.dropped());
    int[] left = TableColumns.of(text.path(), cells.size(), null, dropping).ofX();
    return left[Math.min(left.length, 3) - 1];
  }
}
