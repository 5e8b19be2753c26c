package org.latentfeature.io;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * The columns of a table whose lines are single entries, by its first line. Three of them must be
 * left: the row, the column and the value. Their order, and which of others to leave out, is said
 * only as far as names or cells tell: advice to leave out the values would be worse than none.
 */
final class LongTable {

  private static final int COLUMNS = 3;

  /** A table of entries has hardly more columns, of which two are names. */
  private static final int MOST = 5;

  /** Way out where the lines are no entries. */
  private static final String ROWS = "pass " + Phrase.NO_TRIPLETS + " if its lines are rows of X";

  private static final Set<String> VALUES =
      Set.of(
          ("value values val rating ratings stars score scores count counts amount quantity weight"
                  + " measurement expression intensity abundance tpm")
              .split(" "));

  /** Names of what is seldom a row or column. */
  private static final Set<String> OTHERS =
      Set.of("time", "timestamp", "date", "datetime", "day", "index");

  /** Seconds since 1970, a year, or a date. */
  private static final Pattern TIME =
      Pattern.compile("\\d{9,13}|(19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d.*");

  private final Path path;
  private final List<String> cells;
  private final int[] places;
  private final boolean named;

  /**
   * The columns of a table.
   *
   * @param cells of its first line
   * @param places of those that are not left out, from 0
   * @param named whether the line names the columns
   */
  LongTable(Path path, List<String> cells, int[] places, boolean named) {
    this.path = path;
    this.cells = cells;
    this.places = places;
    // A line of text may be the first entry.
    this.named = named && cells.stream().noneMatch(NumberText::isNumber);
  }

  /** The end of advice where a row of a matrix has text, if it may be an entry. */
  static String triplets(List<String> row) {
    long text = row.stream().filter(cell -> !NumberText.isNumber(cell.strip())).count();
    return text == 2 && row.size() >= COLUMNS && row.size() <= MOST
        ? "; or pass " + Phrase.TRIPLETS + " if each line is one entry: row, column, value"
        : "";
  }

  /**
   * Checks that there are three columns, of which the last may have the values.
   *
   * @throws DataException if that is not so; the message gives the way out
   */
  void requireTriplets() {
    int value = value();
    boolean isLast = value < 0 || value == places.length - 1;
    if (places.length == COLUMNS && isLast) {
      return;
    }
    String problem =
        places.length == COLUMNS
            ? "has its values in column %s, but triplets are row, column and value in this order"
                .formatted(name(value))
            : "has %d column%s%s, but triplets have three: row, column and value"
                .formatted(
                    places.length,
                    places.length == 1 ? "" : "s",
                    places.length == cells.size() ? "" : " left");
    throw new DataException(
        path + " " + problem + "; " + (places.length < COLUMNS ? "" : order(value)) + ROWS);
  }

  /** Advice on the order of the columns, as far as it is known. */
  private String order(int value) {
    int[] names = names(value);
    if (names.length != COLUMNS - 1) {
      return "say what each column is, such as %s row,column,value%s, leave out columns (%s), or "
          .formatted(Phrase.ENTRY_COLUMNS, ",-".repeat(cells.size() - COLUMNS), Phrase.DROPPED);
    }
    String[] order = new String[cells.size()];
    Arrays.fill(order, "-");
    order[places[names[0]]] = "row";
    order[places[names[1]]] = "column";
    order[places[value]] = "value";
    return "pass %s %s, or ".formatted(Phrase.ENTRY_COLUMNS, String.join(",", order));
  }

  /** The places of row and column: other than two if nothing tells which they are. */
  private int[] names(int value) {
    if (value < 0) {
      return new int[0];
    }
    int[] before = IntStream.range(0, value).toArray();
    int[] known =
        before.length == COLUMNS - 1
            ? before
            : IntStream.of(before).filter(p -> !isOther(p)).toArray();
    return known.length == COLUMNS - 1
        ? known
        : places().filter(p -> p != value && !isOther(p)).toArray();
  }

  /** Where among the places the value is; −1 if nothing tells. */
  private int value() {
    int value = named ? only(p -> VALUES.contains(word(p))) : unnamed();
    return value >= 0 ? value : beforeOthers();
  }

  private int unnamed() {
    int fraction = only(p -> isNumber(p) && word(p).matches(".*[.,e].*"));
    int text = (int) places().filter(p -> !isNumber(p)).count();
    return fraction >= 0 || text < 2
        ? fraction
        : places().filter(p -> isNumber(p) && !isOther(p)).findFirst().orElse(-1);
  }

  /** The last place that is no time, where times follow it. */
  private int beforeOthers() {
    int last = places().filter(p -> !isOther(p)).max().orElse(-1);
    return last == places.length - 1 ? -1 : last;
  }

  private int only(IntPredicate condition) {
    int[] all = places().filter(condition).toArray();
    return all.length == 1 ? all[0] : -1;
  }

  private IntStream places() {
    return IntStream.range(0, places.length);
  }

  private boolean isOther(int p) {
    return named ? OTHERS.contains(word(p)) : TIME.matcher(word(p)).matches();
  }

  private boolean isNumber(int p) {
    return NumberText.isNumber(word(p).replace(',', '.'));
  }

  private String word(int p) {
    return cells.get(places[p]).toLowerCase(Locale.ROOT);
  }

  /** The name in the header, or else the number. */
  private String name(int p) {
    String name = cells.get(places[p]);
    return named && !name.isEmpty() ? name : Integer.toString(places[p] + 1);
  }
}
