package org.latentfeature.io;

import java.util.List;
import java.util.Set;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * The first line of a table, which names the columns or is a row of them. An ambiguous line is an
 * error: a row read as names would be lost silently.
 */
final class FirstLine {

  /** Number of columns from which a row of zeros and ones cannot equal 0, 1, 2, …. */
  private static final int COUNTED = 3;

  private final List<String> cells;
  private final DelimitedText text;
  private final long line;
  private final CellNumbers numbers;

  FirstLine(List<String> cells, long line, DelimitedText text) {
    this.cells = cells;
    this.line = line;
    this.text = text;
    this.numbers = text.numbers();
  }

  /**
   * Returns whether the line names the columns.
   *
   * @param layout what is known of the table
   * @param missing how cells say that they have no value
   * @throws DataException naming the cells by which it could be names as well as a row
   */
  boolean isHeader(TableLayout layout, MissingCode missing) {
    return switch (layout.header()) {
      case PRESENT -> true;
      case ABSENT -> false;
      case DETECTED ->
          layout.columns().stream().anyMatch(c -> isName(c) && cells.contains(c))
              || isHeader(Set.copyOf(layout.columns()), missing);
    };
  }

  private static boolean isName(String column) {
    return !NumberText.isNumber(column);
  }

  private boolean isHeader(Set<String> leftOut, MissingCode missing) {
    int number = -1;
    int word = -1;
    int columns = 0;
    for (int j = cells.size() - 1; j >= 0; j--) {
      String cell = cells.get(j);
      if (leftOut.contains(Integer.toString(j + 1))) {
        continue;
      }
      columns++;
      if (numbers.isNumber(cell)) {
        number = j;
      } else if (!NumberText.isMissing(cell) && !missing.means(cell)) {
        word = j;
      }
    }
    if (word < 0) {
      return number >= 0 && isIndexed(leftOut, missing.allowed());
    }
    if (number >= 0) {
      throw mixed(number, word);
    }
    if (columns == 1 && cells.get(word).matches("[+-]?[.,]?\\d.*")) {
      throw new DataException(
          text.place(line, word, null)
              + " is "
              + Excerpt.of(cells.get(word))
              + ", nearly a number: correct it, or pass %s if it is the column's name"
                  .formatted(Phrase.HEADER));
    }
    return true;
  }

  /**
   * Returns whether the empty first cell is the header of row names, so that the numbers beside it
   * are names of columns.
   */
  private boolean isIndexed(Set<String> leftOut, boolean missing) {
    if (!cells.get(0).isEmpty() || leftOut.contains("1")) {
      return false;
    }
    boolean counted = cells.size() > COUNTED;
    for (int j = 1; j < cells.size(); j++) {
      counted &= cells.get(j).equals(Integer.toString(j - 1));
    }
    if (counted && !missing) {
      return true;
    }
    throw new DataException(
        text.place(line, 0, null)
            + " is empty, and numbers follow: pass %s if they name the columns and the first column the rows, or %s if they are data"
                .formatted(Phrase.HEADER, Phrase.NO_HEADER));
  }

  private DataException mixed(int number, int word) {
    if (Nucleotides.areLetters(cells)) {
      return new DataException(
          text.place(line, word, null)
              + " is "
              + Excerpt.of(cells.get(word))
              + ", not a number"
              + Nucleotides.WAY_OUT);
    }
    return new DataException(
        "line "
            + line
            + " of "
            + text.path()
            + " has both numbers ("
            + Excerpt.of(cells.get(number))
            + " in column "
            + (number + 1)
            + ") and text ("
            + Excerpt.of(cells.get(word))
            + " in column "
            + (word + 1)
            + "): correct the cell, or pass %1$s if the line names the columns, %2$s if it is data, %3$s %4$d if column %4$d names the rows%5$s"
                .formatted(
                    Phrase.HEADER,
                    Phrase.NO_HEADER,
                    Phrase.IDS,
                    word + 1,
                    MissingCode.wayOut(cells.get(word))));
  }
}
