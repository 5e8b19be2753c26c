package org.latentfeature.cli.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;

/** {@code lfm impute} with several models. */
class AveragedImputationTest {

  @TempDir static Path folder;

  private static Path triplets;

  /** Noise as large as the features, 60 % missing; fits of three K. */
  @BeforeAll
  static void fit() throws IOException {
    List<String> lines = new ArrayList<>(List.of("row,column,value"));
    for (int i = 1; i <= 80; i++) {
      for (int j = 1; j <= 20; j++) {
        if (CounterRandom.uniform(1, i, j) < .4) {
          double value = CounterRandom.normal(2, i, j) + (i % 3 == 0 ? j % 4 : 0);
          lines.add(i + "," + j + "," + value);
        }
      }
    }
    triplets = Files.write(folder.resolve("x.csv"), lines);
    Path list = Files.writeString(folder.resolve("list.txt"), triplets + "\n");
    lfm("fit-many", list, "--triplets", "-k", "2..4", "-o", folder.resolve("many")).succeeds();
  }

  private static Run lfm(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--backend", "java"));
    return Run.lfm(all.toArray());
  }

  private static List<Path> models() throws IOException {
    try (var files = Files.list(folder.resolve("many"))) {
      return files.filter(f -> f.toString().endsWith(".lfm")).sorted().toList();
    }
  }

  private static Run impute(List<Path> models, Path x, String out, Object... more) {
    List<Object> words = new ArrayList<>(List.of("impute"));
    words.addAll(models);
    words.addAll(List.of(x, "-o", folder.resolve(out)));
    words.addAll(List.of(more));
    return lfm(words.toArray());
  }

  private static Matrix filled(String name) throws IOException {
    return MatrixReader.read(folder.resolve(name)).x();
  }

  @Test
  void theMeanOfReconstructionsFillsWhatIsMissing() throws IOException {
    List<Path> models = models();
    assertEquals(3, models.size());
    for (boolean soft : new boolean[] {false, true}) {
      Object[] how = soft ? new Object[] {"--soft"} : new Object[0];
      List<Matrix> each = new ArrayList<>();
      for (Path model : models) {
        impute(List.of(model), triplets, "one.npy", how).succeeds();
        each.add(filled("one.npy"));
      }
      impute(models, triplets, "all.npy", how).succeeds();
      Matrix all = filled("all.npy");
      boolean differ = false;
      for (int i = 0; i < all.rows(); i++) {
        for (int j = 0; j < all.cols(); j++) {
          float sum = each.get(0).get(i, j) + each.get(1).get(i, j) + each.get(2).get(i, j);
          assertEquals(sum / 3, all.get(i, j), 1e-5);
          differ |= each.get(0).get(i, j) != each.get(1).get(i, j);
        }
      }
      assertTrue(differ);
    }
  }

  @Test
  void itSaysHowManyModels() throws IOException {
    JsonObject answer = impute(models(), triplets, "said.npy", "--json").succeeds().json();
    assertEquals(3, answer.get("models").getAsInt());
    assertTrue(answer.get("rmse").getAsDouble() > 0);
  }

  @Test
  void modelsOfOtherDataAreRefused() throws IOException {
    Path model = models().get(0);
    Path x = folder.resolve("other.csv");
    Files.writeString(x, "1,0,1\n0,1,0\n1,1,1\n0,1,0\n1,0,1\n");
    Path other = folder.resolve("other.lfm");
    lfm("fit", x, "-k", 2, "-o", other).succeeds();
    impute(List.of(model, other), triplets, "no.npy")
        .fails("fitted to 20 columns", "to 3", "same columns");
    Path coded = folder.resolve("coded.lfm");
    lfm("fit", triplets, "--triplets", "--missing", "-9", "-k", 2, "-o", coded).succeeds();
    impute(List.of(model, coded), triplets, "no.npy")
        .fails("--missing nan", "with -9.0", "read in the same way");
    impute(List.of(), triplets, "no.npy").isWrongUse("MODEL... X");
    impute(List.of(model, triplets), triplets, "no.npy").fails("x.csv");
    impute(models(), triplets, model.getFileName() + ".npy").succeeds();
    assertTrue(Files.notExists(folder.resolve("no.npy")));
    Run same = lfm("impute", model, triplets, "-o", triplets);
    same.isWrongUse("is the same file");
  }
}
