package org.latentfeature.fit.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.Ending;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

class ModelFileTest {

  private static final ChosenCount CHOSEN =
      new ChosenCount(
          1,
          ChosenCount.HELD_OUT,
          Map.of(ChosenCount.GAVISH_DONOHO, 3, ChosenCount.SHORTEST, 0),
          List.of(
              new ChosenCount.Candidate(0, 1, -1.0 / 3, Double.NaN, Double.NaN),
              new ChosenCount.Candidate(1, .5, 1e9, .25, 0)));

  @TempDir Path folder = Path.of("");

  @Test
  void comesBackWhole() {
    Path file = folder.resolve("model.lfm");
    for (List<String> names : Arrays.asList(null, List.of("a", "b, \"c\"", "ü", "d", "<e>"))) {
      LassoModel model = model(60, 5, 3, names);
      ModelFile.save(model, file);
      assertSame(model, ModelFile.load(file, LassoModel.KIND));
    }
  }

  @Test
  void aModelWithoutFeaturesIsAModel() {
    Path file = folder.resolve("model.lfm");
    LassoModel model =
        new LassoModel(manifest(4, 5, 0, null), BinaryMatrix.empty(4), new Dense(0, 5));
    ModelFile.save(model, file);
    assertSame(model, ModelFile.load(file, LassoModel.KIND));
  }

  @Tag("whole")
  @Test
  void manyRowsNeedLittleHeap() {
    Path file = folder.resolve("model.lfm");
    SyntheticProblem p = SyntheticProblem.dense(1_000_000, 1, 20, 0, 1);
    LassoModel model = new LassoModel(manifest(1_000_000, 1, 20, null), p.z(), p.w());
    ModelFile.save(model, file);
    assertEquals(p.z(), ModelFile.load(file, LassoModel.KIND).z());
  }

  @Test
  void equalModelsMakeEqualBytes() throws IOException {
    Path one = folder.resolve("one.lfm");
    Path two = folder.resolve("two.lfm");
    ModelFile.save(model(60, 5, 3, null), one);
    ModelFile.save(model(60, 5, 3, null), two);
    assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
  }

  @Test
  void theBytesAreThoseOfTheFile() throws IOException {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(model(60, 5, 3, null), file);
    assertArrayEquals(Files.readAllBytes(file), ModelFile.bytes(model(60, 5, 3, null)));
  }

