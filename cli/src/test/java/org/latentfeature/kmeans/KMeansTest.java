package org.latentfeature.kmeans;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;

/** An estimator that no other package knows goes through every command that takes any. */
class KMeansTest {

  private static final int ROWS = 30;

  @TempDir Path folder = Path.of("");
  private Path x = Path.of("");
  private Path model = Path.of("");

  /** Row i lies at the corner i mod 3 of a triangle, and a little beside it. */
  @BeforeEach
  void drawThreeClusters() {
    x = folder.resolve("X.npy");
    model = folder.resolve("model.lfm");
    NpyWriter.write(clusters(1), x);
  }

  private static Matrix clusters(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix drawn = Matrix.allocate(ROWS, 4);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 4; j++) {
        drawn.set(i, j, (float) ((j == i % 3 ? 5 : 0) + 0.1 * random.nextDouble()));
      }
    }
    return drawn;
  }

  private Run fit(Object... more) {
    Object[] first = {"fit", x, "--estimator", "kmeans", "-k", 3, "-o", model, "--backend", "java"};
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private static void assertTruth(BinaryMatrix z) {
    for (int i = 0; i < ROWS; i++) {
      for (int l = 0; l < ROWS; l++) {
        boolean together = false;
        for (int k = 0; k < z.cols(); k++) {
          together |= z.get(i, k) && z.get(l, k);
        }
        assertEquals(i % 3 == l % 3, together, "rows " + i + " and " + l);
      }
    }
  }

  private static BinaryMatrix binary(Path file) throws IOException {
    return BinaryMatrixReader.read(file, ReadOptions.DEFAULT);
  }

  @Test
  void itIsFittedAndShown() {
    JsonObject answer = fit("--set", "restarts=6", "--json").succeeds().json();
    assertEquals(3, answer.get("features").getAsInt());
    assertTrue(answer.get("rmse").getAsDouble() < 0.1, answer::toString);
    JsonObject info = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals("k-means", info.get("kind").getAsString());
    assertEquals("6", info.getAsJsonObject("options").get("restarts").getAsString());
    assertTrue(Run.lfm("fit", "--help").succeeds().out().contains("kmeans"));
  }

  @Test
  void itsCodesAreWrittenAndReadByEveryCommand() throws IOException {
    fit().succeeds();
    Path fresh = folder.resolve("new.npy");
    NpyWriter.write(clusters(2), fresh);
    Path z = folder.resolve("Z.npy");
    Run.lfm("transform", model, fresh, "-o", z, "--backend", "java").succeeds();
    assertTruth(binary(z));
    Path hat = folder.resolve("Xhat.npy");
    Run.lfm("reconstruct", model, z, "-o", hat).succeeds();
    Matrix made = MatrixReader.read(hat, ReadOptions.DEFAULT).x();
    assertEquals(5, made.get(4, 1), 0.1);
    assertEquals(0, made.get(4, 2), 0.1);
    JsonObject score =
        Run.lfm("score", model, fresh, "--truth-z", z, "--backend", "java", "--json")
            .succeeds()
            .json();
    assertTrue(score.get("rmse_noisy").getAsDouble() < 0.1, score::toString);
    assertEquals(0, score.get("hamming").getAsDouble());
    assertTrue(score.get("coded").getAsBoolean());
    score = Run.lfm("score", model, x, "--json").succeeds().json();
    assertFalse(score.get("coded").getAsBoolean());
    Path own = folder.resolve("own.csv");
    Path w = folder.resolve("W.npy");
    Run.lfm("export", model, "--z", own, "--w", w).succeeds();
    assertTruth(binary(own));
    assertEquals(4, MatrixReader.read(w, ReadOptions.DEFAULT).x().cols());
    Path sheet = folder.resolve("sheet.png");
    Run.lfm("plot", model, "--image", "2x2", "-o", sheet).succeeds();
    assertTrue(Files.exists(sheet));
  }

  @Test
  void itsReportIsThePageOfAnyModel() throws IOException {
    fit().succeeds();
    Path page = folder.resolve("page.html");
    Run.lfm("report", model, x, "-o", page, "--backend", "java").succeeds();
    String html = Files.readString(page);
    assertTrue(html.contains("Largest residuals"));
    assertTrue(html.contains("No path over K is fitted"));
    Run.lfm("report", model, x, "-o", page, "--path-to", 3).fails("k-means", "drop --path-to");
  }

  @Test
  void manyAreFittedBesideThoseOfOthers() throws IOException {
    Path list = folder.resolve("list.tsv");
    Files.writeString(
        list, "data\testimator\tk\trestarts\tmethod\nX.npy\tkmeans\t3\t7\t\nX.npy\t\t2\t\tpath\n");
    Path models = folder.resolve("models");
    Object[] many = {
      "fit-many", list, "-o", models, "--seeds", "1,2", "--backend", "java", "--json"
    };
    assertEquals(4, Run.lfm(many).succeeds().json().get("fitted").getAsInt());
    assertEquals(4, Run.lfm(many).succeeds().json().get("kept").getAsInt());
    Path one = models.resolve("X-kmeans-k3-seed1-restarts7.lfm");
    assertTruth(ModelFile.load(one, KMeansModel.KIND).z());
    List<String> table = Files.readAllLines(models.resolve("results.tsv"));
    assertEquals(
        "name\tdata\tn\td\testimator\tk\tseed\trestarts\tpenalty\tmethod\tbootstrap\tfeatures\trmse"
            + "\tended\tseconds\tstatus\terror",
        table.get(0));
    assertTrue(table.get(1).contains("\tkmeans\t3\t1\t7\t\t\t"), table::toString);
    assertTrue(table.get(3).contains("\tlasso\t2\t1\t\tdefault\tpath\t"), table::toString);
    assertEquals(1 + 3 + 2, Files.readAllLines(models.resolve("stability.tsv")).size());
    Path grid = folder.resolve("grid");
    Run.lfm(
            "fit-many",
            x,
            "-k",
            "2,3",
            "--estimator",
            "kmeans",
            "--set",
            "restarts=1,2",
            "-o",
            grid,
            "--backend",
            "java")
        .succeeds();
    fit("--set", "restarts=2", "-o", model).isWrongUse("--output");
    fit("--set", "restarts=2").succeeds();
    KMeansModel alone = ModelFile.load(model, KMeansModel.KIND);
    KMeansModel same =
        ModelFile.load(grid.resolve("X-kmeans-k3-seed0-restarts2.lfm"), KMeansModel.KIND);
    assertEquals(alone.manifest().options(), same.manifest().options());
    assertEquals(alone.z(), same.z());
    assertArrayEquals(alone.w().values(), same.w().values(), 0);
  }

  @Test
  void whatItCannotIsSaid() throws IOException {
    fit("--set", "restarts=0").isWrongUse("restarts is 0", "at least 1");
    fit("--set", "clusters=3").isWrongUse("\"clusters\"", "restarts");
    fit("--method", "path").isWrongUse("\"method\"", "restarts");
    fit("--certify").isWrongUse("--certify");
    assertFalse(Files.exists(model));
    Run.lfm("fit", x, "--estimator", "kmean", "-k", 3, "-o", model).isWrongUse("kmean", "kmeans");
    Path list = Files.writeString(folder.resolve("l.tsv"), "data\tk\trestarts\nX.npy\t2\t3\n");
    Run.lfm("fit-many", list, "-o", folder.resolve("m")).fails("line 2", "lasso has no option");
    fit().succeeds();
    Run.lfm("identifiable", model).fails("k-means", "does not support", "lfm --help");
    Run.lfm("score", model, x, "--missing", "nan").fails("k-means", "drop --missing");
  }
}
