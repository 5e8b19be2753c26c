package org.latentfeature.io;

/** Foreign text made fit for a message: one short line, quoted. */
public final class Excerpt {

  private static final int LONGEST = 40;

  private Excerpt() {}

  /** The first characters of {@code text} in quotes, control characters replaced. */
  public static String of(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}", "·");
    return '"' + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…") + '"';
  }
}