  @Test
  void theManifestAloneIsReadWithoutTheRest() throws IOException {
    Path file = folder.resolve("model.lfm");
    LassoModel model = model(60, 5, 3, null);
    ModelFile.save(model, file);
    assertEquals(model.manifest(), ModelFile.manifest(file));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 300));
    assertThrows(DataException.class, () -> ModelFile.manifest(file));
  }

  @Test
  void theManifestIsPlainJsonInTheZip() throws IOException {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(model(60, 5, 3, null), file);
    try (ZipFile zip = new ZipFile(file.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("manifest.json"))) {
      assertEquals(
          List.of("manifest.json", "Z.npy", "W.npy", "checksums.json"),
          zip.stream().map(ZipEntry::getName).toList());
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(3, JsonParser.parseString(text).getAsJsonObject().get("features").getAsInt());
      assertTrue(text.contains("\"bound\": \"NaN\""), text);
      assertTrue(text.contains("\"seed\": -9007199254740993"), text);
    }
  }

  @Tag("whole")
  @Test
  void everyFlippedByteIsFoundOrHarmless() throws IOException {
    Path file = folder.resolve("model.lfm");
    LassoModel model = model(9, 2, 2, List.of("a", "b"));
    ModelFile.save(model, file);
    byte[] whole = Files.readAllBytes(file);
    int found = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int bits : new int[] {1, 0x20, 0xff}) {
        byte[] flipped = whole.clone();
        flipped[at] ^= (byte) bits;
        Files.write(file, flipped);
        try {
          assertSame(model, ModelFile.load(file, LassoModel.KIND));
        } catch (DataException e) {
          assertTrue(String.valueOf(e.getMessage()).contains(file.toString()), e.getMessage());
          found++;
        }
      }
    }
    // What is harmless are times, attributes and hints in the zip's own directory.
    assertTrue(found > whole.length * 3 * .7, found + " of " + whole.length * 3);
  }

  @Test
  void everyTruncationIsAnError() throws IOException {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(model(9, 2, 2, null), file);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      says(() -> ModelFile.load(file, LassoModel.KIND), file.toString());
    }
  }

  @Test
  void notAModel() throws IOException {
    Path missing = folder.resolve("missing.lfm");
    says(() -> ModelFile.load(missing, LassoModel.KIND), "no such file: " + missing);
    says(() -> ModelFile.load(folder, LassoModel.KIND), folder + " is a directory");
    Path text = Files.writeString(folder.resolve("text.lfm"), "hello");
    says(() -> ModelFile.load(text, LassoModel.KIND), text + " is not a model");
    Path zip = zip(Map.of("Z.npy", new byte[3]));
    says(
        () -> ModelFile.load(zip, LassoModel.KIND),
        "is a ZIP file, but not a model file",
        "checksums.json");
  }

  @Test
  void changedEntriesAreNamed() throws IOException {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(model(9, 2, 2, null), file);
    for (String name : List.of("manifest.json", "Z.npy", "W.npy")) {
      Map<String, byte[]> entries = entries(file);
      byte[] changed = bytes(entries, name).clone();
      changed[changed.length - 2] ^= 1;
      entries.put(name, changed);
      Path bad = zip(entries);
      says(
          () -> ModelFile.load(bad, LassoModel.KIND),
          bad + " is damaged: the checksum of " + name + " differs; restore it from a copy");
      entries.remove(name);
      Path without = zip(entries);
      says(() -> ModelFile.load(without, LassoModel.KIND), "is damaged: it has no " + name);
    }
    Map<String, byte[]> entries = entries(file);
    entries.put("checksums.json", "{}".getBytes(StandardCharsets.UTF_8));
    Path bare = zip(entries);
    says(() -> ModelFile.load(bare, LassoModel.KIND), "checksums.json is empty");
    entries.put("checksums.json", "[1".getBytes(StandardCharsets.UTF_8));
    Path rubbish = zip(entries);
    says(() -> ModelFile.load(rubbish, LassoModel.KIND), "checksums.json is not valid JSON");
  }

  @Test
  void newerFormatsAreSaidToBeSo() {
    Path file = folder.resolve("model.lfm");
    // As a later version may write it: other members, other entries.
    Archive.write(
        file,
        Map.of(
            "manifest.json",
            out ->
                out.write("{\"formatVersion\": 3, \"kind\": 7}".getBytes(StandardCharsets.UTF_8))));
    says(
        () -> ModelFile.load(file, LassoModel.KIND),
        file + " has format version 3",
        "up to 2",
        "newer");
  }

  /** A second kind, which holds W alone. */
  private record Bare(Manifest manifest, Dense w) implements Model {

    static final ModelKind<Bare> KIND =
        new ModelKind<>(
            "bare",
            (manifest, arrays) ->
                new Bare(
                    manifest,
                    arrays
                        .array("W.npy", manifest.features(), manifest.columns(), EntryRange.SINGLE)
                        .dense()));

    @Override
    public Coder coder(Backend backend, long seed) {
      throw new UnsupportedOperationException("a bare model has no codes");
    }

    @Override
    public long[] uses() {
      return new long[w.rows()];
    }

    @Override
    public Map<String, AtomicFile.Content> arrays() {
      return Map.of("W.npy", out -> NpyWriter.write(w, out));
    }
  }

  @Test
  void everyKindIsSavedAndLoadedTheSameWay() throws IOException {
    Path file = folder.resolve("bare.lfm");
    Manifest manifest = manifest("bare", 4, 5, 1, null).withFigures(Map.of("depth", 3.0));
    ModelFile.save(new Bare(manifest, new Dense(1, 5)), file);
    assertEquals(manifest, ModelFile.load(file, Bare.KIND).manifest());
    Model any = ModelFile.load(file, List.of(LassoModel.KIND, Bare.KIND));
    assertEquals(5, any.w().cols());
    WrongKindException wrong =
        assertThrows(WrongKindException.class, () -> ModelFile.load(file, LassoModel.KIND));
    assertEquals("bare", wrong.kind());
    assertEquals(file.toString(), wrong.file());
    assertEquals(
        file + " is a model of kind bare; a model of kind latent-feature-lasso is needed",
        wrong.getMessage());
    Map<String, byte[]> entries = entries(file);
    byte[] changed = bytes(entries, "W.npy");
    changed[changed.length - 2] ^= 1;
    Path damaged = zip(entries);
    says(() -> ModelFile.load(damaged, Bare.KIND), "the checksum of W.npy differs");
  }

  @Test
  void anArrayThatIsMissingIsNamed() {
    Path file = folder.resolve("model.lfm");
    String manifest = ManifestJson.write(manifest(9, 2, 2, null));
    Archive.write(
        file, Map.of("manifest.json", out -> out.write(manifest.getBytes(StandardCharsets.UTF_8))));
    says(() -> ModelFile.load(file, LassoModel.KIND), file + " is damaged: it has no Z.npy");
  }

  /** As version 1 wrote them: the penalty and the certificate were members of their own. */
  @Test
  void modelsOfFormat1AreReadAndSavedAsFormat2() throws IOException {
    Path file = folder.resolve("old.lfm");
    for (boolean certified : new boolean[] {false, true}) {
      String manifest =
          """
          {"formatVersion": 1, "kind": "latent-feature-lasso", "software": "lfm 0.1.0",
           "options": {"k": "2", "scale-by": "0.5"}, "seed": 3,
           "backend": {"name": "java", "device": "d", "threads": 1, "versions": {}},
           "rows": 2, "columns": 3, "features": 1, "dataHash": "ab", "method": "lasso",
           "mu": %s, "rmse": 0.25, "ended": "converged",
           "trace": [{"stage": "lasso", "step": 1, "columns": 1, "objective": 2.0,
                      "bound": "NaN", "rmse": 0.5}],
           "seconds": {"total": 1.5}%s}
          """
              .formatted(
                  certified ? "0.125" : "\"NaN\"",
                  certified ? ", \"certificate\": {\"gap\": 0.5, \"mu\": 0.125}" : "");
      Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
      entries.put("manifest.json", out -> out.write(manifest.getBytes(StandardCharsets.UTF_8)));
      entries.put(
          "Z.npy",
          out ->
              NpyWriter.write(
                  BinaryMatrix.empty(2).with(BitVector.of(new boolean[] {true, false})), out));
      entries.put("W.npy", out -> NpyWriter.write(new Dense(1, 3), out));
      Archive.write(file, entries);
      Manifest old = ModelFile.load(file, LassoModel.KIND).manifest();
      assertEquals(old, ModelFile.manifest(file));
      assertEquals(1, old.formatVersion());
      assertEquals(
          certified ? Map.of("certificate_gap", .5, "certificate_mu", .125, "mu", .125) : Map.of(),
          old.figures());
      assertEquals(certified ? Map.of("gap", .5, "mu", .125) : Map.of(), LassoModel.proven(old));
      assertEquals(.25, old.rmse());
      assertEquals("0.5", old.options().get("scale-by"));
      assertEquals(1, old.trace().size());

      Path again = folder.resolve("again.lfm");
      ModelFile.save(ModelFile.load(file, LassoModel.KIND), again);
      Manifest saved = ModelFile.manifest(again);
      assertEquals(2, saved.formatVersion());
      assertEquals(old.figures(), saved.figures());
    }
  }

  @Test
  void incompleteManifests() {
    Path file = folder.resolve("model.lfm");
    for (String text :
        List.of("", "null", "[]", "{}", "{\"formatVersion\": 1}", "{\"formatVersion\":")) {
      Archive.write(
          file, Map.of("manifest.json", out -> out.write(text.getBytes(StandardCharsets.UTF_8))));
      says(
          () -> ModelFile.load(file, LassoModel.KIND),
          file + " has a manifest that cannot be read");
    }
  }

  @Test
  void contradictionsAreErrors() throws IOException {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(model(9, 2, 2, null), file);
    Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
    String other = ManifestJson.write(manifest(10, 2, 2, null));
    entries.put("manifest.json", out -> out.write(other.getBytes(StandardCharsets.UTF_8)));
    Map<String, byte[]> old = entries(file);
    entries.put("Z.npy", out -> out.write(bytes(old, "Z.npy")));
    entries.put("W.npy", out -> out.write(bytes(old, "W.npy")));
    Archive.write(file, entries);
    says(() -> ModelFile.load(file, LassoModel.KIND), file + "[Z.npy] is 9×2, but must be 10×2");
  }

  @Test
  void aFailedSaveKeepsTheOldModel() throws IOException {
    Path file = folder.resolve("model.lfm");
    LassoModel model = model(9, 2, 2, null);
    ModelFile.save(model, file);
    Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
    entries.put("manifest.json", out -> out.write(1));
    entries.put(
        "Z.npy",
        out -> {
          out.write(new byte[100_000]);
          throw new IOException("No space left on device");
        });
    says(() -> Archive.write(file, entries), "cannot write " + file, "No space");
    assertSame(model, ModelFile.load(file, LassoModel.KIND));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
    Path lost = folder.resolve("lost/model.lfm");
    says(() -> ModelFile.save(model, lost), "cannot write " + lost);
  }

  @Test
  void shapesMustAgree() {
    BinaryMatrix z = BinaryMatrix.empty(4);
    assertThrows(
        IllegalArgumentException.class,
        () -> new LassoModel(manifest(4, 5, 1, null), z, new Dense(0, 5)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new LassoModel(manifest(4, 6, 0, null), z, new Dense(0, 5)));
    assertThrows(IllegalArgumentException.class, () -> manifest(4, 5, 0, List.of("a")));
    assertThrows(IllegalArgumentException.class, () -> manifest(0, 5, 0, null));
    assertThrows(
        IllegalArgumentException.class,
        () -> new LassoModel(manifest(4, 1, 5, null), BinaryMatrix.empty(4), new Dense(5, 1)));
  }

  private static void assertSame(LassoModel expected, LassoModel actual) {
    assertEquals(expected.manifest(), actual.manifest());
    assertEquals(expected.z(), actual.z());
    assertEquals(expected.w().rows(), actual.w().rows());
    assertArrayEquals(expected.w().values(), actual.w().values());
  }

  private static void says(Executable action, String... parts) {
    String message = String.valueOf(assertThrows(DataException.class, action).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }

  private static LassoModel model(int n, int d, int k, @Nullable List<String> names) {
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, .1, 1);
    return new LassoModel(manifest(n, d, k, names), p.z(), p.w());
  }

  private static Manifest manifest(int n, int d, int k, @Nullable List<String> names) {
    return manifest(LassoModel.KIND.name(), n, d, k, names);
  }

  private static Manifest manifest(String kind, int n, int d, int k, @Nullable List<String> names) {
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        kind,
        "lfm 0.1.0",
        Map.of("k", "" + k, "method", "best", "backend", "auto", "seed", "1"),
        -9007199254740993L,
        new BackendInfo("java", "a processor", 2, Map.of("java", "17", "os", "linux")),
        n,
        d,
        k,
        "0123abcd",
        "lasso",
        .1 + .2,
        names == null ? Map.of() : Map.of("gap", 1.0 / 3, "failure", 0.0),
        Ending.CONVERGED,
        List.of(
            new Manifest.TracePoint("lasso", 1, 2, 1e-300, Double.POSITIVE_INFINITY, .5),
            new Manifest.TracePoint("path", 2, 3, 1.0 / 3, Double.NaN, Double.MIN_VALUE)),
        Map.of("sweeps", 1.25, "refine", .5, "corrective", 0.0),
        names,
        null,
        null,
        names == null ? null : CHOSEN);
  }

  private static byte[] bytes(Map<String, byte[]> entries, String name) {
    return Objects.requireNonNull(entries.get(name), name);
  }

  private static Map<String, byte[]> entries(Path file) throws IOException {
    Map<String, byte[]> out = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry e : zip.stream().toList()) {
        try (InputStream in = zip.getInputStream(e)) {
          out.put(e.getName(), in.readAllBytes());
        }
      }
    }
    return out;
  }

  private Path zip(Map<String, byte[]> entries) throws IOException {
    Path file = folder.resolve("made.lfm");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> e : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(e.getKey()));
        zip.write(e.getValue());
      }
    }
    return file;
  }
}
