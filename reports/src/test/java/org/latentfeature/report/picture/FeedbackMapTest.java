package org.latentfeature.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;
import org.latentfeature.io.image.Plane;

class FeedbackMapTest {

  private static int red(int rgb) {
    return rgb >> 16 & 0xff;
  }

  private static int blue(int rgb) {
    return rgb & 0xff;
  }

  @Test
  void thePictureIsGreyWhereNothingIsActiveAndColouredWhereMuchIs() {
    int rows = 300;
    int cols = 600;
    float[] grey = new float[rows * cols];
    float[] activity = new float[rows * cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        grey[i * cols + j] = j % 256;
        activity[i * cols + j] = i < 100 ? 0 : i < 200 ? 32 : 64;
      }
    }
    BufferedImage map = FeedbackMap.draw(activity, Plane.wrap(rows, cols, grey));
    assertEquals(cols, map.getWidth());
    assertTrue(map.getHeight() > rows);
    for (int j = 0; j < cols; j++) {
      int nothing = map.getRGB(j, 50);
      assertEquals(red(nothing), blue(nothing));
      assertEquals(255 * (.3 + .7 * (j % 256) / 255), red(nothing), 1);
      int some = map.getRGB(j, 150);
      int most = map.getRGB(j, 250);
      assertTrue(blue(some) < .4 * red(some), "column " + j);
      assertTrue(blue(most) < .3 * red(most) && red(most) < red(some), "column " + j);
    }
    // Lighter grey is lighter under the same colour.
    assertTrue(red(map.getRGB(255, 250)) > 2 * red(map.getRGB(0, 250)));
  }

  @Test
  void smallPicturesAreEnlargedInWholePixels() {
    float[] grey = {-30, 50, 100, 150, 200, 300};
    float[] activity = {0, 0, 0, 0, 0, 7};
    BufferedImage map = FeedbackMap.draw(activity, Plane.wrap(2, 3, grey));
    // 512 / 3 is 170 whole times.
    int indent = (map.getWidth() - 3 * 170) / 2;
    assertEquals(0x4d4d4d, map.getRGB(indent, 0) & 0xffffff);
    assertEquals(0x4d4d4d, map.getRGB(indent + 169, 169) & 0xffffff);
    assertEquals(new HeatScale(7).colour(7), map.getRGB(indent + 509, 339) & 0xffffff);
    assertEquals(new HeatScale(7).colour(7), map.getRGB(indent + 340, 170) & 0xffffff);
  }

  @Test
  void noActivityLeavesThePictureGrey() {
    BufferedImage map = FeedbackMap.draw(new float[64], new Plane(8, 8));
    int rgb = map.getRGB(map.getWidth() / 2, 10);
    assertEquals(red(rgb), blue(rgb));
  }

  @Test
  void theScaleGetsDarkerAllAlong() {
    HeatScale scale = new HeatScale(10);
    assertEquals(0xffffff, scale.colour(0));
    assertEquals(scale.colour(10), scale.colour(11));
    double before = Double.POSITIVE_INFINITY;
    for (double value = 0; value <= 10; value += .25) {
      int rgb = scale.colour(value);
      double lightness = .30 * red(rgb) + .59 * (rgb >> 8 & 0xff) + .11 * blue(rgb);
      assertTrue(lightness < before, "at " + value);
      before = lightness;
    }
  }

  @Test
  void whatIsNoMapIsRefused() {
    Plane grey = new Plane(2, 2);
    assertEquals("6 activities of a picture of 2×2", complaint(new float[6], grey));
    assertEquals("an activity of NaN", complaint(new float[] {0, 1, Float.NaN, 2}, grey));
    assertEquals("an activity of -1.0", complaint(new float[] {0, 1, -1, 2}, grey));
    Plane infinite = Plane.wrap(2, 2, new float[] {0, 1, 2, Float.POSITIVE_INFINITY});
    assertEquals("a grey level of Infinity", complaint(new float[4], infinite));
  }

  private static String complaint(float[] activity, Plane grey) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> FeedbackMap.draw(activity, grey))
            .getMessage());
  }
}
