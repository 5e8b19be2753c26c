package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.latentfeature.io.image.Failures.assertSays;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureWriterTest {

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "1, 1, false, false, BITS_8",
    "8, 9, false, false, BITS_16",
    "13, 31, true, false, BITS_8",
    "127, 101, true, false, BITS_16",
    "7, 3, false, true, BITS_8",
    "5, 11, false, true, BITS_16",
    "300, 257, true, true, BITS_8",
    "11, 2, true, true, BITS_16"
  })
  void pngHoldsWhatItWasGiven(int rows, int cols, boolean colour, boolean alpha, Depth depth)
      throws IOException {
    Picture written = Drawings.picture(rows, cols, colour, alpha, depth, 7);
    Path file = folder.resolve("x.png");
    PictureWriter.write(written, file);
    Picture read = PictureReader.read(file);
    assertEquals(depth, read.depth());
    assertEquals(written.planes().size(), read.planes().size());
    for (int c = 0; c < read.planes().size(); c++) {
      assertArrayEquals(written.planes().get(c).values(), read.planes().get(c).values());
    }
    assertEquals(alpha, read.alpha() != null);
    if (alpha) {
      assertArrayEquals(
          Objects.requireNonNull(written.alpha()).values(),
          Objects.requireNonNull(read.alpha()).values());
    }
  }

  @Test
  void pngRoundsAndClips() throws IOException {
    Plane plane =
        Plane.wrap(1, 8, new float[] {-1e30f, -0.6f, 0.4f, 0.6f, 254.4f, 255.4f, 1e30f, 127.5f});
    Path file = folder.resolve("x.png");
    PictureWriter.write(Picture.grey(plane, Depth.FLOAT), file);
    Picture read = PictureReader.read(file);
    assertEquals(Depth.BITS_8, read.depth());
    assertArrayEquals(new float[] {0, 0, 0, 1, 254, 255, 255, 128}, read.planes().get(0).values());
    PictureWriter.write(Picture.grey(plane, Depth.BITS_16), file);
    assertArrayEquals(
        new float[] {0, 0, 103 / 257f, 154 / 257f, 254.4f, 255, 255, 127.5f},
        PictureReader.read(file).planes().get(0).values(),
        0.5f / 257);
  }

  @Test
  void arraysKeepEveryValue() throws IOException {
    Plane plane = Drawings.noise(13, 7, 100, 300, 1);
    Path file = folder.resolve("x.NPY");
    PictureWriter.write(Picture.grey(plane, Depth.BITS_8), file);
    Picture read = PictureReader.read(file);
    assertEquals(Depth.FLOAT, read.depth());
    assertEquals(13, read.rows());
    assertArrayEquals(plane.values(), read.planes().get(0).values());
  }

  @Test
  void arraysOfColourImagesKeepEveryValue() throws IOException {
    Picture colour = Drawings.picture(5, 7, true, false, Depth.BITS_8, 1);
    Path file = folder.resolve("x.npy");
    PictureWriter.write(colour, file);
    // As numpy has it: the channels of a pixel side by side, in the last 4 · 5 · 7 · 3 bytes.
    byte[] bytes = Files.readAllBytes(file);
    assertTrue(new String(bytes, StandardCharsets.ISO_8859_1).contains("(5, 7, 3)"));
    ByteBuffer entries =
        ByteBuffer.wrap(bytes, bytes.length - 420, 420).slice().order(ByteOrder.LITTLE_ENDIAN);
    Picture read = PictureReader.read(file);
    for (int c = 0; c < 3; c++) {
      Plane plane = colour.planes().get(c);
      assertArrayEquals(plane.values(), read.planes().get(c).values());
      assertEquals(plane.get(3, 4), entries.getFloat(4 * (3 * (7 * 3 + 4) + c)));
    }
  }

  @Test
  void whatAFormatCannotHoldIsRefusedAndNothingLost() throws IOException {
    Picture alpha = Drawings.picture(2, 2, false, true, Depth.BITS_8, 1);
    Path npy = folder.resolve("x.npy");
    Files.writeString(npy, "old");
    assertSays(() -> PictureWriter.write(alpha, npy), "x.npy", "opacity", ".png");
    assertEquals("old", Files.readString(npy));
    for (String name : new String[] {"x.jpg", "x", "png", ".gif"}) {
      Path file = folder.resolve(name);
      assertSays(() -> PictureWriter.write(alpha, file), name, ".png", ".npy");
      assertFalse(Files.exists(file));
    }
    assertSays(
        () -> PictureWriter.write(alpha, folder.resolve("none/x.png")), "x.png", "no directory");
  }
}
