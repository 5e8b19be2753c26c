package org.latentfeature.fit.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.Ending;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.step.coding.PathObjective.Gain;

/** Files whose checksums hold, but which say what no fit can have said. */
class WrongModelTest {

  private static final int N = 3;
  private static final int D = 2;
  private static final int K = 2;

  @TempDir Path folder = Path.of("");

  private static Manifest manifest(
      String kind, Map<String, String> options, Map<String, Double> figures) {
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        kind,
        "a test",
        options,
        1,
        new BackendInfo("java", "a processor", 2, Map.of("java", "17")),
        N,
        D,
        K,
        "0123abcd",
        "best",
        .5,
        figures,
        Ending.CONVERGED,
        List.of(new Manifest.TracePoint("lasso", 1, 2, 1, Double.NaN, .5)),
        Map.of("total", 1.25),
        List.of("a", "b"),
        null,
        null,
        null);
  }

  private static Model lasso() {
    BitVector column = BitVector.of(new boolean[] {true, false, true});
    return new LassoModel(
        manifest(LassoModel.KIND.name(), Map.of("k", "2"), Map.of()),
        BinaryMatrix.ofColumns(N, List.of(column, column)),
        new Dense(K, D));
  }

  private static Model markov() {
    return new MarkovModel(
        manifest(
            MarkovModel.KIND.name(),
            Map.of("gain", "marginal", "longest", "8"),
            Map.of("variance", .5, "precision", 1.0)),
        new MarkovParameters(new Dense(K, D), new Dense(K + 1, K + 1), filled(1, K + 1, 1), .5, 1),
        Standardisation.of(filled(2, D, 1)));
  }

  private static Dense filled(int rows, int cols, double value) {
    double[] values = new double[rows * cols];
    Arrays.fill(values, value);
    return Dense.wrap(rows, cols, values);
  }

  private static Map<String, byte[]> entries(Model model) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("manifest.json", utf8(ManifestJson.write(model.manifest())));
    for (Map.Entry<String, AtomicFile.Content> e : model.arrays().entrySet()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      e.getValue().writeTo(bytes);
      entries.put(e.getKey(), bytes.toByteArray());
    }
    return entries;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject json(Map<String, byte[]> entries) {
    byte[] manifest = Objects.requireNonNull(entries.get("manifest.json"));
    return JsonParser.parseString(new String(manifest, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  private Path save(Map<String, byte[]> entries) {
    Path file = folder.resolve("wrong.lfm");
    Map<String, AtomicFile.Content> contents = new LinkedHashMap<>();
    entries.forEach((name, bytes) -> contents.put(name, out -> out.write(bytes)));
    Archive.write(file, contents);
    return file;
  }

  /** What is said of a file, which is named, in few words. */
  private static String refusal(Path file) {
    String message =
        String.valueOf(
            assertThrows(
                    DataException.class,
                    () -> ModelFile.load(file, List.of(LassoModel.KIND, MarkovModel.KIND)))
                .getMessage());
    assertTrue(message.startsWith(file.toString()) || message.contains(file + "["), message);
    assertTrue(message.length() - file.toString().length() <= 300, message);
    return message;
  }

  private static void assertSays(String words, String message) {
    assertTrue(message.contains(words), () -> "no \"" + words + "\" in: " + message);
  }

  @Test
  void unchangedTheyAreRead() throws IOException {
    for (Model model : List.of(lasso(), markov())) {
      Model back = ModelFile.load(save(entries(model)), List.of(LassoModel.KIND, MarkovModel.KIND));
      assertEquals(model.manifest(), back.manifest());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "W.npy, 2, 2, NaN, it must be a number within ±3.4e38",
    "W.npy, 1, 2, Infinity, it must be a number within",
    "W.npy, 1, 1, 1e39, it must be a number within",
    "counts.npy, 3, 1, NaN, it must be a number from 0 to 2^32",
    "counts.npy, 2, 3, -0.5, it must be a number from 0 to 2^32",
    "counts.npy, 1, 1, 1e300, it must be a number from 0 to 2^32",
    "prior.npy, 1, 3, NaN, it must be a finite number above 0",
    "prior.npy, 1, 2, 0, it must be a finite number above 0",
    "prior.npy, 1, 2, -1, it must be a finite number above 0",
    "standardisation.npy, 1, 2, NaN, it must be a number within",
    "standardisation.npy, 2, 1, 0, it must be a finite number above 0",
    "standardisation.npy, 2, 2, Infinity, it must be a finite number above 0"
  })
  void entriesOfArrays(String name, int row, int column, double value, String range)
      throws IOException {
    Map<String, byte[]> entries = entries(markov());
    byte[] array = Objects.requireNonNull(entries.get(name));
    int cols = name.equals("counts.npy") || name.equals("prior.npy") ? K + 1 : D;
    int rows =
        Map.of("W.npy", K, "counts.npy", K + 1, "prior.npy", 1, "standardisation.npy", 2)
            .getOrDefault(name, 0);
    int at = array.length - 8 * rows * cols + 8 * ((row - 1) * cols + column - 1);
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).putDouble(at, value);
    Path file = save(entries);
    assertSays(
        "row %d, column %d (counting from 1) of %s[%s] is %s; %s"
            .formatted(row, column, file, name, value, range),
        refusal(file));
  }

  /** Only columns without data may have no W, and only if the fit was to drop those. */
  @Test
  void dictionariesThatAreNaN() throws IOException {
    double none = Double.NaN;
    String name = "row 1, column 2 (counting from 1) of %s[W.npy] is NaN";
    assertSays(
        name.formatted(folder.resolve("wrong.lfm")), refusal(nan(1, none, 1, none, "error")));
    assertSays("row 1, column 1", refusal(nan(none, none, none, none, "error")));
    assertSays("row 2, column 2", refusal(nan(1, 2, 1, none, "drop")));
    assertSays(
        "every entry of W is NaN, from feature 1, column 1",
        refusal(nan(none, none, none, none, "drop")));
    Model dropped = ModelFile.load(nan(1, none, 3, none, "drop"), LassoModel.KIND);
    assertEquals(3, dropped.w().get(1, 0));
  }

  private Path nan(double a, double b, double c, double d, String emptyColumns) throws IOException {
    Map<String, byte[]> entries = entries(lasso());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    NpyWriter.write(Dense.wrap(K, D, new double[] {a, b, c, d}), bytes);
    entries.put("W.npy", bytes.toByteArray());
    JsonObject manifest = json(entries);
    manifest.getAsJsonObject("options").addProperty("empty-columns", emptyColumns);
    entries.put("manifest.json", utf8(manifest.toString()));
    return save(entries);
  }

  @Test
  void standardisedColumnsHaveMeans() throws IOException {
    Map<String, byte[]> entries = entries(markov());
    JsonObject manifest = json(entries);
    manifest.getAsJsonObject("options").addProperty("standardise", "true");
    entries.put("manifest.json", utf8(manifest.toString()));
    ModelFile.load(save(entries), MarkovModel.KIND);
    entries.remove("standardisation.npy");
    assertSays("standardised, but it has no standardisation.npy", refusal(save(entries)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "formatVersion, 0, formatVersion is 0",
        "formatVersion, -1, formatVersion is -1",
        "formatVersion, 4294967298, formatVersion is \"4294967298\"; it must be a whole number",
        "rows, 0, rows is 0",
        "rows, -1, rows is -1",
        "rows, 4294967299, rows is \"4294967299\"; it must be a whole number of at most 32 bits",
        "rows, 2.5, rows is \"2.5\"",
        "columns, 0, columns is 0",
        "features, -1, features is -1",
        "features, 4, 4 features of 3 rows",
        "seed, 18446744073709551616, seed is \"18446744073709551616\"; it must be a whole number of at most 64 bits",
        "seed, 1e1000000, seed is \"1e1000000\"",
        "seed, null, seed is null",
        "options, null, options is null",
        "options, {\"k\": null}, options.k is null",
        "options, {\"scale-by\": \"0\"}, option scale-by is \"0\"",
        "options, {\"scale-by\": \"no\"}, option scale-by is \"no\"",
        "options, {\"label-columns\": \"-1\"}, option label-columns is \"-1\"",
        "options, {\"columns-as\": \"row\"}, the columns of triplets are \"row\"",
        "figures, {\"mu\": null}, figures.mu is null",
        "figures, {\"mu\": \"nine\"}, figures.mu is \"nine\"; it must be a number",
        "backend, null, backend is null",
        "backend, {\"name\": \"java\"}, backend has no device",
        "kind, null, kind is null",
        "kind, \"latent feature\", kind is \"latent feature\"; it must be words joined by hyphens",
        "rmse, \"NaN\", rmse is NaN",
        "rmse, -1, rmse is -1",
        "trace, null, trace is null",
        "trace, [null], trace[0] is null",
        "trace, [{}], trace[0] has no stage",
        "trace, {}, BEGIN_ARRAY",
        "seconds, {\"total\": null}, seconds.total is null",
        "columnNames, [null], columnNames[0] is null",
        "columnNames, [\"a\"], 1 column names for 2 columns"
      })
  void membersOfManifests(String member, String value, String words) throws IOException {
    Map<String, byte[]> entries = entries(lasso());
    JsonObject manifest = json(entries);
    manifest.add(member, JsonParser.parseString(value));
    entries.put("manifest.json", utf8(manifest.toString()));
    assertSays(words, refusal(save(entries)));
  }

  @Test
  void membersThatAreMissingOrTooMany() throws IOException {
    Map<String, byte[]> entries = entries(lasso());
    JsonObject whole = json(entries);
    for (String member : whole.keySet()) {
      JsonObject manifest = whole.deepCopy();
      JsonElement value = manifest.remove(member);
      entries.put("manifest.json", utf8(manifest.toString()));
      if (!member.equals("columnNames")) {
        assertSays("it has no " + member, refusal(save(entries)));
      }
      String twice =
          manifest.toString().replaceFirst("}$", "")
              + ",\"%1$s\":%2$s,\"%1$s\":%2$s}".formatted(member, value);
      entries.put("manifest.json", utf8(twice));
      assertSays(member + " occurs twice", refusal(save(entries)));
    }
    entries.put("manifest.json", utf8(whole + "{}"));
    refusal(save(entries));
    entries.put("manifest.json", utf8(whole.toString().replace(":", ";")));
    assertSays("it is not valid JSON at line 1", refusal(save(entries)));
  }

  @ParameterizedTest
  @CsvSource({
    "gain, sideways, 'option gain is \"sideways\"; it must be one of marginal, paper'",
    "longest, 0, option longest is \"0\"",
    "longest, 2147483648, option longest is \"2147483648\"",
    "variance, 0, figure variance is 0.0",
    "variance, NaN, figure variance is NaN",
    "precision, Infinity, figure precision is Infinity",
    "precision, 1e-320, figure precision is 1.0E-320"
  })
  void whatMarkovModelsTakeFromTheirManifests(String name, String value, String words)
      throws IOException {
    Map<String, byte[]> entries = entries(markov());
    JsonObject manifest = json(entries);
    String group = List.of("gain", "longest").contains(name) ? "options" : "figures";
    if (group.equals("options") || !Double.isFinite(Double.parseDouble(value))) {
      manifest.getAsJsonObject(group).addProperty(name, value);
    } else {
      manifest.getAsJsonObject(group).addProperty(name, Double.valueOf(value));
    }
    entries.put("manifest.json", utf8(manifest.toString()));
    assertSays(words, refusal(save(entries)));
    manifest.getAsJsonObject(group).remove(name);
    entries.put("manifest.json", utf8(manifest.toString()));
    assertSays("the manifest has no " + group.replaceFirst("s$", ""), refusal(save(entries)));
  }

  @Test
  void theGainsFormerNameIsKnown() throws IOException {
    Map<String, byte[]> entries = entries(markov());
    JsonObject manifest = json(entries);
    manifest.getAsJsonObject("options").addProperty("gain", "literal");
    entries.put("manifest.json", utf8(manifest.toString()));
    assertEquals(Gain.PAPER, ModelFile.load(save(entries), MarkovModel.KIND).coding().gain());
  }

  @Test
  void arraysOfOtherShapesAreNamed() throws IOException {
    Map<String, int[]> wrong = new TreeMap<>();
    wrong.put("W.npy", new int[] {K + 1, D});
    wrong.put("counts.npy", new int[] {K, K});
    wrong.put("prior.npy", new int[] {K + 1, 1});
    wrong.put("standardisation.npy", new int[] {2, D + 1});
    for (Map.Entry<String, int[]> e : wrong.entrySet()) {
      Map<String, byte[]> entries = entries(markov());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      NpyWriter.write(filled(e.getValue()[0], e.getValue()[1], 1), bytes);
      entries.put(e.getKey(), bytes.toByteArray());
      assertSays(
          "[%s] is %d×%d, but must be".formatted(e.getKey(), e.getValue()[0], e.getValue()[1]),
          refusal(save(entries)));
    }
  }

  /** What a small file claims costs no memory until it is there. */
  @Tag("whole")
  @Test
  void claimsCostNothing() throws IOException {
    Map<String, byte[]> wide = entries(lasso());
    JsonObject manifest = json(wide);
    manifest.addProperty("columns", Integer.MAX_VALUE);
    manifest.remove("columnNames");
    wide.put("manifest.json", utf8(manifest.toString()));
    wide.put("W.npy", claim(wide, "W.npy", "(2, 2)", "(2, 2147483647)"));
    Path file = save(wide);
    assertTrue(Files.size(file) < 3000);
    assertCheap(file, "[W.npy] is truncated: 2×2147483647 entries");

    Map<String, byte[]> long_ = entries(lasso());
    manifest = json(long_);
    manifest.addProperty("rows", Integer.MAX_VALUE);
    long_.put("manifest.json", utf8(manifest.toString()));
    long_.put("Z.npy", claim(long_, "Z.npy", "(3, 2)", "(2147483647, 2)"));
    assertCheap(save(long_), "[Z.npy] is truncated: 2147483647×2 entries");

    Map<String, byte[]> blank = entries(lasso());
    blank.put("manifest.json", utf8(" ".repeat(20 << 20)));
    assertCheap(save(blank), "[manifest.json] decompresses to 20,971,520 bytes");

    Map<String, byte[]> padded = entries(lasso());
    padded.put("W.npy", new byte[64 << 20]);
    assertCheap(save(padded), "[W.npy] is not a .npy file");

    Map<String, byte[]> first = entries(lasso());
    first.put("manifest.json", utf8("{\"formatVersion\": 1" + " ".repeat(5 << 20) + "}"));
    assertCheap(save(first), "[manifest.json] decompresses to 5,242,900 bytes");

    Map<String, byte[]> deep = entries(lasso());
    deep.put("manifest.json", utf8("[".repeat(9 << 20)));
    assertCheap(save(deep), "BEGIN_OBJECT");
    deep.put("manifest.json", utf8("{\"formatVersion\": 2, \"more\": " + "[".repeat(9 << 20)));
    assertCheap(save(deep), "it is not valid JSON at line 1");
  }

  /** Wrong entries at the end of much that is right are found before any of it is kept. */
  @Tag("whole")
  @Test
  void wrongEntriesCostNoMemory() throws IOException {
    int cols = 4 << 20;
    for (Model model : List.of(lasso(), markov())) {
      Map<String, byte[]> entries = entries(model);
      JsonObject manifest = json(entries);
      manifest.addProperty("columns", cols);
      manifest.remove("columnNames");
      entries.put("manifest.json", utf8(manifest.toString()));
      entries.remove("standardisation.npy");
      ByteArrayOutputStream zeros = new ByteArrayOutputStream();
      NpyWriter.write(new Dense(K, cols), zeros);
      byte[] w = zeros.toByteArray();
      entries.put("W.npy", w);
      if (model instanceof MarkovModel) {
        entries.put("counts.npy", ending(entries, "counts.npy", Double.NaN));
        assertCheap(save(entries), "[counts.npy] is NaN");
      }
      entries.put("W.npy", ending(entries, "W.npy", Double.NaN));
      Path file = save(entries);
      assertTrue(Files.size(file) * 200 < w.length);
      assertCheap(file, "row 2, column %d (counting from 1) of ".formatted(cols));
    }
  }

  /** An array of doubles whose last entry is {@code value}. */
  private static byte[] ending(Map<String, byte[]> entries, String name, double value) {
    byte[] array = Objects.requireNonNull(entries.get(name)).clone();
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).putDouble(array.length - 8, value);
    return array;
  }

  private static byte[] claim(Map<String, byte[]> entries, String name, String from, String to) {
    String array =
        new String(Objects.requireNonNull(entries.get(name)), StandardCharsets.ISO_8859_1);
    assertTrue(array.contains(from), array);
    String more = " ".repeat(to.length() - from.length());
    return array.replace(from + ", }" + more, to + ", }").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void assertCheap(Path file, String words) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    String message = refusal(file);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertSays(words, message);
    assertTrue(bytes < 20 << 20, message + " took " + bytes + " bytes");
  }

  @Test
  void entriesThatStandThereTwiceAreRefused() throws IOException {
    // Of one length, so that the name can be replaced in the file.
    Map<String, byte[]> entries = entries(lasso());
    entries.put("V.npy", new byte[9]);
    Path doubled = save(entries);
    String raw = Files.readString(doubled, StandardCharsets.ISO_8859_1).replace("V.npy", "W.npy");
    Files.writeString(doubled, raw, StandardCharsets.ISO_8859_1);
    assertSays("it has two entries \"W.npy\"", refusal(doubled));
  }

  /** Entries are read by the names that are known; none is a path to be followed. */
  @Test
  void otherEntriesAreNotLookedAt() throws IOException {
    Map<String, byte[]> entries = entries(lasso());
    entries.put("../outside.npy", new byte[9]);
    Path file = save(entries);
    assertEquals(lasso().manifest(), ModelFile.load(file, LassoModel.KIND).manifest());
    assertTrue(Files.notExists(folder.resolve("../outside.npy")));
  }
}
