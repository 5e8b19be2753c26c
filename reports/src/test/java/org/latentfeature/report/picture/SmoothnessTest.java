package org.latentfeature.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class SmoothnessTest {

  /** Two smooth pictures, stored as {@code shape} says. */
  private static Dense smooth(PictureShape shape) {
    Dense w = new Dense(2, shape.height() * shape.width());
    for (int i = 0; i < shape.height(); i++) {
      for (int j = 0; j < shape.width(); j++) {
        w.set(0, shape.at(i, j), Math.sin(0.5 * i) * Math.cos(0.4 * j));
        w.set(1, shape.at(i, j), Math.hypot(i - 3, j - 7));
      }
    }
    return w;
  }

  @Test
  void roughnessIsTheMeanSquaredDifferenceOfNeighbours() {
    Dense w = Dense.wrap(1, 6, new double[] {0, 1, 3, 0, 2, 5});
    // Across 1, 4, 4, 9; down 0, 1, 4.
    assertEquals(18 / 4.0 + 5 / 3.0, Smoothness.roughness(w, new PictureShape(2, 3, false)), 1e-12);
    // A row: 1, 4, 9, 4, 9.
    assertEquals(27 / 5.0, Smoothness.roughness(w, new PictureShape(1, 6, false)), 1e-12);
  }

  @Test
  void readingsComeInTwoPairsOfTransposes() {
    PictureShape shape = new PictureShape(12, 20, false);
    Dense w = smooth(shape);
    double right = Smoothness.roughness(w, shape);
    double wrong = Smoothness.roughness(w, shape.turned());
    assertEquals(right, Smoothness.roughness(w, shape.turned().inColumns(true)), 1e-12);
    assertEquals(wrong, Smoothness.roughness(w, shape.inColumns(true)), 1e-12);
    assertTrue(wrong > 2 * right, wrong + " and " + right);
    assertEquals(1 - right / wrong, Smoothness.gainOfTurning(w, shape.turned()), 1e-12);
    assertEquals(1 - right / wrong, Smoothness.gainOfTurning(w, shape.inColumns(true)), 1e-12);
    assertTrue(Smoothness.gainOfTurning(w, shape) < 0);
    assertEquals(0, Smoothness.gainOfTurning(new Dense(2, 240), shape));
  }

  @Test
  void theSmoothestShapeIsFound() {
    for (PictureShape shape :
        List.of(
            new PictureShape(12, 20, false),
            new PictureShape(20, 12, true),
            new PictureShape(16, 16, false),
            new PictureShape(30, 9, true))) {
      assertEquals(Optional.of(shape), Smoothness.smoothest(smooth(shape), shape.columnMajor()));
    }
    // All are as smooth: the squarest.
    assertEquals(
        Optional.of(new PictureShape(8, 8, false)), Smoothness.smoothest(new Dense(1, 64), false));
    assertEquals(Optional.empty(), Smoothness.smoothest(new Dense(1, 17), false));
    assertEquals(Optional.empty(), Smoothness.smoothest(new Dense(1, 2 * 17), false));
  }
}
