package org.latentfeature.io;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * A first row of whole numbers that differ, such as years: names of the columns, or data. Where
 * whole numbers are rare in the other rows, a row of nothing else is no accident.
 */
final class WholeFirstRow {

  /** Whole numbers that are no sequence tell only beside so many rows and columns. */
  private static final int LEAST_ROWS = 10;

  private static final int LEAST_COLUMNS = 3;

  /** Two numbers below this are no names of columns. */
  private static final double YEARS = 1000;

  /** Probability below which a row of whole numbers is no accident. */
  private static final double LEAST_CHANCE = 5e-3;

  private final List<String> cells;
  private final boolean possible;

  /**
   * Known cells of each column in the later rows; {@link #whole} counts those that are whole
   * numbers.
   */
  private final long[] known;

  private final long[] whole;

  /** The fewest digits after a decimal mark in a column. */
  private final int[] decimals;

  private long rows;

  /**
   * The first row of X.
   *
   * @param possible whether it may be a header
   */
  WholeFirstRow(boolean possible, List<String> cells) {
    this.cells = cells;
    this.possible =
        possible
            && cells.size() > 1
            && cells.stream().allMatch(WholeFirstRow::isWhole)
            && new HashSet<>(cells).size() == cells.size();
    this.known = new long[this.possible ? cells.size() : 0];
    this.whole = new long[known.length];
    this.decimals = new int[known.length];
  }

  private static boolean isWhole(String cell) {
    int sign = cell.startsWith("-") || cell.startsWith("+") ? 1 : 0;
    for (int at = sign; at < cell.length(); at++) {
      if (cell.charAt(at) < '0' || cell.charAt(at) > '9') {
        return false;
      }
    }
    return cell.length() > sign;
  }

  /** Counts a cell of column {@code p}; rows come in order, the first too. */
  void compare(int p, String cell) {
    if (!possible) {
      return;
    }
    rows += p == 0 ? 1 : 0;
    if (rows > 1 && !NumberText.isMissing(cell)) {
      whole[p] += isWhole(cell) ? 1 : 0;
      decimals[p] = known[p]++ == 0 ? decimals(cell) : Math.min(decimals[p], decimals(cell));
    }
  }

  /**
   * Checks that it is a row of data.
   *
   * @param place the words for the line and the file
   * @throws DataException if that is hardly possible
   */
  void requireData(String place) {
    if (possible && chance() < LEAST_CHANCE && (isSequence() || areMany())) {
      throw new DataException(
          place
              + " has whole numbers ("
              + String.join(", ", cells.subList(0, Math.min(3, cells.size())))
              + (cells.size() > 3 ? ", …" : "")
              + ") over rows with fractions: pass %s if they name the columns, or %s if they are data"
                  .formatted(Phrase.HEADER, Phrase.NO_HEADER));
    }
  }

  /**
   * Returns the probability of a row of whole numbers by accident. Columns with whole numbers only
   * do not lower it.
   */
  private double chance() {
    double chance = isSequence() && isMostlyFractions() ? Math.pow(10, 2 - cells.size()) : 1;
    for (int p = 0; p < known.length; p++) {
      chance *= whole[p] == known[p] ? 1 : chance(p);
    }
    return chance;
  }

  /**
   * By the rule of succession; or, of two rows or more, by zeros at the end that are not written.
   */
  private double chance(int p) {
    double succession = (whole[p] + 1.) / (known[p] + 2.);
    return known[p] < 2 ? succession : Math.min(succession, Math.pow(10, -decimals[p]));
  }

  private static int decimals(String cell) {
    int mark = Math.max(cell.indexOf('.'), cell.indexOf(','));
    return mark < 0 || cell.indexOf('e') >= 0 || cell.indexOf('E') >= 0
        ? 0
        : cell.length() - 1 - mark;
  }

  private boolean isMostlyFractions() {
    return LongStream.of(whole).sum() * 2 < LongStream.of(known).sum();
  }

  /** Returns whether there are enough rows and columns to judge the first row by. */
  private boolean areMany() {
    return rows >= LEAST_ROWS && known.length >= LEAST_COLUMNS;
  }

  /** Returns whether each number is as far above the one before, as years are. */
  private boolean isSequence() {
    double[] values = cells.stream().mapToDouble(NumberText::parse).toArray();
    double step = values[1] - values[0];
    // Any two numbers are a sequence; years are meant.
    return (values.length > 2 || Math.min(values[0], values[1]) >= YEARS)
        && IntStream.range(1, values.length).allMatch(p -> values[p] - values[p - 1] == step);
  }
}
