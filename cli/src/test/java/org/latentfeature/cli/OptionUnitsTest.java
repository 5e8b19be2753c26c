package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.cli.option.WholeNumbers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Of every option that is a number, the help says what it counts or between what it lies; of any
 * option it shows one default at most, in one form.
 */
class OptionUnitsTest {

  private static final Pattern UNIT =
      Pattern.compile(
          "seconds|[Bb]ytes|threads|pixels|grey levels|[Ss]eed"
              + "|[Ff]eatures?|[Rr]ows|[Cc]olumns|[Mm]atrices|[Pp]atches|[Ff]its|[Ss]teps|batches|resamples"
              + "|estimates|paths|[Pp]roblems|splits|[Rr]uns|transitions|GPU number|F times"
              + "|in the units of|Multiply|loci|individuals|populations"
              + "|between 0 and 1|above 0|at least [01]|at most 1");

  private static final Set<Class<?>> NUMBERS =
      Set.of(
          int.class,
          Integer.class,
          long.class,
          Long.class,
          double.class,
          Double.class,
          WholeNumbers.class);

  @ParameterizedTest
  @MethodSource("org.latentfeature.cli.option.FileArgumentsTest#commands")
  void everyNumberHasAUnit(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      Class<?> type = option.isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
      if (NUMBERS.contains(type)) {
        String help = String.join(" ", option.description());
        assertTrue(
            UNIT.matcher(help).find(),
            () -> command.qualifiedName() + " " + option.longestName() + ": " + help);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.cli.option.FileArgumentsTest#commands")
  void aDefaultIsShownOnceAndLast(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      String help = String.join(" ", option.description());
      String name = command.qualifiedName() + " " + option.longestName() + ": " + help;
      assertTrue(help.endsWith("."), name);
      int first = help.indexOf("(default: ");
      assertEquals(first, help.lastIndexOf("(default: "), name);
      assertTrue(first < 0 || help.endsWith(")."), name);
    }
  }
}
