package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;

/** Rows and columns of which nothing is known: {@code --empty-rows}, {@code --empty-columns}. */
@Tag("whole")
class EmptyRowsAndColumnsTest {

  private static final int EMPTY_ROW = 7;
  private static final int EMPTY_COLUMN = 4;

  @TempDir static Path folder;

  private static Path whole;
  private static Path withoutRow;
  private static Path withoutColumn;
  private static Path model;

  @BeforeAll
  static void fit() throws IOException {
    Path problem = folder.resolve("problem");
    Run.lfm(
            "generate",
            "dense",
            "--rows=100",
            "--columns=24",
            "-k=3",
            "--sigma=.2",
            "--seed=5",
            "-o",
            problem)
        .succeeds();
    whole = problem.resolve("X.npy");
    Matrix x = read(whole);
    Matrix row = x.selectRows(IntStream.range(0, x.rows()).toArray());
    Matrix column = x.selectRows(IntStream.range(0, x.rows()).toArray());
    for (int j = 0; j < x.cols(); j++) {
      row.set(EMPTY_ROW, j, Float.NaN);
    }
    for (int i = 0; i < x.rows(); i++) {
      column.set(i, EMPTY_COLUMN, Float.NaN);
      column.set(i, i % EMPTY_COLUMN, Float.NaN);
    }
    withoutRow = folder.resolve("row.npy");
    withoutColumn = folder.resolve("column.npy");
    NpyWriter.write(row, withoutRow);
    NpyWriter.write(column, withoutColumn);
    model = folder.resolve("m.lfm");
    Run fit =
        lfm("fit", withoutColumn, "-k=3", "-o", model, "--missing=nan", "--empty-columns=drop")
            .succeeds();
    assertTrue(fit.err().contains("column 5 has no known entry and is left out; its W is NaN"));
  }

  private static Run lfm(Object... words) {
    Object[] all = new Object[words.length + 1];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--backend=java";
    return Run.lfm(all);
  }

  private static Matrix read(Path file) throws IOException {
    return MatrixReader.read(file, ReadOptions.DEFAULT.withMissing(MissingCode.NAN)).x();
  }

