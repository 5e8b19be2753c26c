package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PsnrTest {

  @Test
  void knownErrors() {
    assertEquals(Double.POSITIVE_INFINITY, Psnr.of(flat(3, 5, 17), flat(3, 5, 17)));
    assertEquals(0, Psnr.of(flat(3, 5, 0), flat(3, 5, 255)), 1e-12);
    assertEquals(20 * Math.log10(255), Psnr.of(flat(3, 5, 9), flat(3, 5, 10)), 1e-12);
    // An error of 2 in one pixel of four: mean squared error 1.
    assertEquals(
        20 * Math.log10(255),
        Psnr.of(new Plane(2, 2), Plane.wrap(2, 2, new float[] {0, 0, -2, 0})),
        1e-12);
  }

  @Test
  void coloursCountTogetherAndOpacityNot() {
    Picture truth = Picture.colour(flat(2, 3, 0), flat(2, 3, 0), flat(2, 3, 0), Depth.BITS_8);
    Picture estimate =
        new Picture(
            List.of(flat(2, 3, 3), flat(2, 3, 0), flat(2, 3, 0)), flat(2, 3, 99), Depth.BITS_8);
    assertEquals(10 * Math.log10(255 * 255 / 3.0), Psnr.of(truth, estimate), 1e-12);
  }

  @Test
  void picturesMustBeAlike() {
    assertThrows(IllegalArgumentException.class, () -> Psnr.of(flat(2, 3, 0), flat(3, 2, 0)));
    Picture grey = Picture.grey(flat(2, 3, 0), Depth.BITS_8);
    Picture colour = Picture.colour(flat(2, 3, 0), flat(2, 3, 0), flat(2, 3, 0), Depth.BITS_8);
    assertThrows(IllegalArgumentException.class, () -> Psnr.of(grey, colour));
  }

  private static Plane flat(int rows, int cols, float value) {
    Plane plane = new Plane(rows, cols);
    Arrays.fill(plane.values(), value);
    return plane;
  }
}
