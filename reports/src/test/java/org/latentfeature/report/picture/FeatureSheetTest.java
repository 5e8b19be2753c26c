package org.latentfeature.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SyntheticProblem;

class FeatureSheetTest {

  @TempDir Path folder;

  @Test
  void aSheetHoldsEveryFeatureAndReadsBack() throws IOException {
    SyntheticProblem problem = SyntheticProblem.generate("syn3", 1);
    BufferedImage sheet =
        FeatureSheet.draw(
            new long[35],
            Collections.nCopies(35, ""),
            problem.w(),
            new PictureShape(30, 30, false));
    Path file = folder.resolve("features.png");
    Png.write(sheet, file);
    BufferedImage back = ImageIO.read(file.toFile());
    assertEquals(sheet.getWidth(), back.getWidth());
    Set<Integer> colours = new HashSet<>();
    for (int i = 0; i < back.getHeight(); i++) {
      for (int j = 0; j < back.getWidth(); j++) {
        colours.add(back.getRGB(j, i));
      }
    }
    assertTrue(colours.size() > 100, "only " + colours.size() + " colours");
    assertTrue(Files.size(file) > 1000);
  }

  @Test
  void columnMajorPicturesAreTurned() {
    // One picture of 2 × 3 whose second stored number is the only one that is not 0.
    Dense w = Dense.wrap(1, 6, new double[] {0, 1, 0, 0, 0, 0});
    long[] uses = {1};
    BufferedImage rows = FeatureSheet.draw(uses, List.of(""), w, new PictureShape(2, 3, false));
    BufferedImage columns = FeatureSheet.draw(uses, List.of(""), w, new PictureShape(2, 3, true));
    boolean same = true;
    for (int i = 0; i < rows.getHeight(); i++) {
      for (int j = 0; j < rows.getWidth(); j++) {
        same &= rows.getRGB(j, i) == columns.getRGB(j, i);
      }
    }
    assertEquals(false, same);
  }

  @Test
  void namesStandAboveTheirPictures() {
    Dense w = new Dense(1, 6);
    PictureShape shape = new PictureShape(2, 3, false);
    BufferedImage bare = FeatureSheet.draw(new long[1], List.of(""), w, shape);
    BufferedImage named = FeatureSheet.draw(new long[1], List.of("glasses"), w, shape);
    BufferedImage cut = FeatureSheet.draw(new long[1], List.of("W".repeat(60)), w, shape);
    assertEquals(bare.getWidth(), named.getWidth());
    assertEquals(bare.getWidth(), cut.getWidth());
    assertTrue(named.getHeight() > bare.getHeight());
    assertTrue(inked(named) > inked(bare), "letters");
    assertTrue(inked(cut) > inked(named), "as many as there is room for");
  }

  private static int inked(BufferedImage image) {
    int dark = 0;
    for (int i = 0; i < image.getHeight(); i++) {
      for (int j = 0; j < image.getWidth(); j++) {
        dark += (image.getRGB(j, i) & 0xff) < 0x80 ? 1 : 0;
      }
    }
    return dark;
  }

  @Test
  void theScaleIsSymmetricAboutNearWhite() {
    DivergingScale scale = new DivergingScale(2);
    assertEquals(0xf7f7f7, scale.colour(0));
    assertEquals(0x053061, scale.colour(-2));
    assertEquals(0x67001f, scale.colour(2));
    assertEquals(scale.colour(2), scale.colour(5));
    assertNotEquals(scale.colour(1), scale.colour(-1));
    assertEquals(0xf7f7f7, new DivergingScale(0).colour(0));
  }
}
