package org.latentfeature.cli.console;

import java.io.PrintWriter;
import java.util.Locale;

/** A line for everything, for files and for those who read along. */
final class PlainLines implements Course.Display {

  private final PrintWriter err;

  PlainLines(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void show(Standing standing, double seconds) {
    say(String.format(Locale.ROOT, "%7.1f s  %s", seconds, standing.words(seconds)));
  }

  @Override
  public boolean keepsLines() {
    return true;
  }

  @Override
  public void say(String line) {
    err.println(line);
    err.flush();
  }

  @Override
  public void clear() {}
}