  /** That column {@code EMPTY_COLUMN} is NaN, and no other. */
  private static void assertNoOther(Matrix x) {
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        assertEquals(j == EMPTY_COLUMN, Float.isNaN(x.get(i, j)), i + ", " + j);
      }
    }
  }

  @Test
  void theOthersAreFitted() throws IOException {
    Dense w = Estimators.load(model).w();
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < w.cols(); j++) {
        assertEquals(j == EMPTY_COLUMN, Double.isNaN(w.get(k, j)));
      }
    }
    JsonObject score =
        lfm("score", model, withoutColumn, "--truth-z", folder.resolve("problem/Z.npy"), "--json")
            .succeeds()
            .json();
    assertEquals(0, score.get("hamming").getAsDouble());
    assertEquals(.2, score.get("rmse_noisy").getAsDouble(), .02);
  }

  @Test
  void newRowsAreCodedByTheOthers() throws IOException {
    Path z = folder.resolve("Z.npy");
    Path soft = folder.resolve("soft.npy");
    JsonObject coded =
        lfm("transform", model, whole, "-o", z, "--soft", soft, "--json").succeeds().json();
    assertEquals(.2, coded.get("rmse_noisy").getAsDouble(), .02);
    assertFalse(coded.has("undetermined_bits"));
    Matrix probabilities = read(soft);
    for (int i = 0; i < probabilities.rows(); i++) {
      assertEquals(read(z).get(i, 1), probabilities.get(i, 1), .1f);
    }
    lfm("score", model, whole, "--truth-z", folder.resolve("problem/Z.npy"), "--json").succeeds();
  }

  @Test
  void theColumnKeepsItsPlace() throws IOException {
    Path filled = folder.resolve("filled.npy");
    JsonObject answer =
        lfm("impute", model, withoutColumn, "-o", filled, "--json").succeeds().json();
    assertEquals(100, answer.get("filled").getAsInt());
    assertEquals(100, answer.get("left").getAsInt());
    assertNoOther(read(filled));
    JsonObject all = lfm("impute", model, whole, "-o", filled, "--json").succeeds().json();
    assertFalse(all.has("left"));
    assertEquals(read(whole).hash(), read(filled).hash());
    Path z = folder.resolve("Z2.npy");
    lfm("transform", model, withoutColumn, "-o", z).succeeds();
    Path product = folder.resolve("product.npy");
    Run.lfm("reconstruct", model, z, "-o", product).succeeds();
    assertNoOther(read(product));
  }

  @Test
  void whatIsDrawnAndComparedHasNoNaN() throws IOException {
    Path page = folder.resolve("r.html");
    lfm("report", model, withoutColumn, "-o", page, "--image=4x6").succeeds();
    assertFalse(Files.readString(page).contains(">NaN<"));
    lfm("report", model, whole, "-o", page, "--path-to=0").succeeds();
    Run.lfm("plot", model, "-o", folder.resolve("p.png"), "--image=4x6").succeeds();
    Path table = folder.resolve("path.tsv");
    lfm("path", withoutColumn, "--max-k=3", "--table", table, "--missing=nan")
        .fails("column 5 of", "--empty-columns drop");
    lfm(
            "path",
            withoutColumn,
            "--max-k=3",
            "--table",
            table,
            "--missing=nan",
            "--empty-columns=drop")
        .succeeds();
    assertFalse(Files.readAllLines(table).get(3).startsWith("3\tNaN"));
    Path many = folder.resolve("many");
    Path list =
        Files.writeString(
            folder.resolve("list.tsv"),
            "data\tk\tseed\tempty-columns\n"
                + withoutColumn
                + "\t3\t0\tdrop\n"
                + withoutColumn
                + "\t3\t1\tdrop\n");
    lfm("fit-many", list, "-o", many, "--missing=nan").succeeds();
    assertTrue(Files.readString(many.resolve("stability.tsv")).contains("\t1.0\t1.0\t"));
    lfm("fit", withoutColumn, "-k=3", "-o", folder.resolve("n.lfm"), "--missing=nan")
        .fails("column 5 of", "nothing can be learned of it", "--empty-columns drop");
  }

  @Test
  void rowsWithoutAnEntryHaveNoFeature() throws IOException {
    Path z = folder.resolve("Z3.npy");
    lfm("transform", model, withoutRow, "-o", z, "--missing=nan")
        .fails("row 8 of", "--empty-rows zero");
    assertTrue(Files.notExists(z));
    Path soft = folder.resolve("soft3.npy");
    JsonObject coded =
        lfm("transform", model, withoutRow, "-o", z, "--soft", soft, "--empty-rows=zero", "--json")
            .succeeds()
            .json();
    assertEquals(3, coded.get("undetermined_bits").getAsInt());
    assertEquals(.01, coded.get("undetermined_share").getAsDouble(), 1e-12);
    Matrix truth = read(folder.resolve("problem/Z.npy"));
    Matrix codes = read(z);
    double ones = 0;
    for (int k = 0; k < 3; k++) {
      assertEquals(0, codes.get(EMPTY_ROW, k));
      double share = read(soft).get(EMPTY_ROW, k);
      assertTrue(share > .2 && share < .8, "the share of the fit's rows: " + share);
      for (int i = 0; i < truth.rows(); i++) {
        ones += codes.get(i, k) - (i == EMPTY_ROW ? 0 : truth.get(i, k));
      }
    }
    assertEquals(0, ones, "those after the empty row keep their places");
    lfm("score", model, withoutRow, "--empty-rows=zero").succeeds();
    Path filled = folder.resolve("filled3.npy");
    lfm("impute", model, withoutRow, "-o", filled).fails("row 8 of", "--empty-rows zero");
    lfm("impute", model, withoutRow, "-o", filled, "--empty-rows=zero").succeeds();
    assertEquals(0, read(filled).get(EMPTY_ROW, 0));
    assertTrue(Float.isNaN(read(filled).get(EMPTY_ROW, EMPTY_COLUMN)));
    lfm("transform", model, withoutRow, "-o", z, "--empty-rows=often")
        .isWrongUse("--empty-rows", "often");
  }
}
