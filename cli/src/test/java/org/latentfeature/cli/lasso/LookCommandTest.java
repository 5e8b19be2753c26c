package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;

/** What a look says of data is what a fit then does with them. */
class LookCommandTest {

  @TempDir Path folder = Path.of("");

  private static JsonObject look(Object... words) {
    Object[] all = new Object[words.length + 4];
    all[0] = "look";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "--json";
    all[words.length + 2] = "--backend";
    all[words.length + 3] = "java";
    return Run.lfm(all).succeeds().json();
  }

  private static Set<String> findings(JsonObject look) {
    Set<String> names = new TreeSet<>();
    look.getAsJsonArray("findings")
        .forEach(f -> names.add(f.getAsJsonObject().get("name").getAsString()));
    return names;
  }

  private Path generate(Object... words) {
    Object[] all = new Object[words.length + 3];
    all[0] = "generate";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "-o";
    all[words.length + 2] = folder;
    Run.lfm(all).succeeds();
    return folder.resolve("X.npy");
  }

  @Test
  void sparseRowsHaveTheMemoryOfAFitThatSettlesBesideTheMost() {
    Run.lfm("generate", "sparse", "--rows", 5000, "--columns", 2000, "-k", 4, "-o", folder)
        .succeeds();
    JsonObject look = look(folder.resolve("X.npz"));
    long settled = look.get("settled_bytes").getAsLong();
    long most = look.get("fit_bytes").getAsLong();
    // Chains hold the products of 2,048 rows.
    long chains = 8L * 2048 * 2048;
    assertTrue(settled < chains && most > chains && most < 2 * chains, settled + ", " + most);
  }

  @Test
  void theNumberOfFeaturesIsThatOfTheFit() {
    Path x = generate("dense", "--rows", 300, "--columns", 40, "-k", 6, "--sigma", .3, "--seed", 3);
    JsonObject look = look(x);
    JsonObject fit =
        Run.lfm(
                "fit",
                x,
                "-k",
                "auto",
                "-o",
                folder.resolve("m.lfm"),
                "--json",
                "--backend",
                "java")
            .succeeds()
            .json();
    assertEquals(6, look.get("features").getAsInt());
    assertFalse(look.has("settled_bytes"));
    assertEquals(fit.get("features"), look.get("features"));
    assertEquals(fit.getAsJsonObject("choice").get("rule"), look.get("rule"));
    assertEquals(Set.of("features", "searches"), findings(look));
  }

