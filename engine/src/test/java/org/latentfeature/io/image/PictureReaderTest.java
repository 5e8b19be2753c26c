package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.latentfeature.io.image.Failures.assertSays;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;

class PictureReaderTest {

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void greyOfFewBitsIsSpreadOverAllLevels(int bits) throws IOException {
    int largest = (1 << bits) - 1;
    int[] packed = pack(bits, 0, 1, largest);
    Picture p = read(new PngBytes(1, 3, bits, PngBytes.GREY).pixels(packed).end());
    assertFalse(p.isColour());
    assertEquals(Depth.BITS_8, p.depth());
    assertValues(p.planes().get(0), 0, 255f / largest, 255);
  }

  @Test
  void sixteenBitsAreReadToTheLast() throws IOException {
    int[] row = {0, 0, 0, 1, 1, 1, 128, 77, 255, 255};
    Picture p = read(new PngBytes(1, 5, 16, PngBytes.GREY).pixels(row).end());
    assertEquals(Depth.BITS_16, p.depth());
    assertValues(p.planes().get(0), 0, 1 / 257f, 1, (float) ((128 * 256 + 77) / 257.0), 255);
  }

  @Test
  void greyLevelsAreNotConvertedFromLinearLight() throws IOException {
    int[] row = new int[256];
    float[] expected = new float[256];
    for (int v = 0; v < 256; v++) {
      row[v] = v;
      expected[v] = v;
    }
    assertValues(
        read(new PngBytes(1, 256, 8, PngBytes.GREY).pixels(row).end()).planes().get(0), expected);
    int[] wide = new int[512];
    Arrays.setAll(wide, p -> p / 2);
    Picture p =
        read(
            new PngBytes(1, 256, 16, PngBytes.GREY)
                .chunk("gAMA", 0, 1, 134, 160)
                .pixels(wide)
                .end());
    assertArrayEquals(expected, p.planes().get(0).values(), 1e-4f);
  }

  @Test
  void coloursComeInTheirOrder() throws IOException {
    Picture p =
        read(new PngBytes(1, 2, 8, PngBytes.COLOUR).pixels(new int[] {1, 2, 3, 4, 5, 6}).end());
    assertTrue(p.isColour());
    assertNull(p.alpha());
    assertValues(p.planes().get(0), 1, 4);
    assertValues(p.planes().get(1), 2, 5);
    assertValues(p.planes().get(2), 3, 6);
  }

  @Test
  void paletteIsReplacedByItsColours() throws IOException {
    // The colour that is not used, the third, does not count for whether all are grey.
    int[] palette = {10, 20, 30, 40, 50, 60, 200, 0, 0};
    Picture p =
        read(
            new PngBytes(1, 3, 2, PngBytes.PALETTE)
                .chunk("PLTE", palette)
                .pixels(pack(2, 1, 0, 1))
                .end());
    assertTrue(p.isColour());
    assertEquals(Depth.BITS_8, p.depth());
    assertValues(p.planes().get(0), 40, 10, 40);
    assertValues(p.planes().get(2), 60, 30, 60);
    int[] greys = {7, 7, 7, 9, 9, 9, 200, 0, 0};
    Picture grey =
        read(
            new PngBytes(1, 3, 8, PngBytes.PALETTE)
                .chunk("PLTE", greys)
                .chunk("tRNS", 255, 128)
                .pixels(new int[] {0, 1, 1})
                .end());
    assertFalse(grey.isColour());
    assertValues(grey.planes().get(0), 7, 9, 9);
    assertValues(Objects.requireNonNull(grey.alpha()), 255, 128, 128);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void oneTransparentGreyLevelMakesOpacity(int bits) throws IOException {
    int largest = (1 << bits) - 1;
    int[] row = bits == 16 ? new int[] {0, 0, 255, 255, 255, 255} : pack(bits, 0, largest, largest);
    Picture p =
        read(
            new PngBytes(1, 3, bits, PngBytes.GREY)
                .chunk("tRNS", largest >> 8, largest & 255)
                .pixels(row)
                .end());
    assertFalse(p.isColour());
    assertValues(p.planes().get(0), 0, 255, 255);
    assertValues(Objects.requireNonNull(p.alpha()), 255, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16})
  void oneTransparentColourMakesOpacity(int bits) throws IOException {
    int[] narrow = {1, 2, 3, 4, 5, 6};
    int[] wide = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6};
    int[] key = bits == 8 ? new int[] {0, 4, 0, 5, 0, 6} : new int[] {4, 4, 5, 5, 6, 6};
    Picture p =
        read(
            new PngBytes(1, 2, bits, PngBytes.COLOUR)
                .chunk("tRNS", key)
                .pixels(bits == 8 ? narrow : wide)
                .end());
    assertValues(p.planes().get(0), 1, 4);
    assertValues(p.planes().get(2), 3, 6);
    assertValues(Objects.requireNonNull(p.alpha()), 255, 0);
  }

