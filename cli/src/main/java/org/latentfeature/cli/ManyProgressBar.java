package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar on the terminal that goes away at the end; what must not get lost is said then. */
final class ManyProgressBar implements ManyProgress.Display {

  private static final int WIDTH = 24;

  private final List<String> kept = new ArrayList<>();
  private final ProgressBar bar;

  ManyProgressBar(int all) {
    bar =
        new ProgressBarBuilder()
            .setInitialMax(all)
            .setUpdateIntervalMillis(200)
            .setConsumer(new ConsoleProgressBarConsumer(System.err, Terminal.columns() - 1))
            .setRenderer(
                (state, width) -> {
                  int full = (int) (WIDTH * state.getCurrent() / Math.max(1, state.getMax()));
                  String line =
                      "[%s%s] %s  (Ctrl-C ends it)"
                          .formatted(
                              "#".repeat(full), " ".repeat(WIDTH - full), state.getExtraMessage());
                  return String.format(Locale.ROOT, "%-" + width + "s", line)
                      .substring(0, Math.max(1, width));
                })
            .clearDisplayOnFinish()
            .build();
    bar.setExtraMessage("starting");
  }

  @Override
  public void show(int over, String line) {
    bar.setExtraMessage(line);
    bar.stepTo(over);
  }

  @Override
  public void say(String line) {
    kept.add(line);
  }

  @Override
  public void close() {
    bar.close();
    kept.forEach(System.err::println);
  }
}
