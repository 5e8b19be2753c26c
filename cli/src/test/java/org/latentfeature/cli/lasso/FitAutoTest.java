package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** {@code lfm fit -k auto}. */
class FitAutoTest {

  @TempDir Path folder;

  private Path model;
  private Path data;

  @BeforeEach
  void name() {
    model = folder.resolve("model.lfm");
    data = folder.resolve("X.npy");
  }

  private Run auto(Object... more) {
    Object[] arguments = new Object[8 + more.length];
    Object[] first = {"fit", data, "-k", "auto", "-o", model, "--backend", "java"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments);
  }

  private void dense(NoiseShape noise) throws IOException {
    dense(120, 30, .5, noise);
  }

  private void dense(int rows, int cols, double sigma, NoiseShape noise) throws IOException {
    DenseProblem problem =
        new DenseProblem(rows, cols, 3, sigma, Prevalence.HALF, FeatureDependence.NONE, noise, 1);
    NpyWriter.write(problem.inMemory().x(), data);
  }

  private void noise() throws IOException {
    Matrix x = Matrix.allocate(50, 12);
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 12; j++) {
        x.set(i, j, (float) CounterRandom.normal(3, i, j));
      }
    }
    NpyWriter.write(x, data);
  }

  @Test
  void theChoiceIsToldAndRemembered() throws IOException {
    dense(NoiseShape.EQUAL);
    Run run = auto("--certify").succeeds();
    assertTrue(run.err().contains("K = 3: both spectral counts are 3"), run::toString);
    LassoModel saved = ModelFile.load(model, LassoModel.KIND);
    assertEquals(3, saved.z().cols());
    assertEquals("3", saved.manifest().option("k"));
    assertEquals("K = 3: both spectral counts are 3", "" + saved.manifest().chosen());
    assertTrue(Run.lfm("info", model).succeeds().out().contains("both spectral counts are 3"));
    Path page = folder.resolve("page.html");
    Run.lfm("report", model, data, "-o", page, "--path-to", 0, "--backend", "java").succeeds();
    assertTrue(Files.readString(page).contains("The fit chose K = 3: both spectral counts are 3."));
  }

  @Test
  void asJsonItHasEveryRule() throws IOException {
    dense(NoiseShape.EQUAL);
    JsonObject answer = auto("--json", "--method", "cumulants").succeeds().json();
    assertEquals(3, answer.get("features").getAsInt());
    JsonObject choice = answer.getAsJsonObject("choice");
    assertEquals(3, choice.get("features").getAsInt());
    assertEquals("spectral counts", choice.get("rule").getAsString());
    assertEquals(3, choice.getAsJsonObject("counts").get("gavish_donoho").getAsInt());
    assertTrue(choice.getAsJsonArray("table").isEmpty());
  }

  @Test
  void whereSpectraDisagreeHeldOutEntriesDecideAndTheReportDrawsThem() throws IOException {
    // Too few rows to measure the noise of each column.
    dense(80, 100, 1.2, NoiseShape.COLUMNS);
    JsonObject choice =
        auto("--max-k", 3, "--method", "path", "--json")
            .succeeds()
            .json()
            .getAsJsonObject("choice");
    assertEquals("held-out entries", choice.get("rule").getAsString());
    assertEquals(3, choice.get("features").getAsInt());
    assertEquals(3, choice.getAsJsonObject("counts").get("held_out_one_standard_error").getAsInt());
    JsonObject last = choice.getAsJsonArray("table").get(3).getAsJsonObject();
    for (String figure : new String[] {"rmse", "bits", "heldOutRmse", "standardError"}) {
      assertTrue(Double.isFinite(last.get(figure).getAsDouble()), figure);
    }
    Path page = folder.resolve("page.html");
    Run.lfm("report", model, data, "-o", page, "--path-to", 0, "--backend", "java").succeeds();
    assertTrue(Files.readString(page).contains("less one standard error"));
  }

  @Tag("whole")
  @Test
  void ofNoiseThereIsNoModel() throws IOException {
    noise();
    Run run = auto("-q");
    assertEquals(3, run.status(), run::toString);
    assertTrue(run.out().startsWith("no feature found: X looks like noise ("), run::toString);
    assertTrue(run.out().strip().endsWith("; -k 1 fits one all the same"), run::toString);
    assertFalse(Files.exists(model));
    Files.writeString(model, "of an earlier fit");
    Run again = auto("--json", "--max-k", 2);
    assertEquals(3, again.status(), again::toString);
    assertTrue(again.err().contains(model + " is of an earlier fit"), again::toString);
    assertEquals("of an earlier fit", Files.readString(model));
    Files.delete(model);
    JsonObject answer = again.json();
    assertTrue(answer.get("model").isJsonNull());
    JsonObject choice = answer.getAsJsonObject("choice");
    assertEquals("description length", choice.get("rule").getAsString());
    assertEquals(3, choice.getAsJsonArray("table").size());
    assertTrue(
        choice.getAsJsonArray("table").get(0).getAsJsonObject().get("heldOutRmse").isJsonNull());
    assertFalse(Files.exists(model));
  }

  @Test
  void aSampleOfLargeDataHasTheKOfAll() throws IOException {
    dense(NoiseShape.EQUAL);
    auto("--sample", 60).succeeds();
    assertEquals(3, ModelFile.load(model, LassoModel.KIND).z().cols());
    assertEquals("K = 3: both spectral counts are 3", "" + ModelFile.manifest(model).chosen());
  }

  @Test
  void dataInTheirFileAreCountedBySpectraOrRefused() throws IOException {
    dense(NoiseShape.EQUAL);
    auto("--memory", 4096, "--sample", "all").succeeds();
    assertEquals(3, ModelFile.load(model, LassoModel.KIND).z().cols());
    dense(NoiseShape.COLUMNS);
    auto("--memory", 4096).fails("spectral counts", "--memory", "number of features");
  }

  @Test
  void whatCannotBeChosenIsRefused() throws IOException {
    dense(NoiseShape.EQUAL);
    auto("--method", "markov").isWrongUse("-k auto", "markov", "pass -k");
    auto("--max-k", 121).fails("--max-k is 121", "120 rows");
    Run.lfm("fit", data, "-k", 3, "--max-k", 5, "-o", model).isWrongUse("--max-k", "-k auto");
    Run.lfm("fit", data, "-k", "many", "-o", model).isWrongUse("'many' is not a whole number");
    Run.lfm("fit-many", data, "-k", "auto", "-o", folder.resolve("many")).isWrongUse("-k A..B");
    auto("--reduce", 2).isWrongUse("--reduce is 2 for K = 3");
  }
}
