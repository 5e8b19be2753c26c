package org.latentfeature.cli.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cli.Run;
import org.latentfeature.cli.fuzz.NpyFiles;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.io.image.Plane;
import org.latentfeature.io.image.Ssim;

/** lfm add-noise, lfm denoise, and what is drawn of its model. */
class DenoiseCommandTest {

  private static final int SIDE = 61;

  @TempDir Path folder;
  private Path original = Path.of("unset");
  private Path noisy = Path.of("unset");
  private Path clean = Path.of("unset");

  @BeforeEach
  void drawAPicture() {
    original = folder.resolve("original.png");
    noisy = folder.resolve("noisy.npy");
    clean = folder.resolve("clean.png");
    PictureWriter.write(Picture.grey(stripes(0.7), Depth.BITS_8), original);
    Run.lfm("add-noise", original, "--sigma", 20, "-o", noisy).succeeds();
  }

  /** Stripes of two directions. */
  private static Plane stripes(double step) {
    Plane plane = new Plane(SIDE, SIDE);
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        double phase = i < SIDE / 2 ? step * j : step * (i + j) / 2;
        plane.set(i, j, (float) Math.round(128 + 70 * Math.sin(phase)));
      }
    }
    return plane;
  }

  private Run denoise(Path picture, Path output, Object... more) {
    Object[] first = {
      "denoise", picture, "-o", output, "--backend", "java", "--iterations", 40, "--batch", 300
    };
    Object[] words = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private JsonObject denoised(Path picture, Path output, Object... more) {
    Object[] words = Arrays.copyOf(more, more.length + 1);
    words[more.length] = "--json";
    return JsonParser.parseString(denoise(picture, output, words).succeeds().out())
        .getAsJsonObject();
  }

  /** Without --sigma, which would be out of the picture's range and so is refused. */
  @ParameterizedTest
  @ValueSource(doubles = {1e30, 1e-30, 1e20})
  void valuesBeyondSinglePrecisionAreNamed(double factor) throws IOException {
    Matrix pixels = MatrixReader.read(noisy, ReadOptions.DEFAULT.withScaleBy(factor)).x();
    Path extreme = folder.resolve("extreme.npy");
    NpyWriter.write(pixels, extreme);
    String largest = String.format(Locale.ROOT, "e%+03d", (int) Math.log10(factor) + 2);
    denoise(extreme, clean).fails(extreme.toString(), largest, "multiply the image by");
    assertFalse(Files.exists(clean));
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(doubles = {1e9, 1e-10})
  void valuesFarFrom255AreDenoised(double factor) throws IOException {
    Path scaled = folder.resolve("scaled.npy");
    NpyWriter.write(MatrixReader.read(noisy, ReadOptions.DEFAULT.withScaleBy(factor)).x(), scaled);
    denoise(scaled, folder.resolve("clean.npy")).succeeds();
  }

  @Test
  void noiseIsTakenOff() throws IOException {
    JsonObject answer = denoised(noisy, clean, "-k", 24, "--truth", original, "--sigma", 20);
    double gain = answer.get("psnr").getAsDouble() - answer.get("psnr_noisy").getAsDouble();
    assertTrue(gain > 5, "gains " + gain + " dB");
    assertTrue(answer.get("ssim").getAsDouble() > answer.get("ssim_noisy").getAsDouble());
    double features = answer.get("patch_features").getAsDouble();
    assertTrue(features > .2 && features < 8, answer.toString());
    Picture result = PictureReader.read(clean);
    assertEquals(SIDE, result.rows());
    byte[] first = Files.readAllBytes(clean);
    denoise(noisy, clean, "-k", 24, "--sigma", 20).succeeds();
    assertTrue(Arrays.equals(first, Files.readAllBytes(clean)), "the same again");
  }

  @Test
  void refinedItIsBetterStill() {
    double plain = psnr("--no-refine");
    double refined = psnr();
    assertTrue(refined > plain, refined + " dB refined, " + plain + " not");
  }

  private double psnr(Object... more) {
    Object[] first = {"-k", 24, "--truth", original, "--sigma", 20};
    Object[] words = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return denoised(noisy, folder.resolve("clean.npy"), words).get("psnr").getAsDouble();
  }

  /** Red, green and blue pixel by pixel, or plane by plane in Fortran order, of any type. */
  @ParameterizedTest
  @CsvSource({"|u1, false", "<u2, true", "<f4, true", "<f8, false"})
  void arraysOfColourImagesAreDenoisedAsTheirPng(String type, boolean fortran) throws IOException {
    List<Plane> planes = List.of(stripes(.7), stripes(.5), stripes(.9));
    Path png = folder.resolve("colour.png");
    PictureWriter.write(new Picture(planes, null, Depth.BITS_8), png);
    double[] entries = new double[3 * SIDE * SIDE];
    for (int c = 0; c < 3; c++) {
      for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
          int at = fortran ? i + SIDE * (j + SIDE * c) : c + 3 * (j + SIDE * i);
          entries[at] = planes.get(c).get(i, j);
        }
      }
    }
    String shape = "(%d, %d, 3)".formatted(SIDE, SIDE);
    Path npy = Files.write(folder.resolve("c.npy"), NpyFiles.of(type, shape, fortran, entries));
    Path ofPng = folder.resolve("png.npy");
    Path ofNpy = folder.resolve("npy.npy");
    denoise(png, ofPng, "-k", 4, "--sigma", 10).succeeds();
    denoise(npy, ofNpy, "-k", 4, "--sigma", 10).succeeds();
    assertArrayEquals(Files.readAllBytes(ofPng), Files.readAllBytes(ofNpy));
    assertTrue(PictureReader.read(ofNpy).isColour());
    Path four =
        Files.write(folder.resolve("4.npy"), NpyFiles.of("<f4", "(1, 2, 4)", false, new double[8]));
    denoise(four, ofNpy).fails("4.npy has 4 channels", "x[:, :, :3]");
    double[] holes = {1, 2, Double.NaN, 4, 5, 6};
    Path hole = Files.write(folder.resolve("h.npy"), NpyFiles.of("<f4", "(1, 2, 3)", false, holes));
    denoise(hole, ofNpy).fails("row 1, column 1", "h.npy is NaN");
    holes[5] = Double.POSITIVE_INFINITY;
    Files.write(hole, NpyFiles.of("<f4", "(1, 2, 3)", false, holes));
    denoise(hole, ofNpy).fails("row 1, column 2 (counting from 1) of channel 3 of", "h.npy");
    Files.write(hole, NpyFiles.of("<f4", "(1, 2000000000, 3)", false, holes));
    denoise(hole, ofNpy).fails("h.npy", "2000000000 columns");
  }

  /** Of noise of mean square q in a picture of 0 … 255 the PSNR is 10 log₁₀(255² / q). */
  @ParameterizedTest
  @CsvSource({"1, <f4", "255, <f4", "255, |u1", "65535, <f4", "65535, <u2"})
  void psnrIsThatOfThePictureWhateverItsScale(double white, String type) throws IOException {
    Plane truth = stripes(0.7);
    double[] original = new double[SIDE * SIDE];
    double[] noise = new double[SIDE * SIDE];
    double square = 0;
    for (int p = 0; p < original.length; p++) {
      int error = p % 7 * 5 - 15;
      square += (double) error * error / original.length;
      original[p] = truth.values()[p] * white / 255;
      noise[p] = original[p] + error * white / 255;
    }
    String shape = "(%d, %d)".formatted(SIDE, SIDE);
    Path a = Files.write(folder.resolve("a.npy"), NpyFiles.of(type, shape, false, original));
    Path b = Files.write(folder.resolve("b.npy"), NpyFiles.of("<f4", shape, false, noise));
    Object[] more = {"-k", 4, "--no-refine", "--truth", a, "--sigma", 10 * white / 255};
    JsonObject answer = denoised(b, folder.resolve("clean.npy"), more);
    double expected = 10 * Math.log10(255 * 255 / square);
    assertEquals(expected, answer.get("psnr_noisy").getAsDouble(), 1e-4);
    double ssim =
        Ssim.of(
            PictureReader.read(a).inGreyLevels(white).planes().get(0),
            PictureReader.read(b).inGreyLevels(white).planes().get(0));
    assertEquals(ssim, answer.get("ssim_noisy").getAsDouble(), 1e-9);
    assertTrue(ssim > .5 && ssim < .99, "of grey levels: " + ssim);
  }

  @Test
  void whiteCanBeGiven() {
    Object[] more = {"-k", 4, "--no-refine", "--truth", original, "--sigma", 20};
    double usual = denoised(noisy, clean, more).get("psnr_noisy").getAsDouble();
    Object[] half = Arrays.copyOf(more, more.length + 1);
    half[more.length] = "--white=127.5";
    double less = denoised(noisy, clean, half).get("psnr_noisy").getAsDouble();
    assertEquals(20 * Math.log10(2), usual - less, 1e-4);
    denoise(noisy, clean, "--white", 0, "--truth", original).isWrongUse("--white is 0");
    denoise(noisy, clean, "--white", 1).isWrongUse("--truth");
  }

  @ParameterizedTest
  @CsvSource({"1, 255", "255, 1", "65535, 255", "255, 65535", "1, 65535"})
  void aTruthOfAnotherRangeIsRefused(double of, double white) throws IOException {
    Path scaled = folder.resolve("scaled.npy");
    NpyWriter.write(
        MatrixReader.read(noisy, ReadOptions.DEFAULT.withScaleBy(of / 255)).x(), scaled);
    Path truth = folder.resolve("truth.npy");
    PictureWriter.write(PictureReader.read(original).inGreyLevels(255 * 255 / white), truth);
    denoise(scaled, clean, "--truth", truth).fails("differ in range", "truth.npy", "--white");
  }

  @Test
  void missingPixelsAndNoNoiseAreRefusedWithWhatExists() throws IOException {
    Matrix pixels = MatrixReader.read(noisy, ReadOptions.DEFAULT).x();
    pixels.set(2, 4, Float.NaN);
    Path holes = folder.resolve("holes.npy");
    NpyWriter.write(pixels, holes);
    Run run = denoise(holes, clean).fails("row 3, column 5", "holes.npy is NaN", "fill it in");
    assertFalse(run.err().contains("--missing"), run::toString);
    Plane halves = new Plane(SIDE, SIDE);
    Arrays.fill(halves.values(), SIDE, 40 * SIDE, 200);
    Path drawing = folder.resolve("drawing.png");
    PictureWriter.write(Picture.grey(halves, Depth.BITS_8), drawing);
    denoise(drawing, clean).fails("noise of the image is 0", "--sigma");
  }

  @Test
  void aBorderDoesNotHideTheNoise() throws IOException {
    Matrix pixels = MatrixReader.read(noisy, ReadOptions.DEFAULT).x();
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        if (Math.min(Math.min(i, SIDE - 1 - i), Math.min(j, SIDE - 1 - j)) < 3) {
          pixels.set(i, j, 0);
        }
      }
    }
    Path framed = folder.resolve("framed.npy");
    NpyWriter.write(pixels, framed);
    double sigma = denoised(framed, clean, "-k", 4, "--no-refine").get("sigma").getAsDouble();
    assertEquals(20, sigma, 3);
  }

  @Test
  void colourAndOpacityAreKept() throws IOException {
    Plane alpha = new Plane(SIDE, SIDE);
    Arrays.fill(alpha.values(), 200);
    Path colour = folder.resolve("colour.png");
    Path rough = folder.resolve("rough.png");
    PictureWriter.write(
        new Picture(List.of(stripes(0.7), stripes(0.5), stripes(0.9)), alpha, Depth.BITS_8),
        colour);
    Run.lfm("add-noise", colour, "--sigma", 15, "-o", rough).succeeds();
    JsonObject answer = denoised(rough, clean, "-k", 12, "--sigma", 15, "--truth", colour);
    assertTrue(
        answer.get("psnr").getAsDouble() > answer.get("psnr_noisy").getAsDouble() + 2,
        answer.toString());
    assertEquals(3, answer.get("patch_features").getAsJsonArray().size());
    Picture result = PictureReader.read(clean);
    assertTrue(result.isColour());
    assertEquals(200, result.alpha() == null ? 0 : result.alpha().get(3, 4));
  }

  @Test
  void aPaletteIsExpanded() throws IOException {
    BufferedImage indexed = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_INDEXED);
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        indexed.setRGB(j, i, (i * 7 + j * 13) % 3 == 0 ? 0x3366cc : 0xcc6633);
      }
    }
    Path palette = folder.resolve("palette.png");
    ImageIO.write(indexed, "png", palette.toFile());
    denoise(palette, clean, "-k", 8, "--sigma", 10).succeeds();
    assertTrue(PictureReader.read(clean).isColour());
  }

  @Test
  void thePatchesModelCanBeDrawnAndMapped() {
    Path model = folder.resolve("patches.lfm");
    denoise(noisy, clean, "-k", 16, "--model", model).succeeds();
    Path graph = folder.resolve("graph.svg");
    Run.lfm("markov", "graph", model, "-o", graph, "--threshold", 0.01).succeeds();
    assertTrue(Files.isRegularFile(graph));
    for (String name : new String[] {"graph.dot", "graph.json"}) {
      Run.lfm("markov", "graph", model, "-o", folder.resolve(name)).succeeds();
    }
    Path map = folder.resolve("map.png");
    Run.lfm("markov", "map", model, original, "-o", map, "--features", "1,2", "--backend", "java")
        .succeeds();
    assertTrue(Files.isRegularFile(map));
    Run.lfm("markov", "map", model, original, "-o", map, "--features", 17)
        .fails("no feature 17", "1 … 16");
    Run.lfm("markov", "map", model, original, "-o", map, "--group", 99).fails("no group 99");
    Run.lfm("markov", "graph", model, "-o", folder.resolve("graph.pdf"))
        .isWrongUse("graph.pdf", ".svg");
    Run.lfm("markov", "graph", model, "-o", graph, "--threshold", 2).isWrongUse("2.0");
    Run.lfm("markov", "info", model).succeeds();
  }

  @Test
  void aReportOnThePatchesModelIsOnThePatchesOfAPicture() throws IOException {
    Path model = folder.resolve("patches.lfm");
    denoise(noisy, clean, "-k", 16, "--model", model).succeeds();
    Path page = folder.resolve("patches.html");
    Run own = Run.lfm("report", model, noisy, "-o", page, "--backend", "java", "--json").succeeds();
    assertTrue(own.err().contains("61 × 61 pixels, 2,916 patches of 8 × 8"), own.err());
    assertEquals(2916, own.json().get("rows").getAsInt());
    assertFalse(own.json().get("new_rows").getAsBoolean());
    // What is left of patches is noise, less what the features took of it.
    double rmse = own.json().get("rmse").getAsDouble();
    assertTrue(rmse > 15 && rmse < 25, "rmse " + rmse);
    Run other = Run.lfm("report", model, original, "-o", page, "--json").succeeds();
    assertTrue(other.json().get("new_rows").getAsBoolean());
    assertTrue(other.json().get("rmse").getAsDouble() < rmse);
    Run.lfm("markov", "score", model, noisy, "--samples", 50).succeeds();
    Run.lfm("report", model, noisy, "-o", page, "--scale-by", 2).fails("noisy.npy", "--scale-by");
    Run.lfm("plot", model, "-o", folder.resolve("sheet.png")).succeeds();
  }

  @Test
  void aModelOfColoursIsOneOfBrightness() {
    Path colour = folder.resolve("colour.png");
    Path model = folder.resolve("patches.lfm");
    PictureWriter.write(
        new Picture(List.of(stripes(0.7), stripes(0.5), stripes(0.9)), null, Depth.BITS_8), colour);
    denoise(colour, clean, "-k", 8, "--sigma", 10, "--model", model).succeeds();
    Run own = Run.lfm("report", model, colour, "-o", folder.resolve("p.html"), "--json").succeeds();
    assertFalse(own.json().get("new_rows").getAsBoolean());
  }

  @ParameterizedTest
  @CsvSource({
    "--sigma, 0, must be from 0.001",
    "--sigma, -3, must be from 0.001",
    "--sigma, NaN, must be from 0.001",
    "--sigma, 1.0E-20, from 0.001",
    "--sigma, 1.0E20, in the units of the pixels",
    "-k, 0, K",
    "--patch, 1, patch",
    "--patch, 0, patch",
    "--coding-sigma-factor, 0, factor",
    "--blend, -1, weight",
    "--iterations, 0, iterations",
    "--batch, 0, batch",
    "--alpha, 0, alpha"
  })
  void wrongNumbersAreWrongUse(String option, String value, String word) {
    Run run = Run.lfm("denoise", noisy, "-o", clean, option, value).isWrongUse(word);
    assertTrue(run.err().contains(value), run::toString);
    assertFalse(Files.exists(clean));
  }

  @Test
  void whatIsNoPictureToDenoiseIsNamed() throws IOException {
    denoise(original, clean, "--patch", 62, "--sigma", 5).fails("61×61", "--patch");
    denoise(noisy, clean, "-k", 10_000, "--sigma", 5).fails("10,000", "-k 2916");
    Path flat = folder.resolve("flat.png");
    Plane plane = new Plane(40, 40);
    Arrays.fill(plane.values(), 90);
    PictureWriter.write(Picture.grey(plane, Depth.BITS_8), flat);
    denoise(flat, clean, "--sigma", 5).fails("same value");
    Path dot = folder.resolve("dot.png");
    PictureWriter.write(Picture.grey(new Plane(1, 1), Depth.BITS_8), dot);
    denoise(dot, clean, "--sigma", 5).fails("same value");
    byte[] whole = Files.readAllBytes(original);
    Path cut = folder.resolve("cut.png");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    denoise(cut, clean).fails("cut.png");
    denoise(folder.resolve("none.png"), clean).fails("none.png");
    denoise(noisy, clean, "--sigma", 20, "--truth", dot).fails("dot.png", "61 × 61");
    denoise(noisy, folder.resolve("clean.gif")).fails("clean.gif");
    assertFalse(Files.exists(clean));
    Run.lfm("add-noise", original, "--sigma", 0, "-o", clean).isWrongUse("--sigma is 0.0");
  }

  @Test
  void theSmallestPictureHasOnePatch() {
    Path small = folder.resolve("small.png");
    Plane plane = new Plane(8, 8);
    for (int p = 0; p < 64; p++) {
      plane.values()[p] = p * 3;
    }
    PictureWriter.write(Picture.grey(plane, Depth.BITS_8), small);
    denoise(small, clean, "--sigma", 5).succeeds();
    denoise(small, clean, "--sigma", 5, "--no-refine").succeeds();
    denoise(small, clean).fails("--sigma");
  }

  @Test
  void thePapersSettingsRunToo() {
    denoise(noisy, clean, "-k", 16, "--sigma", 20, "--paper").succeeds();
    denoise(noisy, clean, "-k", 16, "--sigma", 20, "--paper", "--finite").succeeds();
    denoise(noisy, clean, "--lambda", 0).isWrongUse("lambda is 0.0");
    denoise(noisy, clean, "-k", 16, "--sigma", 20, "--keep-mean", "--blend", 2).succeeds();
  }
}
