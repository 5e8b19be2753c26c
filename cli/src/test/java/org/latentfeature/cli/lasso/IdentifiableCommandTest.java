package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;

class IdentifiableCommandTest {

  private static final String UNIQUE = "1,0,0\n0,1,0\n0,0,1\n1,1,0\n1,0,1\n0,1,1\n";

  @TempDir Path folder;

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  @Test
  void theModelOfAProblemIsUnique() {
    Path problem = folder.resolve("problem");
    Path model = folder.resolve("a.model");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    Run.lfm("fit", problem.resolve("X.npy"), "-k", 4, "-o", model, "--backend", "java").succeeds();
    Run run = Run.lfm("identifiable", model).succeeds();
    assertTrue(run.out().lines().anyMatch(l -> l.matches("result +unique")), run::toString);
    JsonObject json = Run.lfm("identifiable", problem.resolve("Z.npy"), "--json").succeeds().json();
    assertEquals("unique_if_full_rank", json.get("answer").getAsString());
    assertTrue(json.get("dictionary_rank").isJsonNull());
    assertEquals(4, json.get("rank").getAsInt());
    assertTrue(json.get("complete").getAsBoolean());
    assertEquals(0, json.getAsJsonArray("others").size());
  }

  /** A model without a fit: Z with these rows, and W. */
  private Path model(String rows, Dense w) throws IOException {
    BinaryMatrix z = BinaryMatrixReader.read(text("Z.csv", rows), ReadOptions.DEFAULT);
    Manifest manifest =
        new Manifest(
            Manifest.CURRENT_FORMAT,
            LassoModel.KIND.name(),
            "a test",
            Map.of(),
            0,
            new BackendInfo("java", "a test", 1, Map.of()),
            z.rows(),
            w.cols(),
            z.cols(),
            "abc",
            "path",
            0,
            Map.of(),
            Ending.CONVERGED,
            List.of(),
            Map.of(),
            null,
            null,
            null,
            null);
    Path file = folder.resolve("model.lfm");
    ModelFile.save(new LassoModel(manifest, z, w), file);
    return file;
  }

  /** Every code of 3 bits once; with W = (1, 2, 3)ᵀ both 110 and 001 make a row of 3. */
  @Test
  void aModelWhoseWHasNotRankKIsNotCalledUnique() throws IOException {
    String codes = "0,0,0\n1,0,0\n0,1,0\n1,1,0\n0,0,1\n1,0,1\n0,1,1\n1,1,1\n";
    Path model = model(codes, Dense.wrap(3, 1, new double[] {1, 2, 3}));
    Run run = Run.lfm("identifiable", model).succeeds();
    assertTrue(
        run.out().contains("not decided by Theorem 4: W has rank 1 < 3, so rows of X can have"),
        run::toString);
    JsonObject json = Run.lfm("identifiable", model, "--json").succeeds().json();
    assertEquals("rank_deficient", json.get("answer").getAsString());
    assertEquals(3, json.get("rank").getAsInt());
    assertEquals(1, json.get("dictionary_rank").getAsInt());
    Run only = Run.lfm("identifiable", folder.resolve("Z.csv")).succeeds();
    assertTrue(
        only.out().lines().anyMatch(l -> l.matches("result +unique if W has rank 3")),
        only::toString);
    Path other = model(codes, Dense.wrap(3, 3, new double[] {1, 0, 0, 2, 1, 0, 3, 0, 1}));
    json = Run.lfm("identifiable", other, "--json").succeeds().json();
    assertEquals("unique", json.get("answer").getAsString());
    assertEquals(3, json.get("dictionary_rank").getAsInt());
  }

  @Test
  void otherColumnsAreToldAndWritten() throws IOException {
    // f1 and f2 are never together; f3 is f1's in two rows and f2's in one.
    Path z = text("z.csv", "1,0,1\n1,0,1\n1,0,0\n0,1,1\n0,1,0\n0,0,1\n");
    Path others = folder.resolve("others.npy");
    Run run = Run.lfm("identifiable", z, "-o", others, "-q").succeeds();
    assertTrue(run.out().contains("not unique"), run::toString);
    assertTrue(run.out().contains("f1 + f2  (5 rows)"), run::toString);
    assertEquals("", run.err());
    assertEquals(
        BinaryMatrix.empty(6)
            .with(BitVector.of(new boolean[] {true, true, true, true, true, false})),
        BinaryMatrixReader.read(others, ReadOptions.DEFAULT));
    JsonObject json = Run.lfm("identifiable", z, "--json").succeeds().json();
    assertEquals("not_unique", json.get("answer").getAsString());
    JsonObject other = json.getAsJsonArray("others").get(0).getAsJsonObject();
    assertEquals("f1 + f2", other.get("combination").getAsString());
    assertEquals("[1,1,0]", other.getAsJsonArray("numerators").toString());
    assertEquals(1, other.get("denominator").getAsInt());
    assertEquals(5, other.get("rows").getAsInt());
  }

  @Test
  void aDependentFeatureIsNamed() throws IOException {
    Path z = text("z.csv", "1,0,1\n0,1,1\n1,1,0\n0,0,0\n");
    assertEquals(
        0,
        Run.lfm("identifiable", z, "--json")
            .succeeds()
            .json()
            .getAsJsonArray("dependences")
            .size());
    Path sum = text("sum.csv", "1,0,1\n0,1,1\n0,1,1\n0,0,0\n");
    Run run = Run.lfm("identifiable", sum).succeeds();
    assertTrue(run.out().contains("not unique"), run::toString);
    // The earliest columns that are independent stay; the later one is told through them.
    assertTrue(run.out().lines().anyMatch(l -> l.matches("f3 equals +f1 \\+ f2")), run::toString);
  }

