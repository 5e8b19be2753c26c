package org.latentfeature.cli.console;

import java.io.PrintWriter;
import java.util.Locale;

/** One line on the terminal that changes in place and goes away at the end. */
final class TerminalLine implements Course.Display {

  private static final int BAR = 24;

  /** A line that appears and goes at once would only flicker. */
  private static final double FIRST = 0.5;

  private static final double INTERVAL = 0.1;

  private final PrintWriter err;
  private final int width;
  private double last = FIRST - INTERVAL;
  private boolean shown;

  /**
   * A line.
   *
   * @param columns of the terminal
   */
  TerminalLine(PrintWriter err, int columns) {
    this.err = err;
    // A character in the last column makes some terminals begin another line.
    width = columns - 1;
  }

  @Override
  public void show(Standing standing, double seconds) {
    if (seconds - last < INTERVAL) {
      return;
    }
    last = seconds;
    double share = standing.share();
    int full = (int) (BAR * Math.min(1, share));
    String line =
        String.format(
            Locale.ROOT,
            "%s%.1f s  %s  (Ctrl-C stops)",
            Double.isNaN(share) ? "" : "[" + "#".repeat(full) + " ".repeat(BAR - full) + "] ",
            seconds,
            standing.words(seconds));
    write(line);
    shown = true;
  }

  @Override
  public boolean keepsLines() {
    return false;
  }

  @Override
  public void say(String line) {
    clear();
    err.println(line);
    err.flush();
  }

  @Override
  public void clear() {
    if (shown) {
      write("");
      err.print('\r');
      err.flush();
      shown = false;
    }
  }

  /** Padding wipes what a longer line before it left. */
  private void write(String line) {
    err.print('\r' + String.format(Locale.ROOT, "%-" + width + "s", line).substring(0, width));
    err.flush();
  }
}
