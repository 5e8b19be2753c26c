package org.latentfeature.io.image;

import java.util.List;

/**
 * Brightness and two differences of colours instead of red, green and blue, by an orthonormal
 * transform: (R+G+B)/√3, (R−B)/√2, (R−2G+B)/√6. What colours share gathers in the first plane, and
 * white noise that is equally strong in three colours stays so, without correlation, in the three
 * planes.
 */
public final class OpponentColours {

  private static final float SUM = (float) (1 / Math.sqrt(3));
  private static final float RED_BLUE = (float) (1 / Math.sqrt(2));
  private static final float GREEN = (float) (1 / Math.sqrt(6));

  private OpponentColours() {}

  /**
   * Transforms red, green and blue.
   *
   * @return brightness, red against blue, both against green: three new planes
   * @throws IllegalArgumentException if there are not three planes of one size
   */
  public static List<Plane> of(List<Plane> rgb) {
    requireThree(rgb);
    float[] red = rgb.get(0).values();
    float[] green = rgb.get(1).values();
    float[] blue = rgb.get(2).values();
    List<Plane> out = threeLike(rgb.get(0));
    float[] sum = out.get(0).values();
    float[] redBlue = out.get(1).values();
    float[] againstGreen = out.get(2).values();
    for (int p = 0; p < red.length; p++) {
      sum[p] = SUM * (red[p] + green[p] + blue[p]);
      redBlue[p] = RED_BLUE * (red[p] - blue[p]);
      againstGreen[p] = GREEN * (red[p] - 2 * green[p] + blue[p]);
    }
    return out;
  }

  /**
   * Transforms back.
   *
   * @return red, green and blue: three new planes
   * @throws IllegalArgumentException if there are not three planes of one size
   */
  public static List<Plane> toRgb(List<Plane> opponents) {
    requireThree(opponents);
    float[] sum = opponents.get(0).values();
    float[] redBlue = opponents.get(1).values();
    float[] againstGreen = opponents.get(2).values();
    List<Plane> out = threeLike(opponents.get(0));
    float[] red = out.get(0).values();
    float[] green = out.get(1).values();
    float[] blue = out.get(2).values();
    for (int p = 0; p < sum.length; p++) {
      float grey = SUM * sum[p];
      float a = RED_BLUE * redBlue[p];
      float b = GREEN * againstGreen[p];
      red[p] = grey + a + b;
      green[p] = grey - 2 * b;
      blue[p] = grey - a + b;
    }
    return out;
  }

  private static void requireThree(List<Plane> planes) {
    if (planes.size() != 3 || !planes.stream().allMatch(planes.get(0)::isSizeOf)) {
      throw new IllegalArgumentException("a colour image needs three planes of one size");
    }
  }

  private static List<Plane> threeLike(Plane plane) {
    int rows = plane.rows();
    int cols = plane.cols();
    return List.of(new Plane(rows, cols), new Plane(rows, cols), new Plane(rows, cols));
  }
}
