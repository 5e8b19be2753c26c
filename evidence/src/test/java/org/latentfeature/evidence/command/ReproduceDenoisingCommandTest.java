package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.io.image.Plane;

/** {@code lfm reproduce denoising}: its tables, its page and its errors. */
@Tag("whole")
class ReproduceDenoisingCommandTest {

  private static final int SIDE = 40;

  @TempDir Path folder;
  private Path pictures = Path.of("");
  private Path output = Path.of("");

  @BeforeEach
  void drawPictures() throws IOException {
    pictures = Files.createDirectories(folder.resolve("pictures"));
    output = folder.resolve("out");
    PictureWriter.write(Picture.grey(stripes(.7), Depth.BITS_8), pictures.resolve("fine.png"));
    PictureWriter.write(Picture.grey(stripes(.3), Depth.BITS_8), pictures.resolve("coarse.png"));
  }

  private static Plane stripes(double step) {
    Plane plane = new Plane(SIDE, SIDE);
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        plane.set(i, j, (float) Math.round(128 + 70 * Math.sin(step * (i < 20 ? j : i + j))));
      }
    }
    return plane;
  }

  private Run run(Object... more) {
    List<Object> words = new ArrayList<>(List.of("reproduce", "denoising", pictures));
    words.addAll(List.of("-o", output, "--backend", "openblas", "--threads", 1));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  private List<List<String>> rows(String file) throws IOException {
    return Files.readAllLines(output.resolve(file)).stream()
        .skip(1)
        .map(line -> List.of(line.split("\t", -1)))
        .toList();
  }

  @Test
  void everyMethodRemovesTheSameNoise() throws IOException {
    Path recorded = folder.resolve("recorded.tsv");
    Files.writeString(
        recorded,
        "image\tsigma\tmethod\tpsnr\tssim\tfeatures_per_patch\nfine\t25\tKSVD\t31.25\t.9\t0.5\n");
    run("--images", "fine", "--sigma", 25, "--recorded", recorded).succeeds();
    List<List<String>> rows = rows("denoising.tsv");
    assertEquals(
        List.of(
            "refined",
            "markov",
            "paper",
            "finite",
            "bpfa",
            "k-svd",
            "total-variation",
            "anisotropic-variation"),
        rows.stream().map(row -> row.get(2)).toList());
    assertEquals(1, rows.stream().map(row -> row.get(3)).distinct().count());
    for (List<String> row : rows) {
      double noisy = Double.parseDouble(row.get(3));
      double psnr = Double.parseDouble(row.get(5));
      assertTrue(psnr > noisy + 2, row::toString);
      assertTrue(Double.parseDouble(row.get(6)) > Double.parseDouble(row.get(4)));
      // Rounded to grey levels, the picture has nearly the same.
      Plane picture =
          PictureReader.read(output.resolve("images/fine-25-" + row.get(2) + "-0.png"))
              .planes()
              .get(0);
      double squares = 0;
      for (int p = 0; p < SIDE * SIDE; p++) {
        squares += Math.pow(picture.values()[p] - stripes(.7).values()[p], 2);
      }
      double seen = 10 * Math.log10(255 * 255 / (squares / (SIDE * SIDE)));
      assertEquals(psnr, seen, .2, row::toString);
    }
    assertEquals(8, rows.stream().map(row -> row.get(5)).distinct().count());
    // By the paper's settings, and the beta process, no patch is without a feature.
    for (int finite = 0; finite < 3; finite++) {
      assertTrue(Double.parseDouble(rows.get(2 + finite).get(7)) >= 1);
    }
    assertEquals(List.of("KSVD", "31.25", "0.9", "0.5"), rows.get(5).subList(9, 13));
    String page = Files.readString(output.resolve("index.html"));
    for (String word : List.of("K-SVD", "total variation", "31.25", "Markov, refined")) {
      assertTrue(page.contains(word), word);
    }
  }

  @Test
  void theWholeTableOfThePaperIsRecorded() throws IOException {
    PictureWriter.write(Picture.grey(stripes(.6), Depth.BITS_8), pictures.resolve("lena.png"));
    run("--images", "lena", "--methods", "k-svd,anisotropic-variation", "--sigma", "5,25")
        .succeeds();
    assertEquals(
        List.of("38.26 .937 4.22", "35.92 .917 ", "31.3 .832 .43", "28.87 .793 "),
        rows("denoising.tsv").stream()
            .map(row -> String.join(" ", row.subList(10, 13)).replace("0.", "."))
            .toList());
    String page = Files.readString(output.resolve("index.html"));
    for (String word : List.of("iMLFM", "MLFM", "BPFA", "TV(ISO)", "BASELINE", "20.18")) {
      assertTrue(page.contains(word), word);
    }
  }

  /** What is done stays; another σ is added, another picture of the name is another problem. */
  @Test
  void aRepeatedRunResumes() throws IOException {
    Object[] words = {"--methods", "total-variation,k-svd", "--sigma", 25};
    run(words).succeeds();
    List<List<String>> before = rows("errors.tsv");
    assertEquals(4, before.size());
    run(words).succeeds();
    assertEquals(before, rows("errors.tsv"));
    run("--methods", "total-variation", "--sigma", "10,25").succeeds();
    List<List<String>> after = rows("errors.tsv");
    assertTrue(after.containsAll(before));
    assertEquals(6, after.size());
    PictureWriter.write(Picture.grey(stripes(.5), Depth.BITS_8), pictures.resolve("fine.png"));
    run("--methods", "total-variation", "--images", "fine", "--sigma", 25).succeeds();
    assertEquals(7, rows("errors.tsv").size());
    assertNotEquals(before.get(0), rows("errors.tsv").get(6));
  }

  @Test
  void badInputIsNamed() throws IOException {
    run("--sigma", 0).isWrongUse("--sigma is 0", "it must be from");
    run("--methods", "median").isWrongUse("median", "total-variation");
    run("--images", "lena").fails("there is no image", "lena.png", "coarse, fine");
    BufferedImage coloured = new BufferedImage(20, 20, BufferedImage.TYPE_INT_RGB);
    coloured.setRGB(3, 3, 0xff0000);
    ImageIO.write(coloured, "png", pictures.resolve("red.png").toFile());
    run("--images", "red").fails("red.png has colours");
    Files.writeString(pictures.resolve("broken.png"), "no image");
    run("--images", "broken").fails("broken.png");
    pictures = folder.resolve("nowhere");
    run().fails("there is no directory", "nowhere");
    pictures = Files.createDirectories(folder.resolve("empty"));
    run().fails("empty holds no images");
  }
}
