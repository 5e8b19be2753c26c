package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.ScipyWriter;

/** Sparse rows from file to report, beside the same rows read by {@code --dense}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SparseRowsCommandsTest {

  private Path folder = Path.of("");
  private Path x = Path.of("");
  private Path model = Path.of("");

  @BeforeAll
  void fit(@TempDir Path temporary) {
    folder = temporary;
    Run.lfm(
            "generate",
            "sparse",
            "--rows",
            700,
            "--columns",
            400,
            "-k",
            4,
            "--nonzeros",
            7000,
            "--sigma",
            .1,
            "-o",
            folder)
        .succeeds();
    x = folder.resolve("X.npz");
    model = folder.resolve("m.lfm");
    Run.lfm("fit", x, "-k", 4, "-o", model, "--backend", "java", "--view", "plain").succeeds();
  }

  private static double number(Run run, String name) {
    return run.succeeds().json().get(name).getAsDouble();
  }

  @Test
  void itsFeaturesAreThePlantedOnes() {
    Run score =
        Run.lfm(
            "score",
            model,
            x,
            "--truth-z",
            folder.resolve("Z.npy"),
            "--truth-w",
            folder.resolve("W.npy"),
            "--json");
    assertTrue(number(score, "hamming_one_to_one") < .01, score.out());
    assertFalse(score.json().get("coded").getAsBoolean(), "the model's own Z");
  }

  @Tag("whole")
  @Test
  void denseRowsGiveTheSameFit() {
    Path dense = folder.resolve("dense.lfm");
    Path sparse = folder.resolve("sparse.lfm");
    double expected = number(Run.lfm("fit", x, "-k", 4, "-o", dense, "--dense", "--json"), "rmse");
    double found = number(Run.lfm("fit", x, "-k", 4, "-o", sparse, "--json"), "rmse");
    assertEquals(expected, found, 1e-4 * expected);
  }

  /** By steps on sparse rows, and by loops over all entries. */
  @Test
  void errorsAreThoseOfDenseRows() throws IOException {
    double found = number(Run.lfm("score", model, x, "--json"), "rmse_noisy");
    double dense = number(Run.lfm("score", model, x, "--dense", "--json"), "rmse_noisy");
    assertEquals(dense, found, 1e-9);
    String hash = Estimators.load(model).manifest().dataHash();
    assertEquals(DataHash.sha256(MatrixReader.read(x).x()), hash);
    Path z = folder.resolve("codes.npy");
    Path other = folder.resolve("dense-codes.npy");
    double coded = number(Run.lfm("transform", model, x, "-o", z, "--json"), "rmse_noisy");
    double also =
        number(Run.lfm("transform", model, x, "-o", other, "--dense", "--json"), "rmse_noisy");
    assertEquals(also, coded, 1e-9);
    assertEquals(-1, Files.mismatch(z, other));
  }

  /** A fit, codes and a score of a file that is read in blocks are those of the whole file. */
  @Test
  void aFileLargerThanTheMemoryIsReadBlockByBlock() throws IOException {
    Path blocks = folder.resolve("blocks.lfm");
    Run fit =
        Run.lfm(
            "fit",
            x,
            "-k",
            4,
            "-o",
            blocks,
            "--backend",
            "java",
            "--memory",
            "50k",
            "--sample",
            "all",
            "--json");
    fit.succeeds();
    assertTrue(fit.err().contains("sparse, read block by block"), fit.err());
    assertTrue(fit.json().get("passes").getAsInt() > 5, fit.out());
    assertEquals(
        ((FactorModel) Estimators.load(model)).z(), ((FactorModel) Estimators.load(blocks)).z());
    assertEquals(
        Estimators.load(model).manifest().dataHash(),
        Estimators.load(blocks).manifest().dataHash());
    Path z = folder.resolve("z1.npy");
    Path other = folder.resolve("z2.npy");
    Path table = folder.resolve("z1.csv");
    Path otherTable = folder.resolve("z2.csv");
    double whole = number(Run.lfm("transform", model, x, "-o", z, "--json"), "rmse_noisy");
    Run.lfm("transform", model, x, "-o", table).succeeds();
    for (Path out : List.of(other, otherTable)) {
      Run coded = Run.lfm("transform", model, x, "-o", out, "--memory", "50k", "--json");
      assertEquals(whole, number(coded, "rmse_noisy"), 1e-9);
      assertTrue(coded.err().contains("read block by block"), coded.err());
    }
    assertEquals(-1, Files.mismatch(z, other));
    assertEquals(-1, Files.mismatch(table, otherTable));
    Run score = Run.lfm("score", model, x, "--memory", "50k", "--json");
    assertEquals(
        number(Run.lfm("score", model, x, "--json"), "rmse_noisy"),
        number(score, "rmse_noisy"),
        1e-9);
    assertFalse(score.json().get("coded").getAsBoolean(), "the fingerprint is the model's");
    Run sample =
        Run.lfm("fit", x, "-k", 4, "-o", blocks, "--memory", "50k", "--sample", 300, "--json");
    Run same = Run.lfm("fit", x, "-k", 4, "-o", blocks, "--sample", 300, "--json");
    assertEquals(number(same, "rmse"), number(sample, "rmse"), 1e-9);
  }

  @Test
  void whatBlocksCannotDoNamesTheWayOut() throws IOException {
    Path out = folder.resolve("never.lfm");
    Path mtx =
        Files.writeString(
            folder.resolve("x.mtx"),
            "%%MatrixMarket matrix coordinate real general\n99 40 2\n9 1 3\n3 1 2\n");
    Run.lfm("fit", mtx, "-k", 1, "-o", out, "--memory", 1)
        .fails("line 4 of", "row 3 after row 9", "x.tocsr()", "raise --memory");
    Run.lfm("markov", "fit", x, "-k", 2, "-o", out, "--memory", "50k").fails("sparse", "--dense");
    Run.lfm("fit", x, "-k", 2, "-o", out, "--memory", "50k", "--method", "cumulants")
        .fails("estimator cumulants needs dense rows", "--dense");
    Run.lfm("transform", model, x, "--soft", folder.resolve("soft.npy"), "--memory", "50k")
        .fails("sparse and read block by block", "pass --dense, and raise --memory");
    Run.lfm("fit", x, "-k", 2, "-o", out, "--memory", "50k", "--hold-out", ".1")
        .fails("--hold-out needs dense rows");
    assertFalse(Files.exists(out));
  }

  @Test
  void aReportShowsThem() throws IOException {
    Path html = folder.resolve("r.html");
    Path dense = folder.resolve("dense.html");
    JsonObject answer =
        Run.lfm("report", model, x, "-o", html, "--image", "20x20", "--path-to", 3, "--json")
            .succeeds()
            .json();
    assertEquals(
        number(
            Run.lfm("report", model, x, "-o", dense, "--dense", "--path-to", 0, "--json"), "rmse"),
        answer.get("rmse").getAsDouble(),
        1e-9);
    assertEquals(3, answer.get("path_to").getAsInt());
    assertTrue(Files.readString(html).contains("The rows with the largest residuals"));
  }

  @Test
  void aPathGoesOverThem() {
    Run.lfm("path", x, "--max-k", 3, "--table", folder.resolve("p.tsv")).succeeds();
  }

  /** An intercept, weights and views, by steps on sparse rows and by loops over all entries. */
  @Tag("whole")
  @Test
  void variantsAreThoseOfDenseRows() throws IOException {
    Path weights = Files.writeString(folder.resolve("w.csv"), "w\n" + "1\n2\n".repeat(350));
    for (List<String> options :
        List.of(
            List.of("--intercept"),
            List.of("--column-weights", "noise"),
            List.of("--row-weights", weights.toString()),
            List.of("--view", "centred"))) {
      Path sparse = folder.resolve("variant.lfm");
      Path dense = folder.resolve("variant-dense.lfm");
      List<Object> fit = new ArrayList<>(List.of("fit", x, "-k", 4, "--json", "-o"));
      fit.addAll(options);
      fit.add(6, sparse);
      double found = number(Run.lfm(fit.toArray()), "rmse");
      fit.set(6, dense);
      fit.add("--dense");
      assertEquals(number(Run.lfm(fit.toArray()), "rmse"), found, 1e-5, options.toString());
      assertEquals(
          ((FactorModel) Estimators.load(dense)).z(), ((FactorModel) Estimators.load(sparse)).z());
      Path z = folder.resolve("variant.npy");
      Path other = folder.resolve("variant-dense.npy");
      double coded = number(Run.lfm("transform", sparse, x, "-o", z, "--json"), "rmse_noisy");
      double same =
          number(Run.lfm("transform", sparse, x, "-o", other, "--dense", "--json"), "rmse_noisy");
      assertEquals(same, coded, 1e-6);
      assertEquals(-1, Files.mismatch(z, other));
      for (String name : List.of("rmse_noisy", "rmse_file")) {
        assertEquals(
            number(Run.lfm("score", sparse, x, "--dense", "--json"), name),
            number(Run.lfm("score", sparse, x, "--json"), name),
            1e-6);
      }
      Path html = folder.resolve("variant.html");
      double reported =
          number(Run.lfm("report", sparse, x, "-o", html, "--path-to", 0, "--json"), "rmse");
      assertEquals(found, reported, 1e-5);
    }
    Run.lfm("fit", x, "-k", 2, "-o", folder.resolve("no.lfm"), "--robust")
        .fails("robust fits and rows in order need dense rows, but X is sparse", "--dense");
    Run.lfm("score", folder.resolve("variant.lfm"), x, "--risk")
        .fails("--risk of a model with an intercept needs dense rows", "--dense");
  }

  /** Of 4 million rows and 60,000 columns, nearly all 0: dense, they take two terabytes. */
  @Tag("whole")
  @Test
  void aReportThatMakesRowsDenseAsksForTheirMemoryFirst() {
    Path some = folder.resolve("some");
    Run.lfm("generate", "sparse", "--rows", 300, "--columns", 60_000, "-k", 2, "-o", some)
        .succeeds();
    Path shifted = folder.resolve("shifted.lfm");
    Run.lfm("fit", some.resolve("X.npz"), "-k", 2, "--intercept", "-o", shifted).succeeds();
    int n = 4_000_000;
    int[] start = new int[n + 1];
    Arrays.fill(start, 1, n + 1, 1);
    Path large = folder.resolve("large.npz");
    ScipyWriter.write(SparseRows.of(n, 60_000, start, new int[] {7}, new float[] {1}), large);
    Path html = folder.resolve("large.html");
    Run.lfm("report", shifted, large, "-o", html, "--path-to", 0)
        .fails("makes it dense, which takes 1,831,055 MiB", "fewer of its rows");
    assertFalse(Files.exists(html));
  }

  @Tag("whole")
  @Test
  void aCertificateIsThatOfDenseRows() {
    Path out = folder.resolve("certified.lfm");
    Run sparse =
        Run.lfm("fit", x, "-k", 4, "-o", out, "--view", "plain", "--certify", "--json").succeeds();
    Run dense =
        Run.lfm("fit", x, "-k", 4, "-o", out, "--view", "plain", "--certify", "--json", "--dense")
            .succeeds();
    for (String name : List.of("objective", "lowerBound")) {
      double expected = dense.json().getAsJsonObject("certificate").get(name).getAsDouble();
      double found = sparse.json().getAsJsonObject("certificate").get(name).getAsDouble();
      assertEquals(expected, found, 1e-3 * expected);
    }
  }

  @Test
  void otherEstimatorsNameTheWayOut() {
    Path out = folder.resolve("no.lfm");
    Run.lfm("fit", x, "-k", 3, "-o", out, "--method", "cumulants")
        .fails("estimator cumulants needs dense rows", "--dense");
    Run.lfm("markov", "fit", x, "-k", 3, "-o", out).fails("sparse", "--dense");
    Run.lfm("spectral", "fit", x, "-k", 3, "-o", out).fails("sparse", "--dense");
    assertFalse(Files.exists(out));
    Run.lfm("fit", x, "-k", 3, "-o", out, "--method", "cumulants", "--dense").succeeds();
  }

  @Test
  void wrongFilesAreNamed() throws IOException {
    Path out = folder.resolve("none.lfm");
    Path mtx =
        Files.writeString(
            folder.resolve("x.mtx"),
            "%%MatrixMarket matrix coordinate real general\n2 50 2\n1 51 3\n1 1 2\n");
    Run.lfm("fit", mtx, "-k", 1, "-o", out)
        .fails("line 3 of", "column 51; it must be from 1 to 50");
    Path svm = Files.writeString(folder.resolve("x.svm"), "1 5:1 5:2\n");
    Run.lfm("fit", svm, "-k", 1, "-o", out).fails("line 1 of", "index 5 after 5");
    assertFalse(Files.exists(out));
  }

  @Test
  void entriesOfOnePlaceAreAddedAndCounted() throws IOException {
    Path mtx =
        Files.writeString(
            folder.resolve("x.mtx"),
            "%%MatrixMarket matrix coordinate real general\n2 50 3\n1 5 3\n2 7 1\n1 5 2\n");
    Path out = folder.resolve("one.lfm");
    Run fit = Run.lfm("fit", mtx, "-k", 1, "-o", out, "--seed", 1).succeeds();
    assertTrue(
        fit.err().contains("1 entry was added to another of the same row and column"), fit.err());
    Path whole =
        Files.writeString(
            folder.resolve("y.mtx"),
            "%%MatrixMarket matrix coordinate real general\n2 50 2\n1 5 5\n2 7 1\n");
    Run same = Run.lfm("score", out, whole, "--json").succeeds();
    assertFalse(same.json().get("coded").getAsBoolean(), "they are the data of the fit");
    assertFalse(same.err().contains("added"), same.err());
  }

  @Test
  void libsvmStaysSparseToo() throws IOException {
    SparseRows rows =
        (SparseRows) MatrixReader.read(x, ReadOptions.DEFAULT.withSparse(true)).rows();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.rows(); i++) {
      text.append('0');
      for (int at = rows.starts()[i]; at < rows.starts()[i + 1]; at++) {
        text.append(' ').append(rows.columns()[at] + 1).append(':').append(rows.values()[at]);
      }
      text.append('\n');
    }
    Path svm = Files.writeString(folder.resolve("y.libsvm"), text);
    Run score = Run.lfm("score", model, svm, "--json").succeeds();
    assertTrue(score.err().contains("the rows stay sparse"), score.err());
    assertFalse(score.json().get("coded").getAsBoolean(), "they are the data of the fit");
  }
}
