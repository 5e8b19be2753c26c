package org.latentfeature.cli.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Whole numbers as a user lists them: {@code 2,4,8}, {@code 1..20}, or both.
 *
 * @param values in the order given
 */
public record WholeNumbers(List<Long> values) {

  /** More than this is a slip of the keyboard. */
  private static final long MOST = 1_000_000;

  public WholeNumbers {
    values = List.copyOf(values);
  }

  /**
   * Returns the numbers as ints.
   *
   * @throws IllegalArgumentException naming the first that is no whole number
   */
  public List<Integer> ints() {
    return values.stream().map(WholeNumbers::narrow).toList();
  }

  /**
   * Returns the largest number as an int.
   *
   * @throws IllegalArgumentException naming the first that is no whole number
   */
  public int largest() {
    return ints().stream().max(Integer::compare).orElseThrow();
  }

  private static int narrow(long value) {
    if (value != (int) value) {
      throw new IllegalArgumentException(value + " is beyond " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /** Reads them. */
  public static final class Converter implements ITypeConverter<WholeNumbers> {

    @Override
    public WholeNumbers convert(String text) {
      List<Long> values = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        int dots = part.indexOf("..");
        long from = number(dots < 0 ? part : part.substring(0, dots), text);
        long to = dots < 0 ? from : number(part.substring(dots + 2), text);
        if (to < from) {
          throw new TypeConversionException(
              "'" + part + "' is a descending range; write the smaller number first");
        }
        if (to - from < 0 || to - from >= MOST - values.size()) {
          throw new TypeConversionException("'" + text + "' has more than " + MOST + " numbers");
        }
        for (long value = from; value < to; value++) {
          values.add(value);
        }
        values.add(to);
      }
      return new WholeNumbers(values);
    }

    private static long number(String part, String text) {
      try {
        return Long.parseLong(part.strip());
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a list of whole numbers, such as 2,4,8 or 1..20");
      }
    }
  }
}
