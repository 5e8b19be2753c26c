package org.latentfeature.report.picture;

/**
 * Colours for signed values: blue below 0, near white at 0, red above. The stops are ColorBrewer's
 * RdBu, which people with the common colour deficiencies can tell apart.
 */
public final class DivergingScale implements ColourScale {

  private static final int[] STOPS = {
    0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d,
    0xb2182b, 0x67001f
  };

  private final double limit;

  /** A scale from −limit to limit. */
  public DivergingScale(double limit) {
    this.limit = limit;
  }

  /** The largest value that has a colour of its own. */
  public double limit() {
    return limit;
  }

  @Override
  public int colour(double value) {
    double share = limit > 0 ? Math.max(-1, Math.min(1, value / limit)) : 0;
    double at = (share + 1) / 2 * (STOPS.length - 1);
    int below = (int) Math.min(Math.floor(at), STOPS.length - 2.0);
    return ColourScale.blend(STOPS[below], STOPS[below + 1], at - below);
  }
}
