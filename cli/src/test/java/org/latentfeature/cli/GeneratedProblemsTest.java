package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.markov.MarkovProblem;

/** {@code lfm generate markov}, {@code picture} and the table of {@code admixture}. */
@Tag("whole")
class GeneratedProblemsTest {

  @TempDir Path folder;

  private Run generate(String problem, String directory, Object... more) {
    Object[] words = {"generate", problem, "-o", folder.resolve(directory)};
    Object[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Run.lfm(all);
  }

  private Run markov(String directory, int seed) {
    return generate(
        "markov",
        directory,
        "--rows",
        400,
        "--columns",
        20,
        "-k",
        4,
        "--sigma",
        .1,
        "--seed",
        seed);
  }

  private Matrix matrix(String name) throws IOException {
    return MatrixReader.read(folder.resolve(name), ReadOptions.DEFAULT).x();
  }

  private void equalFiles(boolean equal, String name) throws IOException {
    byte[] first = Files.readAllBytes(folder.resolve("a").resolve(name));
    byte[] second = Files.readAllBytes(folder.resolve("b").resolve(name));
    assertEquals(equal, Arrays.equals(first, second), name);
  }

  @Test
  void markovWritesTheProblemOfItsSeed() throws IOException {
    markov("a", 5).succeeds();
    MarkovProblem drawn = MarkovProblem.draw(400, 20, 4, .1, 5);
    Matrix x = matrix("a/X.npy");
    assertEquals(400, x.rows());
    assertEquals(20, x.cols());
    assertEquals(drawn.x().get(7, 3), x.get(7, 3));
    BinaryMatrix z = BinaryMatrixReader.read(folder.resolve("a/Z.npy"), ReadOptions.DEFAULT);
    assertEquals(drawn.z(), z);
    for (int i = 0; i < 400; i++) {
      int row = i;
      assertEquals(
          drawn.paths().length(i),
          z.columns().stream().filter(c -> c.get(row)).count(),
          "row " + i);
    }
    Matrix transitions = matrix("a/transitions.npy");
    assertEquals(5, transitions.rows());
    for (int state = 0; state < 5; state++) {
      double sum = 0;
      for (int next = 0; next < 5; next++) {
        sum += transitions.get(state, next);
      }
      assertEquals(1, sum, 1e-6);
    }
    markov("b", 5).succeeds();
    equalFiles(true, "X.npy");
    markov("b", 6).succeeds();
    equalFiles(false, "X.npy");
  }

  @Test
  void markovFitFindsWhatWasGenerated() throws IOException {
    markov("a", 5).succeeds();
    Path model = folder.resolve("m.lfm");
    JsonObject fit =
        Run.lfm(
                "markov",
                "fit",
                folder.resolve("a/X.npy"),
                "-k",
                4,
                "-o",
                model,
                "--backend",
                "java",
                "--json")
            .succeeds()
            .json();
    assertEquals(.1, fit.get("sigma").getAsDouble(), .01);
    Run.lfm("export", model, "--w", folder.resolve("W.npy")).succeeds();
    Matrix truth = matrix("a/W.npy");
    Matrix found = matrix("W.npy");
    for (int k = 0; k < 4; k++) {
      double nearest = 0;
      for (int l = 0; l < 4; l++) {
        nearest = Math.max(nearest, Math.abs(cosine(truth, k, found, l)));
      }
      assertTrue(nearest > .99, "feature " + k + ": " + nearest);
    }
  }

  private static double cosine(Matrix a, int k, Matrix b, int l) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int j = 0; j < a.cols(); j++) {
      ab += (double) a.get(k, j) * b.get(l, j);
      aa += (double) a.get(k, j) * a.get(k, j);
      bb += (double) b.get(l, j) * b.get(l, j);
    }
    return ab / Math.sqrt(aa * bb);
  }

  @Test
  void aPictureIsOfItsSizeAndSeed() throws IOException {
    JsonObject answer =
        generate("picture", "a", "--height", 40, "--width", 60, "--json").succeeds().json();
    assertEquals(40, answer.get("height").getAsInt());
    Picture picture = PictureReader.read(folder.resolve("a/original.png"));
    assertEquals(40, picture.rows());
    assertEquals(60, picture.cols());
    assertFalse(picture.isColour());
    generate("picture", "b", "--height", 40, "--width", 60).succeeds();
    equalFiles(true, "original.png");
    generate("picture", "b", "--height", 40, "--width", 60, "--seed", 1).succeeds();
    equalFiles(false, "original.png");
    generate("picture", "c").succeeds();
    Picture whole = PictureReader.read(folder.resolve("c/original.png"));
    assertArrayEquals(new int[] {256, 256}, new int[] {whole.rows(), whole.cols()});
  }

  @Test
  void aPictureIsDenoised() {
    generate("picture", "a", "--height", 64, "--width", 64).succeeds();
    Path original = folder.resolve("a/original.png");
    Path noisy = folder.resolve("noisy.npy");
    Run.lfm("add-noise", original, "--sigma", 20, "-o", noisy).succeeds();
    JsonObject answer =
        Run.lfm(
                "denoise",
                noisy,
                "-o",
                folder.resolve("clean.png"),
                "--truth",
                original,
                "--sigma",
                20,
                "--iterations",
                40,
                "--backend",
                "java",
                "--json")
            .succeeds()
            .json();
    double gain = answer.get("psnr").getAsDouble() - answer.get("psnr_noisy").getAsDouble();
    assertTrue(gain > 3, gain + " dB");
  }

  @Test
  void individualsAreTheGenotypesOfX() throws IOException {
    generate("admixture", "a", "--rows", 30, "--columns", 50, "-k", 2).succeeds();
    Matrix x = matrix("a/X.npy");
    Path table = folder.resolve("a/individuals.csv");
    Genotypes individuals = GenotypeReader.read(table, GenotypeOptions.DEFAULT);
    assertEquals(50, individuals.people());
    assertEquals(30, individuals.loci().size());
    int missing = 0;
    for (int j = 0; j < 50; j++) {
      for (int i = 0; i < 30; i++) {
        float mean = individuals.x().get(j, i);
        if (Float.isNaN(mean)) {
          missing++;
        } else {
          assertEquals(1 + x.get(i, j), mean);
        }
      }
    }
    assertTrue(missing > 0 && missing < 100, missing + " missing");
    Genotypes plink =
        GenotypeReader.read(folder.resolve("a/individuals.bed"), GenotypeOptions.DEFAULT);
    assertEquals(individuals.loci(), plink.loci());
    assertEquals(individuals.labels().get("population"), plink.labels().get("FID"));
    assertEquals(individuals.labels().get("individual"), plink.labels().get("IID"));
    for (int j = 0; j < 50; j++) {
      for (int i = 0; i < 30; i++) {
        assertEquals(individuals.x().get(j, i), 1 + plink.x().get(j, i) / 2);
      }
    }
    Run fit =
        Run.lfm(
                "markov",
                "fit",
                table,
                "--genotypes",
                "-k",
                2,
                "-o",
                folder.resolve("m.lfm"),
                "--iterations",
                5,
                "--backend",
                "java")
            .succeeds();
    assertTrue(fit.err().contains("50 individuals, 30 loci"), fit::toString);
  }

  @Test
  void optionsOfOtherProblemsAreRefused() {
    generate("picture", "a", "--rows", 5).isWrongUse("--rows applies to dense");
    generate("syn0", "a", "--height", 50).isWrongUse("--height applies to picture only");
    generate("picture", "a", "--width", 8).isWrongUse("--width is 8", "at least 16");
    generate("markov", "a", "--rows", 5, "--columns", 5, "-k", 6).isWrongUse("--features is 6");
    generate("markov", "a", "-k", 6).isWrongUse("markov needs --rows, --columns");
  }
}
