package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Verified;

/** The commands that need a model, on one that holds the truth of a synthetic problem. */
class ModelCommandsTest {

  @TempDir Path folder;
  private Path problem = Path.of("unset");
  private Path model = Path.of("unset");

  @BeforeEach
  void saveTheTruthAsModel() {
    problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem, "--seed", 7).succeeds();
    model = folder.resolve("model.lfm");
    save(FittedData.preparation(ReadOptions.DEFAULT, 0));
  }

  private void save(Map<String, String> preparation) {
    SyntheticProblem truth = SyntheticProblem.generate("syn0", 7);
    FitEvent event = new FitEvent("path", 1, 4, 0, 0, Map.of(), Map.of("sweep", .5));
    LassoOptions options = LassoOptions.of(4).withSeed(7);
    BackendInfo backend = new BackendInfo("java", "a test", 1, Map.of("java", "17"));
    LassoResult result =
        new LassoResult(
            truth.z(),
            truth.w(),
            ColumnTerms.NONE,
            0,
            0,
            "path",
            Double.NaN,
            Verified.NONE,
            Map.of(),
            Ending.CONVERGED,
            List.of(event),
            Map.of("sweep", .5),
            new FitOrigin<>(options, backend, truth.x()));
    ModelFile.save(
        LassoModel.of(
            result,
            options,
            new Provenance(
                "a test", backend, FittedData.of(new Dataset(truth.x(), null), preparation))),
        model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "0", "much"})
  void aScaleThatIsNoneIsRefused(String scale) {
    save(Map.of(FittedData.SCALE_BY, scale));
    Path x = problem.resolve("X.npy");
    Run.lfm("score", model, x).fails("model.lfm", "scale-by", scale, "other than 0");
  }

  @Test
  void scoreFindsTheTruthWithoutError() {
    Run run =
        Run.lfm(
                "score",
                model,
                problem.resolve("X.npy"),
                "--truth-z",
                problem.resolve("Z.npy"),
                "--truth-w",
                problem.resolve("W.npy"),
                "--json")
            .succeeds();
    JsonObject json = run.json();
    List<String> errors =
        List.of("rmse_noisy", "rmse", "hamming", "hamming_one_to_one", "rmse_file");
    assertFalse(json.remove("coded").getAsBoolean());
    assertEquals(errors, json.keySet().stream().toList());
    for (String name : errors) {
      assertEquals(0, json.get(name).getAsDouble(), 1e-6, name);
    }
  }

  /** Sparse rows end with their last entry that is not 0, and may all end early. */
  @Test
  void aTruthInSparseRowsIsFilledUp() throws IOException {
    SyntheticProblem truth = SyntheticProblem.generate("syn0", 7);
    Path z = folder.resolve("Z.svm");
    Path w = folder.resolve("W.svm");
    StringBuilder ofZ = new StringBuilder();
    for (int i = 0; i < truth.z().rows(); i++) {
      ofZ.append(truth.z().get(i, 0) ? "0 1:1\n" : "0\n");
    }
    Files.writeString(z, ofZ);
    Files.writeString(w, "0 1:1\n" + "0\n".repeat(truth.w().rows() - 1));
    Object[] score = {"score", model, problem.resolve("X.npy"), "--truth-z", z, "--truth-w", w};
    assertTrue(Run.lfm(score).succeeds().out().contains("hamming"));
    Files.writeString(w, "0 1:1 %d:1\n".formatted(truth.w().cols() + 1));
    Run.lfm(score).fails("line 1 of " + w, "index " + (truth.w().cols() + 1));
  }

  /** The features of other rows are found, and not taken from the rows that had their places. */
  @Test
  void scoreCodesRowsThatAreNotTheFits() {
    Matrix x = SyntheticProblem.generate("syn0", 7).x();
    for (int rows : new int[] {100, 40}) {
      Path turned = folder.resolve("turned.npy");
      NpyWriter.write(
          x.selectRows(IntStream.range(0, rows).map(i -> rows - 1 - i).toArray()), turned);
      Run run = Run.lfm("score", model, turned, "--backend", "java", "--json").succeeds();
      assertTrue(run.err().contains("turned.npy is not the data of the fit"), run.err());
      assertTrue(run.json().get("coded").getAsBoolean());
      assertEquals(0, run.json().get("rmse_noisy").getAsDouble(), 1e-6);
    }
    Run scaled = Run.lfm("score", model, problem.resolve("X.npy"), "--scale-by", 2).succeeds();
    assertTrue(scaled.out().matches("(?s).*coded +true.*"), scaled.out());
  }

  @Test
  void scoreTellsOfRowsAndColumnsThatAreNotTheModels() throws IOException {
    Path narrow = Files.writeString(folder.resolve("narrow.csv"), "1,2\n3,4\n");
    Run.lfm("score", model, narrow).fails("2 columns", "196");
    Path short_ = Files.writeString(folder.resolve("short.csv"), "1,".repeat(195) + "1\n");
    Run.lfm("score", model, short_, "--truth-z", problem.resolve("Z.npy"))
        .fails("Z.npy has 100 rows", "short.csv has 1");
    Run.lfm("score", model, short_, "--z", problem.resolve("Z.npy"))
        .fails("Z.npy has 100 rows", "short.csv has 1");
    Run.lfm("score", model, problem.resolve("X.npy"), "--truth-z", narrow).fails("narrow.csv");
    Run.lfm("score", model, problem.resolve("X.npy"), "--truth-w", problem.resolve("W.npy"))
        .isWrongUse("--truth-z");
    Run.lfm(
            "score",
            model,
            problem.resolve("X.npy"),
            "--truth-z",
            problem.resolve("Z.npy"),
            "--truth-w",
            problem.resolve("X.npy"))
        .fails("100 × 196", "4 × 196");
  }

  @Test
  void transformRefusesOtherColumnsBeforeABackendIsOpened() throws IOException {
    Path narrow = Files.writeString(folder.resolve("narrow.csv"), "1,2\n3,4\n");
    Run.lfm("transform", model, narrow, "-o", folder.resolve("Z.npy")).fails("2 columns", "196");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "java"})
  void transformFindsTheFeaturesOfEveryRow(String backend) throws IOException {
    Path z = folder.resolve("Z.npy");
    Run.lfm("transform", model, problem.resolve("X.npy"), "-o", z, "--backend", backend).succeeds();
    assertEquals(
        SyntheticProblem.generate("syn0", 7).z(), BinaryMatrixReader.read(z, ReadOptions.DEFAULT));
  }

  @Test
  void exportAndReconstructGiveTheMatrices() throws IOException {
    Path z = folder.resolve("Z.csv");
    Path w = folder.resolve("W.npy");
    Path xhat = folder.resolve("Xhat.npy");
    Run.lfm("export", model, "--z", z, "--w", w).succeeds();
    SyntheticProblem truth = SyntheticProblem.generate("syn0", 7);
    assertEquals(truth.z(), BinaryMatrixReader.read(z, ReadOptions.DEFAULT));
    Matrix back = MatrixReader.read(w, ReadOptions.DEFAULT).x();
    assertEquals((float) truth.w().get(2, 100), back.get(2, 100));
    Run.lfm("reconstruct", model, z, "-o", xhat).succeeds();
    Matrix product = MatrixReader.read(xhat, ReadOptions.DEFAULT).x();
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 196; j++) {
        assertEquals(truth.x().get(i, j), product.get(i, j), 1e-5f);
      }
    }
    Run.lfm("reconstruct", model, problem.resolve("X.npy"), "-o", xhat).fails("X.npy");
    Run.lfm("export", model).isWrongUse("--z");
    Run.lfm("export", model, "--z", folder.resolve("Z.txt")).isWrongUse("Z.txt", ".npy");
  }

  @Test
  void infoShowsTheManifest() {
    Run text = Run.lfm("info", model).succeeds();
    List<String> lines = text.out().lines().toList();
    assertEquals(
        List.of("model", "fit", "data", "options", "provenance"),
        lines.stream().filter(line -> !line.startsWith(" ")).toList());
    int values = lines.get(1).indexOf("latent-feature-lasso");
    assertTrue(
        lines.stream()
            .filter(line -> line.startsWith(" "))
            .allMatch(l -> l.charAt(values - 1) == ' ' && l.charAt(values) != ' '),
        text::toString);
    assertTrue(text.out().contains("converged"), text::toString);
    assertTrue(
        lines.stream().anyMatch(l -> l.matches("  trace +path, 1 step, rmse 0.*")), text.out());
    assertFalse(text.out().matches("(?s).*[\\[{].*"), "no raw lists or maps");
    JsonObject json = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals(4, json.get("features").getAsInt());
    assertEquals(7, json.get("seed").getAsInt());
    assertEquals(0, json.getAsJsonObject("figures").size());
    assertTrue(json.getAsJsonArray("trace").get(0).getAsJsonObject().get("bound").isJsonNull());
    assertEquals("newton", json.getAsJsonObject("options").get("corrective").getAsString());
  }

  @Test
  void plotNeedsThePicturesShape() {
    Path png = folder.resolve("features.png");
    Run.lfm("plot", model, "--image", "14x13", "-o", png).fails("182", "196");
    Run.lfm("plot", model, "--image", "14", "-o", png).isWrongUse("14", "30x40");
    Run.lfm("plot", model, "--image", "14x14", "-o", folder.resolve("f.jpg")).isWrongUse(".png");
    assertFalse(Files.exists(png));
    Run.lfm("plot", model, "--image", "14x14", "-o", png, "--column-major").succeeds();
    assertTrue(Files.exists(png));
  }

  @Test
  void aDamagedModelIsTold() throws IOException {
    byte[] bytes = Files.readAllBytes(model);
    bytes[bytes.length / 3] ^= 1;
    Files.write(model, bytes);
    Run.lfm("info", model).fails("model.lfm");
  }
}
