package org.latentfeature.report.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class IncidencePictureTest {

  private static BinaryMatrix z() {
    return BinaryMatrix.empty(4)
        .with(BitVector.of(new boolean[] {false, true, false, false}))
        .with(BitVector.of(new boolean[] {true, true, false, true}));
  }

  @Test
  void rowsAreSortedByTheFeatureThatMostHave() {
    assertArrayEquals(new int[] {1, 0, 3, 2}, IncidencePicture.sorted(z()));
    BufferedImage image = IncidencePicture.draw(z(), 100);
    assertEquals(4, image.getWidth());
    assertEquals(2, image.getHeight());
    int[][] dark = {{1, 0, 0, 0}, {1, 1, 1, 0}};
    for (int k = 0; k < 2; k++) {
      for (int j = 0; j < 4; j++) {
        assertEquals(dark[k][j] == 1 ? 0 : 0xffffff, image.getRGB(j, k) & 0xffffff);
      }
    }
  }

  @Test
  void ofManyRowsEachPixelIsAMean() {
    BufferedImage image = IncidencePicture.draw(z(), 2);
    assertEquals(2, image.getWidth());
    assertEquals(0x808080, image.getRGB(0, 0) & 0xffffff);
    assertEquals(0x000000, image.getRGB(0, 1) & 0xffffff);
    assertEquals(0x808080, image.getRGB(1, 1) & 0xffffff);
  }

  @Test
  void aDataUriHoldsThePicture() throws Exception {
    Dense values = Dense.wrap(1, 6, new double[] {0, 1, 0, 0, 0, 0});
    BufferedImage image =
        NumberPicture.ofRow(values, 0, new PictureShape(2, 3, true), new GreyScale(0, 1));
    String uri = Png.dataUri(image);
    assertTrue(uri.startsWith("data:image/png;base64,"));
    byte[] bytes = Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    BufferedImage back = ImageIO.read(new ByteArrayInputStream(bytes));
    assertEquals(3, back.getWidth());
    assertEquals(0xffffff, back.getRGB(0, 1) & 0xffffff);
    assertEquals(0x000000, back.getRGB(1, 0) & 0xffffff);
  }
}
