package org.latentfeature.report.picture;

/** Colours for numbers. */
public interface ColourScale {

  /** The colour of {@code value} as 0xRRGGBB; values beyond the scale get that of its end. */
  int colour(double value);

  /** The colour {@code share} of the way from one to another. */
  static int blend(int from, int to, double share) {
    int colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = from >> shift & 0xff;
      int b = to >> shift & 0xff;
      colour |= (int) Math.round(a + (b - a) * share) << shift;
    }
    return colour;
  }
}
