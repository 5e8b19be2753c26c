package org.latentfeature.evidence.command;

import java.util.List;
import java.util.stream.LongStream;
import org.latentfeature.cli.option.WholeNumbers;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The seeds of runs as a user gives them: how many, or which.
 *
 * @param count how many; 0 where they are listed
 * @param listed which
 */
record RunSeeds(int count, List<Long> listed) {

  /** For the help of options that count problems. */
  static final String OF_PROBLEMS =
      "Problems of each kind: their number N, with the seeds 1 … N, or a list of seeds, "
          + "such as 4..6 or 1,5 (default: ${DEFAULT-VALUE}).";

  /** Keeps an unmodifiable copy. */
  RunSeeds {
    listed = List.copyOf(listed);
  }

  /** Returns the listed seeds, or as many as requested from {@code first} on. */
  List<Long> from(long first) {
    return listed.isEmpty() ? LongStream.range(first, first + count).boxed().toList() : listed;
  }

  /** Reads them. */
  static final class Converter implements ITypeConverter<RunSeeds> {

    private static final int MOST = 1_000_000;

    @Override
    public RunSeeds convert(String text) {
      WholeNumbers numbers = new WholeNumbers.Converter().convert(text);
      if (text.contains(",") || text.contains("..")) {
        return new RunSeeds(0, numbers.values());
      }
      long count = numbers.values().get(0);
      if (count < 1 || count > MOST) {
        throw new TypeConversionException(
            "'%s' is not a number of runs from 1 to %,d".formatted(text, MOST));
      }
      return new RunSeeds((int) count, List.of());
    }
  }
}
