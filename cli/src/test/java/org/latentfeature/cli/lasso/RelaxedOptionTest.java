package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;

/** {@code lfm fit --save-relaxed}: the solution of the convex fit as a model. */
class RelaxedOptionTest {

  @TempDir Path folder;
  private Path x = Path.of("unset");
  private Path relaxed = Path.of("unset");

  @BeforeEach
  void generate() {
    Run.lfm("generate", "dense", "--rows", 60, "--columns", 8, "-k", 3, "--sigma", 1, "-o", folder)
        .succeeds();
    x = folder.resolve("X.npy");
    relaxed = folder.resolve("relaxed.lfm");
  }

  private Run fit(Object... more) {
    Object[] first = {"fit", x, "-k", 3, "-o", folder.resolve("m.lfm"), "--save-relaxed", relaxed};
    Object[] all = new Object[first.length + more.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return Run.lfm(all);
  }

  @Test
  void theSolutionIsAModelLikeAnyOther() throws IOException {
    JsonObject answer =
        fit("--method", "lasso", "--relative-penalty", "0.3", "--json").succeeds().json();
    LassoModel model = ModelFile.load(relaxed, LassoModel.KIND);
    int atoms = answer.get("relaxed_features").getAsInt();
    assertTrue(atoms > 3, () -> atoms + " atoms are no more than are rounded");
    assertEquals(atoms, model.w().rows());
    double objective = model.manifest().rmse() * model.manifest().rmse() * 8 / 2;
    for (int k = 0; k < atoms; k++) {
      objective += model.mu() * model.w().rowNorm(k);
    }
    assertEquals(objective, answer.get("relaxed_objective").getAsDouble(), 1e-9 * objective);

    JsonObject score = Run.lfm("score", relaxed, x, "--json").succeeds().json();
    assertEquals(model.manifest().rmse(), score.get("rmse_noisy").getAsDouble(), 1e-9);
    Path z = folder.resolve("codes.npy");
    JsonObject coded = Run.lfm("transform", relaxed, x, "-o", z, "--json").succeeds().json();
    assertEquals(atoms, coded.get("features").getAsInt());
    Path sum = folder.resolve("sum.npy");
    Run.lfm("reconstruct", relaxed, z, "-o", sum).succeeds();
    Matrix data = MatrixReader.read(x, ReadOptions.DEFAULT).x();
    Matrix back = MatrixReader.read(sum, ReadOptions.DEFAULT).x();
    double error = 0;
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 8; j++) {
        error += Math.pow(data.get(i, j) - back.get(i, j), 2);
      }
    }
    double rmse = Math.sqrt(error / (60 * 8));
    assertEquals(coded.get("rmse_noisy").getAsDouble(), rmse, 1e-6);
    assertTrue(rmse < model.manifest().rmse(), "best codes explain X better than the fit's own");
  }

  @ParameterizedTest
  @CsvSource({
    "--method, path, --method lasso",
    "--method, best, --method lasso",
    "--method, cumulants, --method lasso",
    "--prefer, any, --method lasso",
    "--method, lasso --robust, drop",
    "--method, lasso --view centred, drop",
    "--method, lasso --sample 20, drop"
  })
  void fitsWithoutOneAreRefused(String option, String values, String wayOut) {
    Object[] arguments = (option + " " + values).split(" ");
    fit(arguments).isWrongUse("--save-relaxed");
    assertTrue(fit(arguments).err().contains(wayOut), wayOut);
    assertFalse(Files.exists(folder.resolve("m.lfm")));
  }

  @Test
  void noAtomOrTooManyAreNoModel() {
    fit("--method", "lasso", "--relative-penalty", "2").fails("relaxed.lfm", "lower the penalty");
    assertTrue(Files.exists(folder.resolve("m.lfm")));
    fit("--method", "lasso", "--relative-penalty", "0.001")
        .fails("relaxed.lfm", "of 60 rows", "raise the penalty");
    assertFalse(Files.exists(relaxed));
  }

  /** All eight codes of each row that was not fitted, and of the rows of the fit. */
  @Test
  void theRiskIsThatOfTheBestCodes() throws IOException {
    fit("--method", "paper", "--relative-penalty", "0.3").succeeds();
    Path other = folder.resolve("other");
    Run.lfm("generate", "dense", "--rows", 20, "--columns", 8, "-k", 3, "--seed", 4, "-o", other)
        .succeeds();
    Path model = folder.resolve("m.lfm");
    for (Path data : List.of(other.resolve("X.npy"), x)) {
      Dense w = ModelFile.load(model, LassoModel.KIND).w();
      Matrix rows = MatrixReader.read(data, ReadOptions.DEFAULT).x();
      double sum = 0;
      for (int i = 0; i < rows.rows(); i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 8; code++) {
          double error = 0;
          for (int j = 0; j < 8; j++) {
            double rest = rows.get(i, j);
            for (int k = 0; k < 3; k++) {
              rest -= (code >> k & 1) * w.get(k, j);
            }
            error += rest * rest / 2;
          }
          least = Math.min(least, error);
        }
        sum += least;
      }
      JsonObject score = Run.lfm("score", model, data, "--risk", "--json").succeeds().json();
      double risk = sum / rows.rows();
      assertEquals(risk, score.get("risk").getAsDouble(), 1e-5 * risk);
      assertEquals(rows.rows(), score.get("proven_rows").getAsInt());
      assertFalse(Run.lfm("score", model, data, "--json").succeeds().json().has("risk"));
    }
  }

  @Test
  void onlyFactorisationsHaveARisk() {
    Path walks = folder.resolve("walks.lfm");
    Run.lfm("markov", "fit", x, "-k", 2, "--iterations", 2, "-o", walks).succeeds();
    Run.lfm("score", walks, x, "--risk").fails("--risk", "walks.lfm", "drop it");
  }
}
