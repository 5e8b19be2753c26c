package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** {@code lfm fit --start}. */
class StartOptionTest {

  @TempDir static Path folder;
  private static Path first;
  private static Path all;
  private static Path start;

  @BeforeAll
  static void fit() {
    Matrix x = SyntheticProblem.dense(200, 12, 4, .2, 3).x();
    first = folder.resolve("first.npy");
    all = folder.resolve("all.npy");
    start = folder.resolve("start.lfm");
    NpyWriter.write(x.view(0, 90), first);
    NpyWriter.write(x, all);
    Run.lfm("fit", first, "-k", 3, "-o", start, "--backend", "java").succeeds();
    Run.lfm("name", start, "2=two").succeeds();
  }

  private static Run fit(Path x, int k, Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", x, "-k", k, "--json"));
    words.addAll(List.of("-o", folder.resolve("out.lfm"), "--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  @Test
  void theFitBeginsWithTheModel() {
    Run run = fit(all, 4, "--start", start).succeeds();
    assertTrue(
        run.err().contains("starts with " + start + ": 3 features of 90 rows, adds 1"),
        run::toString);
    JsonObject answer = run.json();
    assertEquals("start", answer.get("method").getAsString());
    assertEquals(3, answer.get("features_from_start").getAsInt());
    assertEquals(4, answer.get("features").getAsInt());
    double cold = fit(all, 4).succeeds().json().get("rmse").getAsDouble();
    assertEquals(cold, answer.get("rmse").getAsDouble(), 1e-3 * cold);
    run = fit(all, 2, "--start", start).succeeds();
    assertTrue(run.err().contains("drops the weakest 1"), run::toString);
  }

  @Test
  void theModelSaysWhatItBeganWith() throws IOException {
    fit(all, 4, "--start", start).succeeds();
    LassoModel found = ModelFile.load(folder.resolve("out.lfm"), LassoModel.KIND);
    assertEquals("two", found.manifest().featureName(1));
    String of = found.manifest().option("start");
    assertTrue(of.startsWith("latent-feature-lasso, K = 3, of 90 × 12 with SHA-256 "), of);
    Run info = Run.lfm("info", folder.resolve("out.lfm")).succeeds();
    assertTrue(info.out().contains(of), info::toString);
    Path page = folder.resolve("r.html");
    Run.lfm("report", folder.resolve("out.lfm"), all, "-o", page, "--path-to", 0).succeeds();
    assertTrue(Files.readString(page).contains("From the features of another model"));
  }

  @Test
  void itGoesWithWhatIsNoSearch() {
    assertTrue(fit(all, 4, "--start", start, "--certify").succeeds().json().has("gap"));
    JsonObject held = fit(all, 4, "--start", start, "--hold-out", .1).succeeds().json();
    assertTrue(held.get("held_out_rmse").getAsDouble() < .5, held::toString);
    assertEquals(
        4,
        Run.lfm(
                "fit",
                all,
                "-k",
                "auto",
                "--start",
                start,
                "-o",
                folder.resolve("auto.lfm"),
                "--json",
                "--backend",
                "java")
            .succeeds()
            .json()
            .get("features")
            .getAsInt());
    Path spectral = folder.resolve("spectral.lfm");
    Run.lfm("spectral", "fit", all, "-k", 4, "-o", spectral, "--backend", "java").succeeds();
    fit(all, 4, "--start", spectral).succeeds();
    fit(all, 4, "--start", start, "--memory", 100).succeeds();
  }

  @Test
  void missingEntriesAreLeftOut() throws IOException {
    Path x = Files.writeString(folder.resolve("x.csv"), "a,b\n9,0\n9,7\n0,7\n0,0\n");
    Path holes = Files.writeString(folder.resolve("y.csv"), "a,b\n9,\n9,7\n0,7\n,0\n9,0\n");
    Path model = folder.resolve("csv.lfm");
    Run.lfm("fit", x, "-k", 2, "-o", model, "--backend", "java").succeeds();
    fit(holes, 2, "--start", model).fails("y.csv", "--missing");
    JsonObject answer = fit(holes, 2, "--start", model, "--missing", "nan").succeeds().json();
    assertEquals(0, answer.get("rmse").getAsDouble(), 1e-2);
    Path other = Files.writeString(folder.resolve("z.csv"), "b,a\n9,1\n9,7\n");
    fit(other, 2, "--start", model).fails("z.csv", "'b'", "'a'");
  }

  @Test
  void whatContradictsItIsRefused() throws IOException {
    Path out = folder.resolve("out.lfm");
    Files.deleteIfExists(out);
    fit(all, 4, "--start", start, "--method", "path").isWrongUse("--start", "--method");
    fit(all, 4, "--start", start, "--reduce", 5).isWrongUse("--start", "--reduce");
    fit(all, 4, "--start", start, "--penalty", 3).isWrongUse("--start", "penalty");
    fit(all, 4, "--start", start, "--sample", "all").isWrongUse("--start", "--sample");
    fit(all, 4, "--start", start, "--method", "cumulants").isWrongUse("lasso", "cumulants");
    fit(all, 4, "--start", start, "--estimator", "markov").isWrongUse("lasso", "markov");
    Run.lfm("fit", all, "-k", 4, "--start", start, "-o", start).isWrongUse("--start", "--output");
    fit(all, 4, "--start", start, "--robust").isWrongUse("--start", "--robust");
    fit(all, 4, "--start", start, "--column-weights", "noise")
        .isWrongUse("--start", "--column-weights");
    Path shifted = folder.resolve("shifted.lfm");
    Run.lfm("fit", all, "-k", 2, "--intercept", "-o", shifted, "--backend", "java").succeeds();
    fit(all, 4, "--start", shifted).fails("shifted.lfm", "intercept");
    fit(all, 4, "--start", all).fails("all.npy");
    fit(all, 4, "--start", folder.resolve("none.lfm")).fails("none.lfm");
    fit(all, 4, "--start", start, "--scale-by", 2).fails("start.lfm", "--scale-by 1");
    Path walks = folder.resolve("walks.lfm");
    Run.lfm("markov", "fit", all, "-k", 2, "--iterations", 2, "-o", walks, "--backend", "java")
        .succeeds();
    fit(all, 4, "--start", walks).fails("walks.lfm", "markov-latent-features", "weights");
    Path narrow = folder.resolve("narrow.npy");
    NpyWriter.write(SyntheticProblem.dense(50, 7, 2, .2, 3).x(), narrow);
    fit(narrow, 4, "--start", start).fails("narrow.npy", "7 columns", "to 12");
    assertFalse(Files.exists(out));
  }
}
