package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** Rows in order of time, from a meter's table to codes. */
class OrderCommandsTest {

  @TempDir Path folder;

  private Path model;
  private Path table;

  @BeforeEach
  void generate() {
    model = folder.resolve("model.lfm");
    table = folder.resolve("meter.csv");
    Run.lfm(
            "generate",
            "meter",
            "--rows",
            2000,
            "--columns",
            2,
            "-k",
            4,
            "--sigma",
            40,
            "--seed",
            3,
            "-o",
            folder)
        .succeeds();
  }

  private Run fit(Object... more) {
    Object[] first = {"fit", table, "--ids", "time", "-o", model, "--method", "path"};
    Object[] all = new Object[first.length + more.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return Run.lfm(all);
  }

  private static BinaryMatrix bits(Path file) throws IOException {
    return BinaryMatrixReader.of(MatrixReader.read(file).x(), "Z");
  }

  private double wrong() throws IOException {
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    return Hamming.oneToOne(bits(folder.resolve("Z.npy")), fitted.z());
  }

  @Test
  void aPlainFitSaysThatRowsLookOrderedAndAnOrderTellsMoreBits() throws IOException {
    Run plain = fit("-k", 4).succeeds();
    assertTrue(plain.err().contains("--order rows makes use of it"), plain::err);
    double before = wrong();
    Run ordered = fit("-k", 4, "--order", "rows").succeeds();
    assertFalse(ordered.err().contains("makes use of it"), ordered::err);
    assertTrue(wrong() < before / 3, before + " " + wrong());
  }

  /** With less noise; columns cannot be verified, and their number would say nothing. */
  @Test
  void votesThatSettleAFitAreShown() {
    Path quiet = folder.resolve("quiet");
    Object[] generate = {"generate", "meter", "--rows", 5000, "--columns", 3, "-k", 4, "-o", quiet};
    Run.lfm(Stream.concat(Stream.of(generate), Stream.of("--sigma", 4)).toArray()).succeeds();
    Run fit = Run.lfm("fit", quiet.resolve("X.npy"), "-k", 4, "-o", model).succeeds();
    assertTrue(fit.out().contains("settled_by  4 differences of rows stand out"), fit::out);
    assertFalse(fit.out().contains("verified"), fit::out);
  }

  @Test
  void theRowsOfTheFitKeepTheirCodes() throws IOException {
    fit("-k", 4, "--order", "rows").succeeds();
    Path codes = folder.resolve("codes.npy");
    Run.lfm("transform", model, folder.resolve("X.npy"), "-o", codes, "--backend", "java")
        .succeeds();
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    assertEquals(fitted.z(), bits(codes));
  }

  /** Rows in order are not remarked on, the same rows mixed are. */
  @Tag("whole")
  @Test
  void rowsInNoOrderAreNotedWhereTheModelIsOfAnOrder() throws IOException {
    fit("-k", 4, "--order", "rows").succeeds();
    Matrix x = MatrixReader.read(folder.resolve("X.npy")).x();
    Path mixed = folder.resolve("mixed.npy");
    NpyWriter.write(x.selectRows(CounterRandom.permutation(1, x.rows())), mixed);
    Path codes = folder.resolve("mixed-codes.npy");
    Run inOrder = Run.lfm("transform", model, folder.resolve("X.npy"), "-o", codes).succeeds();
    assertFalse(inOrder.err().contains("von Neumann"), inOrder::err);
    Run others = Run.lfm("transform", model, mixed, "-o", codes).succeeds();
    assertTrue(others.err().contains("sort them by time"), others::err);
    fit("-k", 4).succeeds();
    Run plain = Run.lfm("transform", model, mixed, "-o", codes).succeeds();
    assertFalse(plain.err().contains("sort them by time"), plain::err);
  }

  @Tag("whole")
  @Test
  void theReportShowsATimeline() throws IOException {
    fit("-k", 4, "--order", "rows").succeeds();
    Path page = folder.resolve("page.html");
    Run.lfm("report", model, table, "--ids", "time", "-o", page, "--path-to", 0).succeeds();
    String html = Files.readString(page);
    assertTrue(
        html.contains("Rows are in order of time, from 2024-01-01T00:00 to 2024-01-02T09:19."));
    BitVector first = ModelFile.load(model, LassoModel.KIND).z().column(0);
    int runs = first.get(0) ? 1 : 0;
    for (int i = 1; i < first.length(); i++) {
      runs += first.get(i) && !first.get(i - 1) ? 1 : 0;
    }
    assertFalse(html.contains("these errors are unweighted"));
    assertTrue(html.contains("aria-label=\"Data and fit\""));
    assertTrue(html.contains("raised where they are on; the first 1,000 rows."));
    fit("-k", 4).succeeds();
    Run.lfm("report", model, table, "--ids", "time", "-o", page, "--path-to", 0).succeeds();
    assertFalse(Files.readString(page).contains("Features in order of time"));
    Matcher row = Pattern.compile("<tr data-feature=\"1\">.*?</tr>").matcher(html);
    assertTrue(row.find());
    assertTrue(row.group().contains(">" + runs + "<"), runs + " in " + row.group());
  }

  /** The rows of an update follow no row of the fit. */
  @Test
  void whatDoesNotGoWithAnOrderIsNamed() {
    fit("-k", 4, "--order", "rows").succeeds();
    Run.lfm("update", model, folder.resolve("X.npy"), "-o", folder.resolve("new.lfm"))
        .fails("order");
    fit("-k", "auto", "--order", "rows", "--column-weights", "noise")
        .isWrongUse("--column-weights", "-k auto");
  }

  /** Before K is chosen, and without an order a plain fit says what it will take. */
  @Tag("whole")
  @Test
  void aConstantColumnIsNamed() throws IOException {
    List<String> lines = Files.readAllLines(table);
    lines.replaceAll(line -> line + (line.startsWith("time") ? ",volts" : ",230"));
    Files.write(table, lines);
    Run refused = fit("-k", "auto", "--order", "rows").fails("column 3", "230", "leave it out");
    assertFalse(refused.err().contains("K = "), refused.err());
    String note = fit("-k", 4).succeeds().err();
    assertTrue(note.contains("column volts of"), note);
    assertFalse(fit("-k", 4, "--drop", "volts").succeeds().err().contains("every row"));
  }

  @Test
  void rowsInAnyOrderAreRefused() throws IOException {
    List<String> lines = Files.readAllLines(table);
    List<String> rows = new ArrayList<>(lines.subList(1, lines.size()));
    Collections.shuffle(rows, new Random(1));
    rows.add(0, lines.get(0));
    Files.write(table, rows);
    fit("-k", 4, "--order", "rows").fails("order", "von Neumann", "sort them");
    fit("-k", 4, "--order", "rows", "--intercept").isWrongUse("order", "intercept");
    assertFalse(Files.exists(model));
  }
}