  @Test
  void moreFeaturesThanColumnsAndRowsInOrderAreSeen() {
    Path x = generate("meter", "--rows", 4000, "--columns", 3, "-k", 5, "--seed", 2);
    JsonObject look = look(x);
    assertEquals(5, look.get("features").getAsInt());
    assertTrue(findings(look).contains("order"), look::toString);
    Run fit =
        Run.lfm("fit", x, "-k", 5, "-o", folder.resolve("m.lfm"), "--backend", "java").succeeds();
    assertTrue(fit.err().contains("rows are much like the next"), fit::toString);
    Run text = Run.lfm("look", x, "--backend", "java").succeeds();
    assertTrue(text.out().contains("more than X has columns"), text::toString);
    assertTrue(text.out().contains("--order rows"), text::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unequal", "heavy"})
  void theViewIsThatOfTheFit(String kind) throws IOException {
    Random random = new Random(11);
    boolean isHeavy = kind.equals("heavy");
    StringBuilder text = new StringBuilder();
    double[][] w = new double[8][60];
    double[] noise = new double[60];
    for (int j = 0; j < 60; j++) {
      noise[j] = isHeavy ? .5 : .5 * Math.exp(1.5 * (2 * random.nextDouble() - 1));
      for (double[] feature : w) {
        feature[j] = random.nextGaussian();
      }
    }
    for (int i = 0; i < 1500; i++) {
      double[] row = new double[60];
      for (double[] feature : w) {
        boolean on = random.nextBoolean();
        for (int j = 0; j < 60 && on; j++) {
          row[j] += feature[j];
        }
      }
      for (int j = 0; j < 60; j++) {
        // Student's t of two degrees of freedom.
        double tail = isHeavy ? 1 / Math.sqrt(-Math.log(1 - random.nextDouble())) : 1;
        text.append(j == 0 ? "" : ",").append(row[j] + tail * noise[j] * random.nextGaussian());
      }
      text.append('\n');
    }
    Path x = Files.writeString(folder.resolve("x.csv"), text);
    JsonObject look = look(x);
    assertEquals(8, look.get("features").getAsInt(), look::toString);
    Run fit =
        Run.lfm(
                "fit",
                x,
                "-k",
                "auto",
                "-o",
                folder.resolve("m.lfm"),
                "--json",
                "--backend",
                "java")
            .succeeds();
    assertEquals(
        fit.json().getAsJsonObject("choice").get("rule"), look.get("rule"), look::toString);
    String finding = isHeavy ? "tails" : "unequal_noise";
    assertTrue(findings(look).contains(finding), look::toString);
    assertTrue(fit.err().contains(isHeavy ? "clipped" : "scaled"), fit::toString);
  }

  /** The same X in files of ten kinds, of which three are sparse rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "npy",
        "npy.gz",
        "csv",
        "csv.gz",
        "tsv",
        "txt",
        "arff",
        "libsvm",
        "mtx",
        "triplets.csv"
      })
  void whatItSaysOfAFileIsWhatAFitDoes(String kind) throws IOException {
    Path npy = generate("dense", "--rows", 200, "--columns", 9, "-k", 3, "--sigma", .2);
    Path x = folder.resolve("x." + kind);
    byte[] content = content(MatrixReader.read(npy).x(), npy, kind);
    if (kind.endsWith("gz")) {
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(x))) {
        out.write(content);
      }
    } else {
      Files.write(x, content);
    }
    String more = kind.equals("triplets.csv") ? "--triplets" : "--no-triplets";
    Object[] look = {"look", x, more, "--backend", "java"};
    JsonObject json = look(x, more);
    assertEquals(200, json.get("rows").getAsInt());
    assertEquals(9, json.get("columns").getAsInt());
    Run screen = Run.lfm(look).succeeds();
    json.getAsJsonArray("findings")
        .forEach(
            finding -> {
              String says = finding.getAsJsonObject().get("says").getAsString();
              assertTrue(screen.out().contains("- " + says), screen::toString);
            });
    Run fit =
        Run.lfm(
                "fit",
                x,
                more,
                "-k",
                "auto",
                "-o",
                folder.resolve("m.lfm"),
                "--json",
                "-v",
                "--backend",
                "java")
            .succeeds();
    assertEquals(3, fit.json().get("features").getAsInt(), fit::toString);
    assertEquals(fit.json().get("features"), json.get("features"), json::toString);
    assertEquals(fit.json().getAsJsonObject("choice").get("rule"), json.get("rule"));
    JsonObject searches = json.getAsJsonObject("searches");
    boolean isSparse = findings(json).contains("sparse");
    assertEquals(isSparse, searches.size() == 0, json::toString);
    assertSearches(searches, fit);
  }

  /** Data that no search settles: a fit says of each why it is not tried. */
  @ParameterizedTest
  @CsvSource({"600, 16, 4, 1.5", "80, 30, 6, 2.5", "40, 420, 5, 3"})
  void itsReasonsAreThoseOfAFit(int rows, int cols, int k, double sigma) throws IOException {
    Path x = generate("dense", "--rows", rows, "--columns", cols, "-k", k, "--sigma", sigma);
    JsonObject json = look(x);
    Run fit =
        Run.lfm(
                "fit",
                x,
                "-k",
                json.get("features").getAsInt(),
                "-o",
                folder.resolve("m.lfm"),
                "-v",
                "--backend",
                "java")
            .succeeds();
    assertTrue(assertSearches(json.getAsJsonObject("searches"), fit) >= 3, fit::toString);
  }

  /** Compares the searches that a look names with those of a fit; returns how many are refused. */
  private static int assertSearches(JsonObject searches, Run fit) {
    AtomicInteger compared = new AtomicInteger();
    searches
        .asMap()
        .forEach(
            (name, reason) -> {
              boolean isRefused = !reason.isJsonNull();
              String of = "\n" + name + ": ";
              assertFalse(
                  isRefused && Pattern.compile(of + "[0-9.]+ s").matcher(fit.err()).find(),
                  () -> name + " was searched: " + fit);
              assertFalse(
                  !isRefused && fit.err().contains(of + "not tried"),
                  () -> name + " was not searched: " + fit);
              // A search that no longer is needed does not say whether it would have applied.
              assertTrue(
                  !isRefused
                      || fit.err().contains(of + "not needed")
                      || fit.err().contains(of + "not tried, since " + reason.getAsString() + "\n"),
                  () -> name + " has another reason: " + fit);
              compared.addAndGet(fit.err().contains(of + "not tried") ? 1 : 0);
            });
    return compared.get();
  }

  private static byte[] content(Matrix x, Path npy, String kind) throws IOException {
    if (kind.startsWith("npy")) {
      return Files.readAllBytes(npy);
    }
    String between =
        kind.startsWith("csv") || kind.equals("arff") ? "," : kind.equals("tsv") ? "\t" : " ";
    StringBuilder text = new StringBuilder();
    switch (kind) {
      case "arff" -> {
        text.append("@relation x\n");
        for (int j = 0; j < x.cols(); j++) {
          text.append("@attribute a").append(j).append(" numeric\n");
        }
        text.append("@data\n");
      }
      case "mtx" ->
          text.append("%%MatrixMarket matrix coordinate real general\n")
              .append("%d %d %d\n".formatted(x.rows(), x.cols(), x.rows() * x.cols()));
      case "triplets.csv" -> text.append("row,column,value\n");
      default -> {}
    }
    for (int i = 0; i < x.rows(); i++) {
      text.append(kind.equals("libsvm") ? "0" : "");
      for (int j = 0; j < x.cols(); j++) {
        float value = x.get(i, j);
        text.append(
            switch (kind) {
              case "libsvm" -> " %d:%s".formatted(j + 1, value);
              case "mtx" -> "%d %d %s\n".formatted(i + 1, j + 1, value);
              case "triplets.csv" -> "r%d,c%d,%s\n".formatted(i, j, value);
              default -> (j == 0 ? "" : between) + value;
            });
      }
      text.append(kind.equals("mtx") || kind.startsWith("triplets") ? "" : "\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void columnsRowsAndMissingEntriesAreNamed() throws IOException {
    StringBuilder text = new StringBuilder("id,one,two,same,three,zero\n");
    for (int i = 0; i < 30; i++) {
      int bit = i % 3 == 0 ? 5 : 2;
      text.append("r%d,%d,7,%d,%s,0\n".formatted(i, bit, bit, i == 4 ? "" : i % 4 + .5));
    }
    Path x = Files.writeString(folder.resolve("x.csv"), text);
    Run run = Run.lfm("look", x, "--ids", "id", "--backend", "java").succeeds();
    for (String part :
        new String[] {
          "column two is constant",
          "column zero is zero",
          "column same is like an earlier one",
          "rows repeat an earlier one",
          "1 missing entry",
          "--missing nan"
        }) {
      assertTrue(run.out().contains(part), run::toString);
    }
    Run.lfm("fit", x, "--ids", "id", "-k", 2, "-o", folder.resolve("m.lfm"))
        .fails("line 6", "--missing nan");
    assertFalse(Files.exists(folder.resolve("m.lfm")));
  }

  @Test
  void sparseRowsInTheirFileHaveTheProfileOfThoseInMemory() {
    generate("sparse", "--rows", 700, "--columns", 400, "-k", 4, "--nonzeros", 7000);
    Path x = folder.resolve("X.npz");
    JsonObject inMemory = look(x);
    JsonObject inBlocks = look(x, "--memory", "4k");
    assertTrue(findings(inMemory).contains("sparse"), inMemory::toString);
    for (String field : new String[] {"entries", "least", "largest", "offset"}) {
      assertEquals(inMemory.get(field), inBlocks.get(field), field);
    }
  }

  @Test
  void whatIsNoDataIsRefused() throws IOException {
    Run.lfm("look", folder.resolve("none.npy")).fails("no such file");
    Path empty = Files.writeString(folder.resolve("x.csv"), "");
    Run.lfm("look", empty).fails("x.csv is empty");
    Path zero = Files.writeString(folder.resolve("y.csv"), "0,0\n0,0\n");
    Run run = Run.lfm("look", zero, "--backend", "java").succeeds();
    assertTrue(run.out().contains("columns 1, 2 are zero"), run::toString);
    Path one = Files.writeString(folder.resolve("z.csv"), "1.5\n");
    Run.lfm("look", one, "--backend", "java").succeeds();
  }
}
