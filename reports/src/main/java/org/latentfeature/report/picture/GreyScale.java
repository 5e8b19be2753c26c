package org.latentfeature.report.picture;

/**
 * Greys between two values, for pictures without negative values and for shares.
 *
 * @param black what is black
 * @param white what is white; may be the smaller of the two
 */
public record GreyScale(double black, double white) implements ColourScale {

  @Override
  public int colour(double value) {
    double share = white == black ? 0 : (value - black) / (white - black);
    return ColourScale.blend(0x000000, 0xffffff, Math.max(0, Math.min(1, share)));
  }
}
