package org.latentfeature.evidence.statements;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.TabTable;

/**
 * A number made of a table that an experiment wrote, in words such as {@code mean log_likelihood of
 * genomes/genomes.tsv where model=finite, features=25}.
 *
 * @param how mean, median or least
 * @param column of the numbers
 * @param table its file, within the folder of all experiments
 * @param conditions that a line must meet to count
 */
public record Statistic(How how, String column, String table, List<Condition> conditions) {

  private static final Pattern WORDS =
      Pattern.compile("(mean|median|least) (\\w+) of (\\S+)(?: where (.+))?");

  private static final Pattern CONDITION = Pattern.compile("(\\w+)\\s*(!=|=|>)\\s*(.+)");

  /** The way from numbers to one. */
  public enum How {
    MEAN,
    MEDIAN,
    LEAST;

    double of(List<Double> numbers) {
      return switch (this) {
        case MEAN -> numbers.stream().mapToDouble(v -> v).average().orElseThrow();
        case MEDIAN -> Spread.median(numbers, v -> v);
        case LEAST -> numbers.stream().mapToDouble(v -> v).min().orElseThrow();
      };
    }
  }

  /**
   * A condition on a cell.
   *
   * @param column of the cell
   * @param sign =, != or &gt;
   * @param value to compare with: a text, or a number
   */
  public record Condition(String column, String sign, String value) {

    boolean meets(TabTable.Row row) {
      return switch (sign) {
        case ">" -> row.number(column) > Double.parseDouble(value);
        case "!=" -> !same(row.text(column));
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
        How.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
        matcher.group(2),
        matcher.group(3),
        conditions);
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
    List<Double> numbers =
        TabTable.read(file, columns).rows().stream()
            .filter(row -> conditions.stream().allMatch(condition -> condition.meets(row)))
            .map(row -> row.numberOrNone(column))
            .filter(value -> !Double.isNaN(value))
            .toList();
    return numbers.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(how.of(numbers));
  }
}
