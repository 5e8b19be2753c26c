package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/** {@code lfm generate dense}. */
class GenerateCommandTest {

  @TempDir Path folder;

  private Run small(Object... more) {
    Object[] arguments = new Object[10 + more.length];
    Object[] first = {
      "generate", "dense", "--rows", 90, "--columns", 12, "-k", 5, "-o", folder.resolve("p")
    };
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments);
  }

  private void holds(SyntheticProblem expected) throws IOException {
    Matrix x = MatrixReader.read(folder.resolve("p/X.npy"), ReadOptions.DEFAULT).x();
    BinaryMatrix z = BinaryMatrixReader.read(folder.resolve("p/Z.npy"), ReadOptions.DEFAULT);
    Matrix w = MatrixReader.read(folder.resolve("p/W.npy"), ReadOptions.DEFAULT).x();
    assertEquals(DataHash.sha256(expected.x()), DataHash.sha256(x));
    assertEquals(expected.z(), z);
    assertEquals(expected.w().rows(), w.rows());
    assertEquals((float) expected.w().get(4, 11), w.get(4, 11));
  }

  @Test
  void unlessMoreIsSaidItIsTheDenseProblemOfOld() throws IOException {
    JsonObject answer = small("--seed", 4, "--json").succeeds().json();
    assertEquals(90, answer.get("rows").getAsInt());
    assertEquals(12, answer.get("columns").getAsInt());
    assertEquals(5, answer.get("features").getAsInt());
    holds(SyntheticProblem.dense(90, 12, 5, .01, 4));
  }

  @Test
  void everyOptionCounts() throws IOException {
    small("--sigma", 2, "--prevalence", ".1...4", "--dependence", "pairs:.1", "--noise", "t")
        .succeeds();
    holds(
        new DenseProblem(
                90,
                12,
                5,
                2,
                new Prevalence(.1, .4),
                FeatureDependence.of("pairs:.1"),
                NoiseShape.T,
                0)
            .inMemory());
  }

  @ParameterizedTest
  @CsvSource({
    "--rows, 0, at least 1",
    "--rows, 4, 'at most the number of rows, 4'",
    "--rows, 1e3, whole number",
    "--columns, -1, at least 1",
    "--features, 0, at least 1",
    "--features, 91, 'at most the number of rows, 90'",
    "--sigma, -0.5, 0 … 1.0E30",
    "--sigma, Infinity, 0 … 1.0E30",
    "--sigma, 1.0E38, 0 … 1.0E30",
    "--prevalence, 0.0, below 1",
    "--prevalence, 1.0, below 1",
    "--prevalence, NaN, below 1",
    "--prevalence, 0.5..1.5, below 1",
    "--prevalence, 0.5..0.2, write the smaller number first",
    "--prevalence, half, 0.1..0.5",
    "--dependence, ring:0.5, chain:R",
    "--dependence, factor, factor:R",
    "--dependence, none:0, pairs:R",
    "--dependence, factor:1.0, below 1",
    "--dependence, factor:-0.1, at least 0",
    "--dependence, chain:1.5, below 1",
    "--dependence, pairs:0.0, above 0",
    "--dependence, pairs:x, not a number",
    "--noise, gauss, columns"
  })
  void whatCannotBeIsNamed(String option, String value, String way) {
    List<Object> words = new ArrayList<>(List.of("generate", "dense", "-o", folder.resolve("p")));
    Map<String, Object> given =
        new TreeMap<>(Map.of("--rows", 90, "--columns", 12, "--features", 5));
    given.put(option, value);
    given.forEach((name, word) -> words.addAll(List.of(name, word)));
    Run.lfm(words.toArray())
        .isWrongUse(way.contains("number of rows") ? "--features" : option, way);
    assertFalse(Files.exists(folder.resolve("p")));
  }

  @Test
  void pairsOfRareFeaturesCannotDifferOften() {
    small("--dependence", "pairs:.5", "--prevalence", ".1").isWrongUse("--dependence", "0.2");
  }

  @Test
  void sizesAreNeeded() {
    Run.lfm("generate", "dense", "-o", folder).isWrongUse("--rows, --columns, --features");
    Run.lfm("generate", "dense", "-o", folder, "--rows", 9, "-k", 2).isWrongUse("--columns");
    Run.lfm("generate", "dense", "-o", folder, "--rows", 99999, "--columns", 99999, "-k", 99999)
        .isWrongUse("--features", "99,999", "entries");
    Run.lfm("generate", "syn1", "-o", folder, "--sigma", 2)
        .isWrongUse("--sigma applies to dense, sparse, spectral, markov, chain, meter only");
    Run.lfm(
            "generate",
            "spectral",
            "-o",
            folder,
            "--rows",
            90,
            "--columns",
            12,
            "-k",
            5,
            "--noise",
            "t")
        .isWrongUse("--noise applies to dense only");
    small("--rows", 91).isWrongUse("'--rows' should be specified only once");
    small("-k", 7).isWrongUse("'--features' should be specified only once");
  }

  /** Else the help would tell of other values than those that are taken. */
  @Test
  void theHelpHasTheDefaults() {
    SizedOptions defaults = new SizedOptions();
    assertEquals(
        "Default: %s; meter: 5; spectral with --rbm: %.0f."
            .formatted(SizedOptions.USUAL_SIGMA, SizedOptions.RBM_SIGMA),
        otherwise("sigma"));
    assertEquals("Default: " + defaults.prevalence + ".", otherwise("prevalence"));
    assertEquals("Default: " + defaults.dependence + ".", otherwise("dependence"));
  }

  private static String otherwise(String option) {
    String help = Run.lfm("generate", "--help", option).succeeds().out();
    return help.lines().filter(line -> line.startsWith("Default: ")).findAny().orElse("");
  }

  @Test
  void hiddenUnitsHaveNoiseOfTheirOwnByDefault() throws IOException {
    Object[] words = {"generate", "spectral", "--rows", 40, "--columns", 6, "-k", 3, "--rbm", "-o"};
    List<Object> common = List.of(words);
    List<byte[]> files = new ArrayList<>();
    for (List<Object> more :
        List.<List<Object>>of(List.of(), List.of("--sigma", 1), List.of("--sigma", 2))) {
      List<Object> all = new ArrayList<>(common);
      all.add(folder.resolve("p"));
      all.addAll(more);
      Run.lfm(all.toArray()).succeeds();
      files.add(Files.readAllBytes(folder.resolve("p/X.npy")));
    }
    assertArrayEquals(files.get(0), files.get(1));
    assertFalse(Arrays.equals(files.get(0), files.get(2)));
    Run.lfm(
            "generate",
            "spectral",
            "--rows",
            40,
            "--columns",
            6,
            "-k",
            3,
            "--rbm",
            "--exclusive",
            "-o",
            folder)
        .isWrongUse("--rbm and --exclusive exclude each other");
    Run.lfm("generate", "spectral", "--rows", 40, "--columns", 6, "-k", 21, "--rbm", "-o", folder)
        .isWrongUse("--features is 21");
    Run.lfm("generate", "dense", "--rows", 40, "--columns", 6, "-k", 3, "--rbm", "-o", folder)
        .isWrongUse("--rbm applies to spectral only");
  }
}
