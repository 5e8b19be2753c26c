package org.latentfeature.model;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.AtomicFile;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.linalg.Dense;

class ModelFileTest {

  @TempDir Path folder = Path.of("");

  @Test
  void comesBackWhole() {
    Path file = folder.resolve("model.lfm");
    for (List<String> names : Arrays.asList(null, List.of("a", "b, \"c\"", "ü", "d", "<e>"))) {
      Model model = model(60, 5, 3, names);
      ModelFile.save(model, file);
      assertSame(model, ModelFile.load(file));
    }
  }

  @Test
  void aModelWithoutFeaturesIsAModel() {
    Path file = folder.resolve("model.lfm");
    Model model = new Model(manifest(4, 5, 0, null), BinaryMatrix.empty(4), new Dense(0, 5));
    ModelFile.save(model, file);
    assertSame(model, ModelFile.load(file));
  }

  @Test
  void manyRowsNeedLittleHeap() {
    Path file = folder.resolve("model.lfm");
    SyntheticProblem p = SyntheticProblem.dense(1_000_000, 1, 20, 0, 1);
    Model model = new Model(manifest(1_000_000, 1, 20, null), p.z(), p.w());
    ModelFile.save(model, file);
    assertEquals(p.z(), ModelFile.load(file).z());
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
    Model model = model(60, 5, 3, null);
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

  @Test
  void everyFlippedByteIsFoundOrHarmless() throws IOException {
    Path file = folder.resolve("model.lfm");
    Model model = model(9, 2, 2, List.of("a", "b"));
    ModelFile.save(model, file);
    byte[] whole = Files.readAllBytes(file);
    int found = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int bits : new int[] {1, 0x20, 0xff}) {
        byte[] flipped = whole.clone();
        flipped[at] ^= (byte) bits;
        Files.write(file, flipped);
        try {
          assertSame(model, ModelFile.load(file));
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
      says(() -> ModelFile.load(file), file.toString());
    }
  }

  @Test
  void notAModel() throws IOException {
    Path missing = folder.resolve("missing.lfm");
    says(() -> ModelFile.load(missing), "no such file: " + missing);
    says(() -> ModelFile.load(folder), folder + " is a directory");
    Path text = Files.writeString(folder.resolve("text.lfm"), "hello");
    says(() -> ModelFile.load(text), text + " is not a model");
    Path zip = zip(Map.of("Z.npy", new byte[3]));
    says(() -> ModelFile.load(zip), "is a zip, but not a model", "checksums.json");
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
          () -> ModelFile.load(bad),
          bad + " is damaged: the checksum of " + name + " differs; restore it from a copy");
      entries.remove(name);
      Path without = zip(entries);
      says(() -> ModelFile.load(without), "is damaged: it has no " + name);
    }
    Map<String, byte[]> entries = entries(file);
    entries.put("checksums.json", "{}".getBytes(StandardCharsets.UTF_8));
    Path bare = zip(entries);
    says(() -> ModelFile.load(bare), "checksums.json is empty");
    entries.put("checksums.json", "[1".getBytes(StandardCharsets.UTF_8));
    Path rubbish = zip(entries);
    says(() -> ModelFile.load(rubbish), "checksums.json is not readable");
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
                out.write("{\"formatVersion\": 2, \"kind\": 7}".getBytes(StandardCharsets.UTF_8))));
    says(() -> ModelFile.load(file), file + " has format version 2", "up to 1", "newer");
  }

  @Test
  void otherKindsShareTheContainer() throws IOException {
    Path file = folder.resolve("markov.lfm");
    String manifest = ManifestJson.write(manifest(4, 5, 0, null)).replace("lasso-kind", "markov");
    Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
    entries.put("manifest.json", out -> out.write(manifest.getBytes(StandardCharsets.UTF_8)));
    entries.put("paths.npy", out -> out.write(new byte[] {1, 2, 3}));
    Archive.write(file, entries);
    try (Archive archive = Archive.open(file);
        InputStream in = archive.entry("paths.npy")) {
      assertArrayEquals(new byte[] {1, 2, 3}, in.readAllBytes());
      assertTrue(archive.has("manifest.json"));
      says(() -> archive.entry("other.npy").close(), "has no other.npy");
    }
    says(() -> ModelFile.load(file), "holds no Z and W", "kind markov");
  }

  @Test
  void incompleteManifests() {
    Path file = folder.resolve("model.lfm");
    for (String text :
        List.of("", "null", "[]", "{}", "{\"formatVersion\": 1}", "{\"formatVersion\":")) {
      Archive.write(
          file, Map.of("manifest.json", out -> out.write(text.getBytes(StandardCharsets.UTF_8))));
      says(() -> ModelFile.load(file), file + " has a manifest that cannot be read");
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
    says(() -> ModelFile.load(file), file + " contradicts itself", "N = 10");
  }

  @Test
  void aFailedSaveKeepsTheOldModel() throws IOException {
    Path file = folder.resolve("model.lfm");
    Model model = model(9, 2, 2, null);
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
    assertSame(model, ModelFile.load(file));
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
        () -> new Model(manifest(4, 5, 1, null), z, new Dense(0, 5)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Model(manifest(4, 6, 0, null), z, new Dense(0, 5)));
    assertThrows(IllegalArgumentException.class, () -> manifest(4, 5, 0, List.of("a")));
  }

  private static void assertSame(Model expected, Model actual) {
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

  private static Model model(int n, int d, int k, @Nullable List<String> names) {
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, .1, 1);
    return new Model(manifest(n, d, k, names), p.z(), p.w());
  }

  private static Manifest manifest(int n, int d, int k, @Nullable List<String> names) {
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        "lasso-kind",
        "lfm 0.1.0",
        Map.of("k", "" + k, "method", "best", "backend", "auto", "seed", "1"),
        -9007199254740993L,
        new BackendInfo("java", "a processor", 2, Map.of("java", "17", "os", "linux")),
        n,
        d,
        k,
        "0123abcd",
        "lasso",
        Double.NaN,
        .1 + .2,
        "converged",
        List.of(
            new Manifest.TracePoint("lasso", 1, 2, 1e-300, Double.POSITIVE_INFINITY, .5),
            new Manifest.TracePoint("path", 2, 3, 1.0 / 3, Double.NaN, Double.MIN_VALUE)),
        Map.of("sweeps", 1.25, "refine", .5, "corrective", 0.0),
        names,
        names == null ? null : Map.of("gap", 1.0 / 3, "failure", 0.0));
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
