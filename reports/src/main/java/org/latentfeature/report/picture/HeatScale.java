package org.latentfeature.report.picture;

/**
 * Colours for amounts: white for nothing, over yellow and orange to dark red for the most. The
 * stops are ColorBrewer's YlOrRd, whose lightness falls all along, so that it can be read in grey.
 *
 * @param most the largest value that has a colour of its own
 */
public record HeatScale(double most) implements ColourScale {

  private static final int[] STOPS = {
    0xffffff, 0xffeda0, 0xfed976, 0xfeb24c, 0xfd8d3c, 0xfc4e2a, 0xe31a1c, 0xbd0026
  };

  @Override
  public int colour(double value) {
    double share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
    double at = share * (STOPS.length - 1);
    int below = (int) Math.min(Math.floor(at), STOPS.length - 2.0);
    return ColourScale.blend(STOPS[below], STOPS[below + 1], at - below);
  }
}
