package org.latentfeature.cli.console;

import java.util.Locale;

/**
 * A piece of work that knows how much of it is done.
 *
 * @param what in words
 * @param done how much of it
 * @param of how much there is; 0 if nobody knows
 * @param since seconds from the command's start to its own
 */
record WorkStanding(String what, long done, long of, double since) implements Standing {

  /** At the rate so far the rest takes as long as it is larger. */
  @Override
  public String words(double seconds) {
    if (of <= 0) {
      return what;
    }
    String line = String.format(Locale.ROOT, "%s: %,d of %,d", what, done, of);
    return done <= 0
        ? line
        : line + ", about " + Standing.span((seconds - since) * (of - done) / done) + " left";
  }

  @Override
  public double share() {
    return of <= 0 ? Double.NaN : (double) done / of;
  }
}
