package org.latentfeature.cli.console;

/**
 * The terminal behind standard error, if there is one. Java cannot tell (its console stands for the
 * other two streams, and from version 22 on for none); the launcher can, and says so.
 */
final class Terminal {

  private Terminal() {}

  static boolean isPresent() {
    return Boolean.getBoolean("lfm.terminal");
  }

  /** Its width in characters. */
  static int columns() {
    return Math.max(40, Integer.getInteger("lfm.columns", 80));
  }
}
