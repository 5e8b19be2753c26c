package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.color.ColorSpace;
import java.awt.image.BandedSampleModel;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Failures;

/** TIFF and BMP as the JDK writes them, and netpbm's by hand. */
class PictureFormatsTest {

  private static final int ROWS = 5;
  private static final int COLS = 7;

  @TempDir Path folder = Path.of("");

  private Picture read(byte[] content) throws IOException {
    return PictureReader.read(Files.write(folder.resolve("picture"), content));
  }

  private static BufferedImage random(int type) {
    Random random = new Random(type);
    BufferedImage image = new BufferedImage(COLS, ROWS, type);
    WritableRaster raster = image.getRaster();
    int most = type == BufferedImage.TYPE_USHORT_GRAY ? 65_536 : 256;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLS; j++) {
        for (int b = 0; b < raster.getNumBands(); b++) {
          raster.setSample(j, i, b, random.nextInt(most));
        }
      }
    }
    return image;
  }

  private static byte[] written(BufferedImage image, String format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertTrue(ImageIO.write(image, format, out), format);
    return out.toByteArray();
  }

  private static void assertIs(BufferedImage image, Picture picture, float scale) {
    assertEquals(image.getRaster().getNumBands(), picture.planes().size());
    for (int b = 0; b < picture.planes().size(); b++) {
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLS; j++) {
          float expected = image.getRaster().getSampleFloat(j, i, b) * scale;
          assertEquals(expected, picture.planes().get(b).values()[i * COLS + j], 1e-4f);
        }
      }
    }
    assertNull(picture.alpha());
  }

  @Test
  void tiffAndBmp() throws IOException {
    for (String format : List.of("TIFF", "BMP")) {
      BufferedImage colour = random(BufferedImage.TYPE_3BYTE_BGR);
      Picture read = read(written(colour, format));
      assertIs(colour, read, 1);
      assertEquals(Depth.BITS_8, read.depth());
      BufferedImage grey = random(BufferedImage.TYPE_BYTE_GRAY);
      assertIs(grey, read(written(grey, format)), 1);
    }
    BufferedImage fine = random(BufferedImage.TYPE_USHORT_GRAY);
    Picture read = read(written(fine, "TIFF"));
    assertIs(fine, read, 1 / 257f);
    assertEquals(Depth.BITS_16, read.depth());
  }

  @Test
  void tiffOfFloats() throws IOException {
    BandedSampleModel samples = new BandedSampleModel(DataBuffer.TYPE_FLOAT, COLS, ROWS, 1);
    WritableRaster raster = Raster.createWritableRaster(samples, null);
    for (int p = 0; p < ROWS * COLS; p++) {
      raster.setSample(p % COLS, p / COLS, 0, p / 8f - 1);
    }
    ComponentColorModel model =
        new ComponentColorModel(
            ColorSpace.getInstance(ColorSpace.CS_GRAY), false, false, 1, DataBuffer.TYPE_FLOAT);
    BufferedImage image = new BufferedImage(model, raster, false, null);
    Picture read = read(written(image, "TIFF"));
    assertIs(image, read, 1);
    assertEquals(Depth.FLOAT, read.depth());
  }

  @Test
  void netpbm() throws IOException {
    Picture grey = read(ascii("P2 # by hand\n3 2\n# white\n15\n0 15 5\n1 2 3\n"));
    assertEquals(Depth.BITS_8, grey.depth());
    assertEquals(255, grey.planes().get(0).values()[1]);
    assertEquals(85, grey.planes().get(0).values()[2]);
    assertEquals(51, grey.planes().get(0).values()[5]);
    Picture colours = read(ascii("P3 1 2 255 1 2 3 250 251 252"));
    assertEquals(3, colours.planes().size());
    assertEquals(3, colours.planes().get(2).values()[0]);
    assertEquals(250, colours.planes().get(0).values()[1]);
    Picture bytes = read(joined("P5\n2 1\n255\n", 200, 10));
    assertEquals(200, bytes.planes().get(0).values()[0]);
    assertEquals(10, bytes.planes().get(0).values()[1]);
    Picture two = read(joined("P6\n1 1\n65535\n", 255, 255, 1, 1, 0, 0));
    assertEquals(Depth.BITS_16, two.depth());
    assertEquals(255, two.planes().get(0).values()[0]);
    assertEquals(1, two.planes().get(1).values()[0], 1e-5f);
    assertEquals(0, two.planes().get(2).values()[0]);
  }

  @Test
  void damagedNetpbmIsRefused() {
    Failures.assertSays(() -> read(joined("P5\n2 2\n255\n", 1, 2, 3)), "damaged PGM", "4 bytes");
    Failures.assertSays(() -> read(ascii("P2\n2 1\n15\n3 16\n")), "column 2 has 16");
    Failures.assertSays(() -> read(ascii("P2\n2 1\n15\n3 x\n")), "byte 13", "a value");
    Failures.assertSays(() -> read(ascii("P5\n99999 99999\n255\n")), "damaged", "99,999");
    Failures.assertSays(() -> read(joined("P5\n1 1\n255\n", 1, 2)), "bytes after its pixels");
    Failures.assertSays(
        () -> read(ascii("P6\n2147483647 2147483647\n255\n")), "damaged", "it claims");
    Failures.assertSays(() -> read(ascii("P1\n1 1\n0\n")), "black and white");
    Failures.assertSays(() -> read(ascii("P5\n0 1\n255\n ")), "0 columns");
  }

  /** Cut and changed files are read, or refused by name; nothing else happens. */
  @Test
  void damagedFilesAreRefusedByName() throws IOException {
    Random random = new Random(9);
    int refused = 0;
    for (byte[] whole :
        List.of(
            written(random(BufferedImage.TYPE_3BYTE_BGR), "TIFF"),
            written(random(BufferedImage.TYPE_USHORT_GRAY), "TIFF"),
            written(random(BufferedImage.TYPE_BYTE_GRAY), "BMP"),
            joined("P6\n2 2\n255\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))) {
      for (int trial = 0; trial < 300; trial++) {
        byte[] damaged = whole.clone();
        if (trial % 2 == 0) {
          damaged = Arrays.copyOf(whole, random.nextInt(whole.length));
        } else {
          for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
          }
        }
        try {
          read(damaged);
        } catch (DataException e) {
          refused++;
          String said = String.valueOf(e.getMessage());
          assertTrue(said.contains("picture"), said);
        }
      }
    }
    assertTrue(refused > 300, refused + " were refused");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(String header, int... values) {
    byte[] bytes = Arrays.copyOf(ascii(header), header.length() + values.length);
    for (int v = 0; v < values.length; v++) {
      bytes[header.length() + v] = (byte) values[v];
    }
    return bytes;
  }
}
