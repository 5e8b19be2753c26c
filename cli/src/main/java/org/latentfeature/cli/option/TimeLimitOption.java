package org.latentfeature.cli.option;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** When to end a fit with the best so far, or each of several. */
public final class TimeLimitOption {

  /** Beyond this a duration in nanoseconds overflows; it is 100 years. */
  private static final double LONGEST = 3.15e9;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description =
          "Stop after this many seconds and keep the best model so far. A "
              + "number such as 90 or 0.5 (default: no limit).")
  public @Nullable Double seconds;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The limit, or null for none. */
  public @Nullable Duration duration() {
    if (seconds == null) {
      return null;
    }
    return Duration.ofNanos((long) (checked(command, seconds) * 1e9));
  }

  /** A limit in seconds that an option of {@code command} gives, or the longest there can be. */
  public static double checked(CommandSpec command, double seconds) {
    if (!(seconds > 0)) {
      throw new ParameterException(
          command.commandLine(), "--time-limit is " + seconds + "; it must be above 0");
    }
    return Math.min(seconds, LONGEST);
  }
}
