package org.latentfeature.cli;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import org.latentfeature.reproduction.Progress;

/**
 * How far a reproduction is: on a terminal a line that changes in place, elsewhere a line for each
 * run.
 */
final class TrialProgress implements Progress, AutoCloseable {

  private final Reporting reporting;
  private @Nullable ProgressBar bar;

  TrialProgress(Reporting reporting) {
    this.reporting = reporting;
    if (!reporting.quiet && !reporting.verbose && Terminal.isPresent()) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(1)
              .setUpdateIntervalMillis(200)
              .setConsumer(new ConsoleProgressBarConsumer(System.err, Terminal.columns() - 1))
              .setRenderer(
                  (state, width) ->
                      String.format(Locale.ROOT, "%-" + width + "s", state.getExtraMessage())
                          .substring(0, Math.max(1, width)))
              .clearDisplayOnFinish()
              .build();
    }
  }

  @Override
  public void note(String line) {
    reporting.note(line);
  }

  @Override
  public void trial(int number, int of, String what, double secondsLeft) {
    String line = "run %d of %d: %s; about %s left".formatted(number, of, what, span(secondsLeft));
    if (bar != null) {
      bar.setExtraMessage(line + "  (Ctrl-C ends it)");
    } else {
      reporting.note(line);
    }
  }

  private static String span(double seconds) {
    return seconds < 90 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min";
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
