package org.latentfeature.evidence.statements;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.TabTable;

/**
 * A number made of a table that an experiment wrote, in words such as {@code mean log_likelihood of
 * genomes/genomes.tsv where model=finite, features=25}.
 *
 * @param how mean, median, least, largest or sum
 * @param column of the numbers
 * @param table its file, within the folder of all experiments
 * @param conditions that a line must meet to count
 */
public record Statistic(How how, String column, String table, List<Condition> conditions) {

  private static final Pattern WORDS =
      Pattern.compile("(mean|median|least|largest|sum) (\\w+) of (\\S+)(?: where (.+))?");

  private static final Pattern CONDITION = Pattern.compile("(\\w+)\\s*(=|>|<)\\s*(.+)");

  /** The way from numbers to one. */
  public enum How {
    MEAN,
    MEDIAN,
    LEAST,
    LARGEST,
    SUM;

    OptionalDouble of(DoubleStream numbers) {
      return switch (this) {
        case MEAN -> numbers.average();
        case MEDIAN -> median(numbers.sorted().toArray());
        case LEAST -> numbers.min();
        case LARGEST -> numbers.max();
        case SUM ->
            numbers.mapToObj(v -> v).reduce(Double::sum).stream().mapToDouble(v -> v).findFirst();
      };
    }
  }

  private static OptionalDouble median(double[] sorted) {
    int n = sorted.length;
    return n == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
  }

  /**
   * A condition on a cell.
   *
   * @param column of the cell
   * @param sign =, &gt; or &lt;
   * @param value to compare with: a text, or a number for the last two
   */
  public record Condition(String column, String sign, String value) {

    boolean meets(TabTable.Row row) {
      return switch (sign) {
        case ">" -> row.number(column) > Double.parseDouble(value);
        case "<" -> row.number(column) < Double.parseDouble(value);
        default -> same(row.text(column));
      };
    }

    /** As a text, or as a number. */
    private boolean same(String cell) {
      try {
        return cell.equals(value) || Double.parseDouble(cell) == Double.parseDouble(value);
      } catch (NumberFormatException e) {
        return false; // One of the two is a word, and the other is not that word.
      }
    }
  }

  /** Keeps an unmodifiable copy. */
  public Statistic {
    conditions = List.copyOf(conditions);
  }

  /**
   * The figure of some words.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static Statistic parse(String words) {
    Matcher matcher = WORDS.matcher(words);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no figure: " + words);
    }
    List<Condition> conditions = new ArrayList<>();
    String where = matcher.group(4);
    for (String part : where == null ? new String[0] : where.split(", ", -1)) {
      Matcher condition = CONDITION.matcher(part);
      if (!condition.matches()) {
        throw new IllegalArgumentException("no condition of a figure: " + part);
      }
      conditions.add(new Condition(condition.group(1), condition.group(2), condition.group(3)));
    }
    return new Statistic(
        How.valueOf(matcher.group(1).toUpperCase(java.util.Locale.ROOT)),
        matcher.group(2),
        matcher.group(3),
        conditions);
  }

  /** The experiment that writes the table. */
  public String experiment() {
    return table.substring(0, table.indexOf('/'));
  }

  /**
   * The number; nothing if the table is not there, or has no such line.
   *
   * @param folder of all experiments, each in its own folder
   * @throws DataException if the table lacks a column
   */
  public OptionalDouble in(Path folder) throws IOException {
    Path file = folder.resolve(table);
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    String[] columns =
        Stream.concat(Stream.of(column), conditions.stream().map(Condition::column))
            .toArray(String[]::new);
    return how.of(
        TabTable.read(file, columns).rows().stream()
            .filter(row -> conditions.stream().allMatch(condition -> condition.meets(row)))
            .mapToDouble(row -> row.numberOrNone(column))
            .filter(value -> !Double.isNaN(value)));
  }
}
