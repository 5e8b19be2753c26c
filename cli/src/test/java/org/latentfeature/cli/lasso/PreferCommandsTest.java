package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** {@code lfm fit} of data that many factorisations fit equally: five clusters of rows. */
class PreferCommandsTest {

  private static final int ROWS = 200;
  private static final int COLUMNS = 12;
  private static final int CLUSTERS = 5;

  @TempDir static Path folder;
  private static Path data;
  private static Set<BitVector> clusters;

  /** All clusters share most of their centre. */
  @BeforeAll
  static void write() throws IOException {
    Matrix x = Matrix.allocate(ROWS, COLUMNS);
    boolean[][] in = new boolean[CLUSTERS][ROWS];
    for (int i = 0; i < ROWS; i++) {
      int cluster = (int) (CLUSTERS * CounterRandom.uniform(1, i, 0));
      in[cluster][i] = true;
      for (int j = 0; j < COLUMNS; j++) {
        double centre = 4 * CounterRandom.normal(2, 9, j) + CounterRandom.normal(2, cluster, j);
        x.set(i, j, (float) (centre + .02 * CounterRandom.normal(3, i, j)));
      }
    }
    data = folder.resolve("x.npy");
    NpyWriter.write(x, data);
    clusters = new HashSet<>();
    for (boolean[] rows : in) {
      clusters.add(BitVector.of(rows));
    }
  }

  private static Run fit(Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", data, "-k", CLUSTERS, "--json"));
    words.addAll(List.of("-o", folder.resolve("m.lfm"), "--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  private static BinaryMatrix z() throws IOException {
    return ModelFile.load(folder.resolve("m.lfm"), LassoModel.KIND).z();
  }

  private static int ones(BinaryMatrix z) {
    return z.columns().stream().mapToInt(BitVector::count).sum();
  }

  @Test
  void theFewestOnesAreTheClusters() throws IOException {
    Run run = fit("--prefer", "fewest").succeeds();
    assertEquals(clusters, Set.copyOf(z().columns()));
    assertEquals(31 - CLUSTERS, run.json().get("others_in_span").getAsInt());
    assertTrue(run.err().contains("26 other binary columns found in its span"), run::toString);
    assertTrue(run.err().contains("--prefer fewest"), run::toString);
    double rmse = run.json().get("rmse").getAsDouble();
    assertEquals(.02, rmse, .002);
    fit("--prefer", "shortest").succeeds();
    assertTrue(ones(z()) > ROWS);
    assertEquals(rmse, fit("--prefer", "any").succeeds().json().get("rmse").getAsDouble(), 1e-9);
  }

  /** What W ≥ 0 asks for is in the span, so that the constraint costs nothing. */
  @Test
  void nonnegativePartsAreFoundAmongTheEquals() throws IOException {
    Path positive = folder.resolve("positive.npy");
    Matrix x = Matrix.allocate(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      int cluster = (int) (CLUSTERS * CounterRandom.uniform(1, i, 0));
      for (int j = 0; j < COLUMNS; j++) {
        double centre = CounterRandom.uniform(5, cluster, j);
        x.set(i, j, (float) (centre + .01 * CounterRandom.normal(3, i, j)));
      }
    }
    NpyWriter.write(x, positive);
    Path model = folder.resolve("p.lfm");
    double rmse =
        Run.lfm(
                "fit",
                positive,
                "-k",
                5,
                "-o",
                model,
                "--nonnegative",
                "--json",
                "--backend",
                "java")
            .succeeds()
            .json()
            .get("rmse")
            .getAsDouble();
    assertEquals(.01, rmse, .0005);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simplest", "fewest", "shortest", "nested"})
  void theModelRemembersTheChoice(String choice) throws IOException {
    fit("--prefer", choice).succeeds();
    assertEquals(
        choice.equals("simplest") ? null : choice,
        ModelFile.load(folder.resolve("m.lfm"), LassoModel.KIND)
            .manifest()
            .options()
            .get("prefer"));
  }

  @Test
  void aUniqueZIsNotTold() throws IOException {
    Path unique = folder.resolve("unique");
    Run.lfm("generate", "dense", "--rows", 100, "--columns", 9, "-k", 4, "-o", unique).succeeds();
    Run run =
        Run.lfm("fit", unique.resolve("X.npy"), "-k", 4, "-o", folder.resolve("u.lfm"), "--json")
            .succeeds();
    assertFalse(run.json().has("others_in_span"), run::toString);
    assertFalse(run.err().contains("not unique"), run::toString);
  }

  @Test
  void tooManyFeaturesToCompareAreWrongUse() throws IOException {
    Run.lfm("fit", data, "-k", 65, "-o", folder.resolve("w.lfm"), "--prefer", "nested")
        .isWrongUse("prefer", "nested", "at most 64 features", "65");
  }
}
