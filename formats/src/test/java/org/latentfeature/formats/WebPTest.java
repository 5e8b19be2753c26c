package org.latentfeature.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;

/** A picture of 16 × 16 pixels that libwebp wrote: red grows to the right, green downwards. */
class WebPTest {

  private static final byte[] LOSSLESS =
      Base64.getDecoder()
          .decode("UklGRiwAAABXRUJQVlA4TCAAAAAvD8ADALmM6H/sClGIgvc/ICQgPPB/sajOQ8QEgNW7AA==");

  /** At quality 60. */
  private static final byte[] LOSSY =
      Base64.getDecoder()
          .decode(
              "UklGRkYAAABXRUJQVlA4IDoAAADwAQCdASoQABAAAoBCJbACdAEPDBLy7YAA/vuUFhG3QnvWHhWI86q/nCGhf6fT/gQpv+q4SfwAAAAA");

  @TempDir Path folder = Path.of("");

  private Picture read(byte[] bytes) throws IOException {
    return PictureReader.read(Files.write(folder.resolve("x.webp"), bytes));
  }

  private static float[] pixel(Picture picture, int i, int j) {
    float[] colour = new float[3];
    for (int p = 0; p < 3; p++) {
      colour[p] = picture.planes().get(p).values()[i * picture.cols() + j];
    }
    return colour;
  }

  @Test
  void everyPixelOfALosslessPictureIsRead() throws IOException {
    Picture picture = read(LOSSLESS);
    assertEquals(16, picture.rows());
    assertEquals(16, picture.cols());
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 16; j++) {
        assertEquals(
            Arrays.toString(new float[] {15 * j, 15 * i, 7 * (i + j)}),
            Arrays.toString(pixel(picture, i, j)));
      }
    }
  }

  /** As libwebp itself decodes them; but it smooths the colours, which have half the pixels. */
  @Test
  void aLossyPictureIsNearWhatLibwebpDecodes() throws IOException {
    Picture picture = read(LOSSY);
    assertIsNear(new float[] {13, 0, 10}, pixel(picture, 0, 0));
    assertIsNear(new float[] {219, 222, 192}, pixel(picture, 15, 15));
    assertIsNear(new float[] {37, 124, 83}, pixel(picture, 8, 3));
  }

  private static void assertIsNear(float[] expected, float[] found) {
    assertEquals(luminance(expected), luminance(found), 2, Arrays.toString(found));
    for (int p = 0; p < 3; p++) {
      assertEquals(expected[p], found[p], 16, Arrays.toString(found));
    }
  }

  private static double luminance(float[] colour) {
    return .299 * colour[0] + .587 * colour[1] + .114 * colour[2];
  }

  @Test
  void damagedFilesAreRefusedByName() throws IOException {
    Random random = new Random(20_261_129);
    for (byte[] whole : new byte[][] {LOSSLESS, LOSSY}) {
      for (int length = 16; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        String said =
            String.valueOf(assertThrows(DataException.class, () -> read(cut)).getMessage());
        assertTrue(said.contains("x.webp is a truncated WebP"), said);
      }
      for (int trial = 0; trial < 30; trial++) {
        byte[] damaged = whole.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          damaged[12 + random.nextInt(damaged.length - 12)] = (byte) random.nextInt(256);
        }
        try {
          read(damaged);
        } catch (DataException e) {
          assertTrue(String.valueOf(e.getMessage()).contains("x.webp"), e::getMessage);
        }
      }
    }
  }
}