  @Test
  void mostAndMaxNodesEndTheSearch() throws IOException {
    Path z = text("z.csv", "1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n");
    Run run = Run.lfm("identifiable", z, "--most", 3).succeeds();
    assertTrue(run.out().contains("at least 3"), run::toString);
    JsonArray others =
        Run.lfm("identifiable", z, "--json").succeeds().json().getAsJsonArray("others");
    assertEquals(11, others.size());
    Run cut = Run.lfm("identifiable", text("u.csv", UNIQUE), "--max-nodes", 2).succeeds();
    assertTrue(cut.out().contains("undecided"), cut::toString);
    assertTrue(cut.out().contains("--max-nodes"), cut::toString);
  }

  @Test
  void withoutAnotherColumnAnOldFileIsLeftAsItIs() throws IOException {
    Path old = text("old.csv", "kept");
    Run run = Run.lfm("identifiable", text("u.csv", UNIQUE), "-o", old).succeeds();
    assertTrue(run.err().contains("no other column"), run::toString);
    assertEquals("kept", Files.readString(old));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x"})
  void limitsOutOfRange(String value) throws IOException {
    Path z = text("z.csv", UNIQUE);
    Run.lfm("identifiable", z, "--most", value).isWrongUse("--most", value);
    Run.lfm("identifiable", z, "--max-nodes", value).isWrongUse("--max-nodes", value);
  }

  @Test
  void whatHoldsNoIncidenceMatrix() throws IOException {
    Run.lfm("identifiable", text("half.csv", "1,0\n0.5,1\n")).fails("half.csv", "0.5", "0 and 1");
    Run.lfm("identifiable", text("two.csv", "1,0\n0,2\n")).fails("two.csv", "2.0", "0 and 1");
    Run.lfm("identifiable", text("empty.csv", "")).fails("empty.csv", "empty");
    Run.lfm("identifiable", text("no.lfm", "nonsense")).fails("no.lfm", "model");
    Run.lfm("identifiable", folder.resolve("missing.npy")).fails("missing.npy");
    Run.lfm("identifiable", folder.resolve("missing.lfm")).fails("missing.lfm");
    Run.lfm("identifiable").isWrongUse("MODEL");
    String wide = "1" + ",0".repeat(256) + "\n";
    Run.lfm("identifiable", text("wide.csv", wide)).fails("wide.csv", "257", "256");
    Path z = text("z.csv", UNIQUE);
    Run.lfm("identifiable", z, "-o", folder.resolve("o.txt")).isWrongUse("o.txt", ".npy");
    Run.lfm("identifiable", z, "-o", folder.resolve("no/o.npy")).fails("no directory");
    assertFalse(Files.exists(folder.resolve("no")));
  }

  private JsonObject json(Object... words) {
    return Run.lfm(words).succeeds().json();
  }

  /** Noise moves the span away from Z, and the next column stays where it is. */
  @Test
  void theMarginTellsColumnsFromChance() {
    Path problem = folder.resolve("dense");
    Object[] generate = {
      "generate", "dense", "--rows", 120, "--columns", 40, "-k", 7, "--sigma", .3, "-o", problem
    };
    Run.lfm(generate).succeeds();
    Path model = folder.resolve("vertices.lfm");
    Path x = problem.resolve("X.npy");
    Object[] fit = {"fit", x, "-k", 7, "-o", model, "--estimator", "mf-binary"};
    Run.lfm(fit).succeeds();
    JsonObject exact = json("identifiable", model, "--json");
    assertEquals("unique", exact.get("answer").getAsString());
    assertEquals(0, exact.get("farthest").getAsDouble());
    assertTrue(exact.get("margin").getAsDouble() > 5);
    JsonObject noisy = json("identifiable", model, "--data", x, "--json");
    assertTrue(noisy.get("farthest").getAsDouble() > .1);
    assertTrue(noisy.get("margin").getAsDouble() > 3 * noisy.get("farthest").getAsDouble());
  }

  @Test
  void whatIsNotUniqueHasNoMargin() throws IOException {
    JsonObject json = json("identifiable", text("Z.csv", "1,0\n0,1\n1,0\n"), "--json");
    assertEquals("not_unique", json.get("answer").getAsString());
    assertEquals(0, json.get("margin").getAsDouble());
  }

  /** Columns that are no data are left out as the fit left them out. */
  @Test
  void dataAreReadAsTheFitReadThem() throws IOException {
    StringBuilder table = new StringBuilder("id,a,b,c,class\n");
    for (int i = 0; i < 60; i++) {
      int z = i % 4;
      table.append("r%d,%s,%s,%s,yes\n".formatted(i, 3 * (z & 1), 2 * (z >> 1), 1.5 * (z & 1)));
    }
    Path data = text("t.csv", table.toString());
    Path model = folder.resolve("t.lfm");
    Run.lfm("fit", data, "-k", 2, "--ids", "id", "--labels", "class", "-o", model).succeeds();
    assertTrue(json("identifiable", model, "--data", data, "--json").has("margin"));
  }

  @Test
  void dataOfOtherRowsHaveNoMargin() throws IOException {
    Path other = text("X.csv", "1,2,3\n4,5,6\n");
    Run.lfm("identifiable", text("Z.csv", UNIQUE), "--data", other)
        .fails("X.csv is 2 × 3", "6 rows and 3 features", "--data");
  }
}
