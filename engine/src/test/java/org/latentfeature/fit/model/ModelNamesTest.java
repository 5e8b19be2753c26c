package org.latentfeature.fit.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FittedData;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;

/** Names of features and ids of rows, in a model and its file. */
class ModelNamesTest {

  @TempDir Path folder = Path.of("");
  private Path file = Path.of("unset");

  @BeforeEach
  void save() {
    file = folder.resolve("model.lfm");
    SyntheticProblem p = SyntheticProblem.dense(12, 5, 3, .1, 1);
    FittedData about =
        FittedData.of(new Dataset(p.x(), null, Map.of("who", ids()), "who"), Map.of());
    BackendInfo backend = new BackendInfo("java", "a processor", 1, Map.of());
    Manifest manifest =
        Manifest.of(
            LassoModel.KIND.name(),
            "test",
            LassoOptions.of(3),
            backend,
            about,
            3,
            "path",
            .1,
            Map.of(),
            Ending.CONVERGED,
            List.of(),
            Map.of());
    ModelFile.save(new LassoModel(manifest, p.z(), p.w()), file);
  }

  /** Text of any kind, since it comes from a table. */
  private static List<String> ids() {
    return List.of("ann", "", "a\nb", "\"q\"", "ü", "7", "=x", "<b>", "a,b", "ann", "\u202e", "l");
  }

  private LassoModel load() {
    return ModelFile.load(file, LassoModel.KIND);
  }

  @Test
  void namesAndIdsComeBack() {
    assertEquals(ids(), load().manifest().rowIds());
    assertNull(load().manifest().featureNames());
    assertEquals(List.of("f1", "f2", "f3"), load().manifest().featureLabels());
    LassoModel before = load();
    ModelFile.saveNamed(before, List.of("", "=näme of 2", ""), file);
    Manifest named = load().manifest();
    assertEquals(List.of("f1", "=näme of 2", "f3"), named.featureLabels());
    assertEquals("", named.featureName(0));
    assertEquals(ids(), named.rowIds());
    assertEquals(before.manifest().withFeatureNames(List.of("", "=näme of 2", "")), named);
    assertEquals(before.z(), load().z());
    assertArrayEquals(before.w().values(), load().w().values());
  }

  @Test
  void withoutNamesTheFileIsAsItWas() throws IOException {
    byte[] before = Files.readAllBytes(file);
    ModelFile.saveNamed(load(), List.of("a", "b", "c"), file);
    ModelFile.saveNamed(load(), List.of("", "", ""), file);
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  /** Those who know neither read the same model, since they pass over what they do not know. */
  @Test
  void namesAreWhereOlderReadersPassOverThem() throws IOException {
    ModelFile.saveNamed(load(), List.of("a", "b", "c"), file);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertEquals(
          List.of("manifest.json", "Z.npy", "W.npy", "ids.json", "checksums.json"),
          zip.stream().map(e -> e.getName()).toList());
      String text =
          new String(
              zip.getInputStream(zip.getEntry("manifest.json")).readAllBytes(),
              StandardCharsets.UTF_8);
      assertTrue(text.contains("\"formatVersion\": 2"), text);
      assertTrue(text.contains("\"featureNames\""), text);
      assertTrue(!text.contains("rowIds"), text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a,b' | a comma or a semicolon",
        "'a;b' | a comma or a semicolon",
        "' a'  | begins or ends in a blank",
        "' '   | begins or ends in a blank",
        "12    | a number",
        "1e5   | a number",
        "-inf  | a number",
        "NaN   | a missing value",
        "none  | a missing value",
        "f3    | a feature without a name",
        "f07   | a feature without a name"
      })
  void whatAHeaderWouldNotGiveBackIsNoName(String name, String why) {
    says(List.of("", name, ""), "the name of feature 2, \"" + name.strip(), why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\tb", "\u001b[1m", "a\u202eb", "a\u2028b", "a\ud800"})
  void whatIsNotSeenIsNoName(String name) {
    says(List.of(name, "", ""), "the name of feature 1", "a control character");
  }

  @Test
  void namesAreDifferentAndNotTooLong() {
    says(List.of("a", "", "a"), "features 1 and 3 are both named \"a\"");
    says(List.of("", "", "x".repeat(61)), "feature 3", "longer than 60");
    says(List.of("a", "b"), "2 names for 3 features");
    assertEquals("😀".repeat(60), named(List.of("😀".repeat(60), "", "")).featureName(0));
  }

  private Manifest named(List<String> names) {
    return load().manifest().withFeatureNames(names);
  }

  private void says(List<String> names, String... parts) {
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> named(names)).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }
}
