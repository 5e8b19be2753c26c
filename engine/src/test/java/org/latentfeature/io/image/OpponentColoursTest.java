package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpponentColoursTest {

  @Test
  void thereAndBack() {
    List<Plane> rgb = Drawings.picture(13, 7, true, false, Depth.BITS_16, 4).planes();
    List<Plane> back = OpponentColours.toRgb(OpponentColours.of(rgb));
    for (int c = 0; c < 3; c++) {
      assertArrayEquals(rgb.get(c).values(), back.get(c).values(), 1e-3f);
    }
  }

  @Test
  void rowsAreOrthonormal() {
    double[][] images = new double[3][3];
    for (int c = 0; c < 3; c++) {
      List<Plane> unit = List.of(new Plane(1, 1), new Plane(1, 1), new Plane(1, 1));
      unit.get(c).set(0, 0, 1);
      List<Plane> image = OpponentColours.of(unit);
      for (int k = 0; k < 3; k++) {
        images[c][k] = image.get(k).get(0, 0);
      }
    }
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double dot = 0;
        for (int k = 0; k < 3; k++) {
          dot += images[a][k] * images[b][k];
        }
        assertEquals(a == b ? 1 : 0, dot, 1e-6);
      }
    }
    assertEquals(images[0][0], images[2][0], 0, "brightness takes the colours alike");
  }

  @Test
  void greyHasNoDifferences() {
    Plane grey = Drawings.levels(5, 5, 255, 1, 1);
    List<Plane> out = OpponentColours.of(List.of(grey, grey, grey));
    assertArrayEquals(new float[25], out.get(1).values());
    assertArrayEquals(new float[25], out.get(2).values());
  }

  @Test
  void threePlanesOfOneSizeAreNeeded() {
    Plane p = new Plane(2, 2);
    assertThrows(IllegalArgumentException.class, () -> OpponentColours.of(List.of(p)));
    assertThrows(
        IllegalArgumentException.class,
        () -> OpponentColours.toRgb(List.of(p, p, new Plane(2, 3))));
  }
}
