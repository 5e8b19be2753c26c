package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of largest squared error, and what the errors of all rows come to. Those of parts of the
 * rows can be added.
 *
 * @param most maximum number of rows to keep
 * @param rows by falling error; equal errors by rising number
 * @param count number of all rows
 * @param sum Σ of the squared errors of all rows: ‖X − ZW‖²
 * @param squares Σ of the squares of these errors, for their spread
 */
public record WorstRows(int most, List<RowError> rows, long count, double sum, double squares) {

  /**
   * A row.
   *
   * @param row its number
   * @param error its squared error ‖x_n − Wᵀz_n‖²
   */
  public record RowError(int row, double error) {

    private static final Comparator<RowError> WORST_FIRST =
        Comparator.comparingDouble(RowError::error).reversed().thenComparingInt(RowError::row);
  }

  /** Keeps an unmodifiable copy. */
  public WorstRows {
    rows = List.copyOf(rows);
  }

  /**
   * Finds the rows of largest error among rows with these squared errors.
   *
   * @param most maximum number of rows to keep
   */
  public static WorstRows of(double[] errors, int most) {
    double sum = 0;
    double squares = 0;
    for (double error : errors) {
      sum += error;
      squares += error * error;
    }
    // Without the many that cannot be among them, sorting takes no time.
    double least = threshold(errors, most);
    Stream<RowError> large =
        IntStream.range(0, errors.length)
            .filter(i -> errors[i] >= least)
            .mapToObj(i -> new RowError(i, errors[i]));
    return new WorstRows(most, largest(large, most), errors.length, sum, squares);
  }

  private static double threshold(double[] errors, int most) {
    if (most == 0) {
      return Double.POSITIVE_INFINITY;
    }
    if (errors.length <= most) {
      return Double.NEGATIVE_INFINITY;
    }
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length - most];
  }

  private static List<RowError> largest(Stream<RowError> errors, int most) {
    return errors.sorted(RowError.WORST_FIRST).limit(most).toList();
  }

  /** Returns these errors for rows of which the first is number {@code first} among all. */
  WorstRows from(int first) {
    List<RowError> moved =
        rows.stream().map(r -> new RowError(first + r.row(), r.error())).toList();
    return new WorstRows(most, moved, count, sum, squares);
  }

  /** The rows of both. */
  WorstRows plus(WorstRows other) {
    return new WorstRows(
        most,
        merged(rows, other.rows, most),
        count + other.count,
        sum + other.sum,
        squares + other.squares);
  }

  /** The first of both lists, each of which is in order. */
  private static List<RowError> merged(List<RowError> some, List<RowError> others, int most) {
    List<RowError> merged = new ArrayList<>(Math.min(most, some.size() + others.size()));
    int i = 0;
    int j = 0;
    while (merged.size() < most && (i < some.size() || j < others.size())) {
      boolean isSome =
          j == others.size()
              || (i < some.size() && RowError.WORST_FIRST.compare(some.get(i), others.get(j)) <= 0);
      merged.add(isSome ? some.get(i++) : others.get(j++));
    }
    return merged;
  }

  /** Mean squared error of the rows that are kept; 0 if none is. */
  public double meanOfWorst() {
    return rows.stream().mapToDouble(RowError::error).average().orElse(0);
  }

  /** Mean squared error of all other rows; 0 if there are none. */
  public double meanOfRest() {
    long rest = count - rows.size();
    return rest == 0
        ? 0
        : Math.max(0, sum - rows.stream().mapToDouble(RowError::error).sum()) / rest;
  }

  /** Standard deviation of the squared errors of all other rows; 0 if there are none. */
  public double spreadOfRest() {
    long rest = count - rows.size();
    if (rest == 0) {
      return 0;
    }
    double kept = rows.stream().mapToDouble(r -> r.error() * r.error()).sum();
    double mean = meanOfRest();
    return Math.sqrt(Math.max(0, (squares - kept) / rest - mean * mean));
  }
}
