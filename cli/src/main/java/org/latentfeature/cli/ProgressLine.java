package org.latentfeature.cli;

import java.util.Locale;
import java.util.function.Function;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.latentfeature.fit.FitEvent;

/** One line on the terminal that changes in place and goes away at the end. */
final class ProgressLine implements Progress {

  private final Function<FitEvent, String> words;
  private final ProgressBar bar;

  ProgressLine(Function<FitEvent, String> words) {
    this.words = words;
    // How many steps a fit takes is unknown; the renderer therefore shows where it is, no bar.
    bar =
        new ProgressBarBuilder()
            .setInitialMax(-1)
            .setUpdateIntervalMillis(200)
            .setConsumer(new ConsoleProgressBarConsumer(System.err, Terminal.columns() - 1))
            .setRenderer(
                (state, width) -> {
                  String line =
                      String.format(
                          Locale.ROOT,
                          "%.1f s  %s  (Ctrl-C ends it)",
                          state.getElapsedAfterStart().toMillis() / 1e3,
                          state.getExtraMessage());
                  // Padding wipes what a longer line before it left.
                  return String.format(Locale.ROOT, "%-" + width + "s", line)
                      .substring(0, Math.max(1, width));
                })
            .clearDisplayOnFinish()
            .build();
    bar.setExtraMessage("starting");
  }

  @Override
  public void show(FitEvent event) {
    bar.setExtraMessage(event.stage() + " " + words.apply(event));
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