  @Test
  void jpegsOfGreyAndOfColours() throws IOException {
    BufferedImage grey = new BufferedImage(17, 13, BufferedImage.TYPE_BYTE_GRAY);
    BufferedImage colour = new BufferedImage(17, 13, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 13; i++) {
      for (int j = 0; j < 17; j++) {
        grey.getRaster().setSample(j, i, 0, 100 + 5 * i);
        colour.setRGB(j, i, 200 << 16 | 100 << 8 | 50);
      }
    }
    Picture g = read(jpeg(grey));
    assertEquals(13, g.rows());
    assertEquals(17, g.cols());
    assertFalse(g.isColour());
    assertEquals(100, g.planes().get(0).get(0, 3), 6);
    assertEquals(160, g.planes().get(0).get(12, 3), 6);
    Picture c = read(jpeg(colour));
    assertTrue(c.isColour());
    assertEquals(200, c.planes().get(0).get(6, 6), 6);
    assertEquals(100, c.planes().get(1).get(6, 6), 6);
    assertEquals(50, c.planes().get(2).get(6, 6), 6);
  }

  @Test
  void arraysAsTheyAre() throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Matrix.of(new float[][] {{-3.5f, 300, 0.25f}, {1, 2, 3}}), file);
    Picture p = PictureReader.read(file);
    assertEquals(Depth.FLOAT, p.depth());
    assertEquals(2, p.rows());
    assertEquals(3, p.cols());
    assertValues(p.planes().get(0), -3.5f, 300, 0.25f, 1, 2, 3);
  }

  @Test
  void theContentCountsAndNotTheName() throws IOException {
    Path file = folder.resolve("x.jpg");
    Files.write(file, new PngBytes(1, 1, 8, PngBytes.GREY).pixels(new int[] {9}).end());
    assertValues(PictureReader.read(file).planes().get(0), 9);
  }

  @Test
  void everyTruncatedPngIsRefused() throws IOException {
    byte[] whole =
        new PngBytes(3, 3, 8, PngBytes.GREY)
            .pixels(new int[] {1, 2, 3}, new int[] {4, 5, 6}, new int[] {7, 8, 9})
            .end();
    for (int length = 8; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertSays(() -> read(part), "picture", "truncated", "copy it again");
    }
  }

  @Test
  void everyFlippedBitOfAPngIsNoticed() {
    byte[] whole =
        new PngBytes(2, 2, 8, PngBytes.GREY).pixels(new int[] {1, 2}, new int[] {3, 4}).end();
    for (int p = 0; p < whole.length; p++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] flipped = whole.clone();
        flipped[p] ^= (byte) (1 << bit);
        assertSays(() -> read(flipped), "picture");
      }
    }
  }

  @Test
  void pngsThatAreWholeButMakeNoSense() {
    int[] row = {1, 2, 3};
    byte[] tooFewRows = new PngBytes(3, 3, 8, PngBytes.GREY).pixels(row, row).end();
    assertSays(() -> read(tooFewRows), "damaged PNG");
    byte[] raw = {0, 1, 2, 3};
    byte[] cut = Arrays.copyOf(PngBytes.deflate(raw), 5);
    assertSays(
        () -> read(new PngBytes(1, 3, 8, PngBytes.GREY).chunk("IDAT", cut).end()), "damaged PNG");
    assertSays(
        () -> read(new PngBytes(1, 3, 8, PngBytes.GREY).chunk("IDAT", 1, 2, 3).end()),
        "damaged PNG");
    assertSays(
        () -> read(new PngBytes(9000, 9000, 8, PngBytes.COLOUR).pixels(row, row).end()),
        "damaged PNG",
        "9,000×9,000 pixels",
        "243,009,000 bytes",
        "it has 8");
    assertSays(() -> read(new PngBytes(1, 3, 8, PngBytes.GREY).end()), "no pixels");
    assertSays(() -> read(new PngBytes(0, 3, 8, PngBytes.GREY).pixels(row).end()), "no pixels");
    assertSays(() -> read(new PngBytes(1, 3, 7, PngBytes.GREY).pixels(row).end()), "damaged PNG");
    assertSays(
        () -> read(new PngBytes(1, 3, 0, PngBytes.GREY).chunk("tRNS", 0, 1).pixels(row).end()),
        "damaged PNG",
        "0 bits");
    assertSays(() -> read(new PngBytes(1, 3, 8, 5).pixels(row).end()), "damaged PNG");
    assertSays(() -> read(new PngBytes(1, 3, 8, PngBytes.PALETTE).pixels(row).end()), "damaged");
    assertSays(() -> read(new PngBytes().pixels(row).end()), "damaged PNG", "header");
    assertSays(() -> read(new PngBytes().chunk("IHDR", 1).end()), "damaged PNG", "header");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void coloursThatThePaletteLacksAreNamed(int bits) throws IOException {
    int[] two = {10, 20, 30, 40, 50, 60};
    PngBytes good = new PngBytes(2, 2, bits, PngBytes.PALETTE).chunk("PLTE", two);
    assertValues(
        read(good.pixels(pack(bits, 0, 1), pack(bits, 1, 0)).end()).planes().get(0),
        10,
        40,
        40,
        10);
    int[] one = bits == 1 ? new int[] {10, 20, 30} : two;
    int last = one.length / 3;
    PngBytes bad = new PngBytes(2, 2, bits, PngBytes.PALETTE).chunk("PLTE", one);
    byte[] file = bad.pixels(pack(bits, 0, 0), pack(bits, 0, last)).end();
    assertSays(
        () -> read(file),
        "row 2, column 2 (counting from 1) of " + folder.resolve("picture"),
        "palette index " + last + "; the palette has " + last + " colours");
  }

  @Test
  void aJpegCannotHoldMoreBlocksThanBits() throws IOException {
    byte[] file = jpeg(speckle(16));
    int frame = 0;
    while ((file[frame] & 0xff) != 0xff || (file[frame + 1] & 0xff) != 0xc0) {
      frame++;
    }
    file[frame + 5] = 0x40;
    file[frame + 7] = 0x40;
    assertSays(() -> read(file), "damaged JPEG", "16,400×16,400 pixels", file.length + " bytes");
  }

  /**
   * Pixels that the file may well hold, but which would take much memory before the last is read.
   */
  @Test
  void muchMemoryIsNotTakenForAFewBytes() throws IOException {
    int side = 11_600;
    byte[] jpeg = jpeg(speckle(16));
    int frame = 0;
    while ((jpeg[frame] & 0xff) != 0xff || (jpeg[frame + 1] & 0xff) != 0xc0) {
      frame++;
    }
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) side).putShort(frame + 7, (short) side);
    byte[] blank = new byte[side * side / 500];
    System.arraycopy(jpeg, 0, blank, 0, jpeg.length - 2);
    blank[blank.length - 2] = (byte) 0xff;
    blank[blank.length - 1] = (byte) 0xd9;
    assertSays(
        () -> read(blank), "claims 11,600×11,600 pixels", "uncompressed PNG", "cut it into parts");
    byte[] pixels = PngBytes.deflate(new byte[side * (side + 1)]);
    byte[] png = new PngBytes(side, side, 8, PngBytes.GREY).chunk("IDAT", pixels).end();
    assertSays(() -> read(png), "claims 11,600×11,600 pixels", "%,d: it is".formatted(png.length));
  }

  @Test
  void interlacedPng() throws IOException {
    BufferedImage image = new BufferedImage(11, 7, BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < 7; i++) {
      for (int j = 0; j < 11; j++) {
        image.getRaster().setSample(j, i, 0, 11 * i + j);
      }
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam param = writer.getDefaultWriteParam();
    param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, null), param);
    }
    byte[] file = out.toByteArray();
    assertEquals(1, file[28], "interlaced");
    Picture p = read(file);
    for (int i = 0; i < 7; i++) {
      for (int j = 0; j < 11; j++) {
        assertEquals(11 * i + j, p.planes().get(0).get(i, j));
      }
    }
  }

  @Test
  void everyTruncatedJpegIsRefused() throws IOException {
    BufferedImage image = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB);
    image.setRGB(4, 4, 0xffffff);
    byte[] whole = jpeg(image);
    for (int length = 3; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertSays(() -> read(part), "picture", "truncated", "copy it again");
    }
  }

  @Test
  void whatCamerasLeaveInAndAfterAJpegDoesNoHarm() throws IOException {
    byte[] file = jpeg(speckle(24));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // After the first segment, of which the length stands behind its marker; and after the end.
    int first = 4 + ((file[4] & 0xff) << 8 | (file[5] & 0xff));
    out.write(file, 0, first);
    out.write(new byte[3], 0, 3);
    out.write(file, first, file.length - first);
    out.write(new byte[100], 0, 100);
    Plane plane = read(out.toByteArray()).planes().get(0);
    assertArrayEquals(read(file).planes().get(0).values(), plane.values());
  }

  /** Dark in a corner, which is another one after each of the eight ways to hold a camera. */
  @ParameterizedTest
  @CsvSource({
    "1, 24, 40, 0, 0", "2, 24, 40, 0, 39", "3, 24, 40, 23, 39", "4, 24, 40, 23, 0",
    "5, 40, 24, 0, 0", "6, 40, 24, 0, 23", "7, 40, 24, 39, 23", "8, 40, 24, 39, 0",
    "0, 24, 40, 0, 0", "9, 24, 40, 0, 0"
  })
  void aPhotographIsTurnedUpright(int value, int rows, int cols, int row, int col)
      throws IOException {
    BufferedImage image = new BufferedImage(40, 24, BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < 24; i++) {
      for (int j = 0; j < 40; j++) {
        image.getRaster().setSample(j, i, 0, i < 8 && j < 8 ? 20 : 220);
      }
    }
    byte[] file = jpeg(image);
    for (boolean little : new boolean[] {false, true}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(file, 0, 2);
      out.writeBytes(exif(value, little));
      out.write(file, 2, file.length - 2);
      Plane plane = read(out.toByteArray()).planes().get(0);
      assertEquals(rows, plane.rows());
      assertEquals(cols, plane.cols());
      for (int i : new int[] {0, rows - 1}) {
        for (int j : new int[] {0, cols - 1}) {
          assertEquals(i == row && j == col ? 20 : 220, plane.get(i, j), 6, i + ", " + j);
        }
      }
    }
  }

  /** A segment APP1 whose only directory holds a width and the orientation. */
  private static byte[] exif(int orientation, boolean little) {
    ByteBuffer tiff =
        ByteBuffer.allocate(8 + 2 + 2 * 12 + 4)
            .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    tiff.put(new byte[] {(byte) (little ? 'I' : 'M'), (byte) (little ? 'I' : 'M')});
    tiff.putShort((short) 42).putInt(8).putShort((short) 2);
    tiff.putShort((short) 0x0100).putShort((short) 4).putInt(1).putInt(40);
    tiff.putShort((short) 0x0112).putShort((short) 3).putInt(1);
    tiff.putShort((short) orientation).putShort((short) 0).putInt(0);
    byte[] content = tiff.array();
    ByteBuffer segment = ByteBuffer.allocate(4 + 6 + content.length);
    segment.putShort((short) 0xffe1).putShort((short) (2 + 6 + content.length));
    segment.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII)).put(content);
    return segment.array();
  }

  /** However an Exif segment is damaged, the picture is read. */
  @Test
  void nonsenseInExifDoesNoHarm() throws IOException {
    byte[] file = jpeg(speckle(24));
    byte[] segment = exif(6, true);
    for (int at = 4; at < segment.length; at++) {
      for (int value : new int[] {0, 0x7f, 0xff}) {
        byte[] damaged = segment.clone();
        damaged[at] = (byte) value;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, 2);
        out.writeBytes(damaged);
        out.write(file, 2, file.length - 2);
        assertEquals(24, read(out.toByteArray()).rows());
      }
    }
  }

  @Test
  void jpegOfFourColoursIsRefusedByName() throws IOException {
    byte[] file = jpeg(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB));
    int frame = 0;
    while ((file[frame] & 0xff) != 0xff || (file[frame + 1] & 0xff) != 0xc0) {
      frame++;
    }
    byte[] four = file.clone();
    four[frame + 9] = 4;
    assertSays(() -> read(four), "CMYK", "convert it to RGB");
    byte[] two = file.clone();
    two[frame + 9] = 2;
    assertSays(() -> read(two), "2 components");
    byte[] twelve = file.clone();
    twelve[frame + 4] = 12;
    assertSays(() -> read(twelve), "12 bits");
    byte[] lossless = file.clone();
    lossless[frame + 1] = (byte) 0xc3;
    assertSays(() -> read(lossless), "lossless");
  }

  @Test
  void jpegWhoseCodedDataMakeNoSense() throws IOException {
    byte[] file = jpeg(speckle(64));
    int scan = 0;
    while ((file[scan] & 0xff) != 0xff || (file[scan + 1] & 0xff) != 0xda) {
      scan++;
    }
    // Half of the coded data taken out; the end of the image stays.
    int cut = (scan + file.length) / 2;
    byte[] holed = Arrays.copyOf(file, cut + 2);
    holed[cut] = (byte) 0xff;
    holed[cut + 1] = (byte) 0xd9;
    assertSays(() -> read(holed), "damaged JPEG", "copy it again");
  }

  @Test
  void tooLargeIsSaidBeforeMemoryIsTaken() {
    assertSays(
        () -> read(new PngBytes(1 << 30, 1 << 30, 8, PngBytes.GREY).pixels(new int[1]).end()),
        "1073741824×1073741824",
        "cut it into parts");
    // 2^29 - 1 pixels: an array could hold them, the heap of the tests cannot.
    assertSays(
        () -> read(new PngBytes(1, (1 << 29) - 1, 16, PngBytes.COLOUR).pixels(new int[1]).end()),
        "-Xmx");
  }

  @Test
  void otherFilesAreNamed() {
    assertSays(() -> read(new byte[0]), "is empty");
    assertSays(() -> read(ascii("GIF89a...")), "is a GIF file", "PNG, JPEG, TIFF", "convert");
    assertSays(() -> read(ascii("BM      ")), "BMP");
    assertSays(() -> read(ascii("II*\0    ")), "TIFF");
    assertSays(() -> read(ascii("RIFF\1\2\3\4WEBPVP8 ")), "WebP");
    assertSays(() -> read(ascii("\0\0\0\30ftypheic")), "HEIF");
    assertSays(() -> read(ascii("P4\n3 3\n")), "a bitmap");
    assertSays(() -> read(ascii("Please find enclosed")), "not an image of a supported format");
    assertSays(() -> read(new byte[] {(byte) 0x89}), "not an image of a supported format");
    assertSays(() -> PictureReader.read(folder), "is a directory");
    assertSays(() -> PictureReader.read(folder.resolve("none.png")), "no such file");
  }

  private Picture read(byte[] content) throws IOException {
    Path file = folder.resolve("picture");
    Files.write(file, content);
    return PictureReader.read(file);
  }

  private static byte[] jpeg(BufferedImage image) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "jpeg", out);
    return out.toByteArray();
  }

  private static BufferedImage speckle(int side) {
    BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_BYTE_GRAY);
    Plane values = Drawings.levels(side, side, 255, 1, 5);
    image.getRaster().setSamples(0, 0, side, side, 0, values.values());
    return image;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** PixelSamples of at most 8 bits, the first in the highest bits of the first byte. */
  private static int[] pack(int bits, int... samples) {
    int[] packed = new int[(samples.length * bits + 7) / 8];
    for (int p = 0; p < samples.length; p++) {
      packed[p * bits / 8] |= samples[p] << (8 - bits - p * bits % 8);
    }
    return packed;
  }

  private static void assertValues(Plane plane, float... expected) {
    assertArrayEquals(expected, plane.values());
  }
}
