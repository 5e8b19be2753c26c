package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;

/** No command opens a model whose W is NaN in a column that its fit did not drop. */
class NaNModelsTest {

  @TempDir static Path folder;

  private static FactorModel fitted() {
    return (FactorModel) Estimators.load(folder.resolve("good.lfm"));
  }

  @BeforeAll
  static void fit() {
    Matrix x = Matrix.allocate(20, 4);
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 4; j++) {
        x.set(i, j, (float) CounterRandom.normal(1, i, j) + (i % 2) * 5);
      }
    }
    NpyWriter.write(x, folder.resolve("X.npy"));
    Run.lfm(
            "fit",
            folder.resolve("X.npy"),
            "-k=2",
            "-o",
            folder.resolve("good.lfm"),
            "--backend=java")
        .succeeds();
    NpyWriter.write(fitted().z(), folder.resolve("Z.npy"));
  }

  /** The model of the fit with another W. */
  private record Changed(Manifest manifest, BinaryMatrix z, Dense w) implements FactorModel {}

  private static Path save(int column) {
    Dense w = fitted().w().copy();
    for (int j = 0; j < w.cols(); j++) {
      for (int k = 0; k < w.rows(); k++) {
        w.set(k, j, column < 0 || column == j ? Double.NaN : w.get(k, j));
      }
    }
    Path file = folder.resolve("nan%d.lfm".formatted(column));
    ModelFile.save(new Changed(fitted().manifest(), fitted().z(), w), file);
    return file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info MODEL",
        "export MODEL --w OUT.csv",
        "transform MODEL X.npy -o OUT.npy",
        "reconstruct MODEL Z.npy -o OUT.npy",
        "impute MODEL X.npy -o OUT.npy",
        "score MODEL X.npy",
        "update MODEL X.npy -o OUT.lfm",
        "report MODEL X.npy -o OUT.html",
        "plot MODEL -o OUT.png",
        "name MODEL 1=first",
        "fit X.npy -k 2 --start MODEL -o OUT.lfm"
      })
  void everyCommandNamesFileFeatureAndColumn(String command) throws IOException {
    for (int column : List.of(-1, 0, 3)) {
      Path model = save(column);
      byte[] before = Files.readAllBytes(model);
      List<Object> words = new ArrayList<>();
      for (String word : command.split(" ", -1)) {
        boolean isFile = word.matches("X.npy|Z.npy|OUT.*");
        words.add(word.equals("MODEL") ? model : isFile ? folder.resolve(word) : word);
      }
      String place = "row 1, column %d (counting from 1)".formatted(Math.max(0, column) + 1);
      Run.lfm(words.toArray()).fails(model.toString(), "W.npy", place, "NaN");
      assertArrayEquals(before, Files.readAllBytes(model));
    }
  }
}
