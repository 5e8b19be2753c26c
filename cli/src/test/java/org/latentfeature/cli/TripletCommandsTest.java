package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;

/** {@code --triplets} in every command that reads X with missing entries. */
class TripletCommandsTest {

  private static final int ROWS = 60;
  private static final int COLS = 12;

  @TempDir static Path folder;

  private static Path triplets;
  private static Path table;
  private static Path model;

  /** Two features on half of the columns each, a quarter of the entries missing. */
  @BeforeAll
  static void write() throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    StringBuilder header = new StringBuilder("user");
    for (int j = 1; j <= COLS; j++) {
      header.append(",film").append(j + 10);
    }
    rows.add(header.toString());
    for (int i = 1; i <= ROWS; i++) {
      StringBuilder row = new StringBuilder().append(i);
      for (int j = 1; j <= COLS; j++) {
        boolean has = i % (j <= COLS / 2 ? 2 : 3) == 0;
        double value = (has ? j : 0) + .01 * Math.sin(i * 13 + j * 7);
        boolean isKnown = CounterRandom.uniform(4, i, j) < .75;
        row.append(',').append(isKnown ? String.valueOf(value) : "");
        if (isKnown) {
          lines.add(i + ",film" + (j + 10) + "," + value);
        }
      }
      rows.add(row.toString());
    }
    table = Files.write(folder.resolve("table.csv"), rows);
    Collections.reverse(lines);
    lines.add(0, "user,film,rating");
    triplets = Files.write(folder.resolve("triplets.csv"), lines);
    model = folder.resolve("model.lfm");
    lfm("fit", triplets, "--triplets", "-k", 2, "-o", model).succeeds();
  }

  private static Run lfm(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--backend", "java"));
    return Run.lfm(all.toArray());
  }

  @Test
  void theOrderOfColumnsIsRemembered() throws IOException {
    List<String> lines = Files.readAllLines(triplets);
    List<String> timed =
        lines.stream()
            .skip(1)
            .map(line -> line.split(",", -1))
            .map(c -> "%s::881250949::%s::%s".formatted(c[1], c[2], c[0]))
            .toList();
    Path ratings = Files.write(folder.resolve("ratings.dat"), timed);
    Path other = folder.resolve("ratings.lfm");
    lfm(
            "fit",
            ratings,
            "--format",
            "csv",
            "--columns-as",
            "column,-,value,row",
            "-k",
            2,
            "-o",
            other)
        .succeeds();
    Model ours = Estimators.load(model);
    Model theirs = Estimators.load(other);
    assertEquals(ours.manifest().dataHash(), theirs.manifest().dataHash());
    assertEquals(ours.manifest().columnNames(), theirs.manifest().columnNames());
    Path z = folder.resolve("z.csv");
    lfm("transform", other, ratings, "--format", "csv", "-o", z).succeeds();
    lfm("transform", other, triplets, "-o", z).fails("has 3 columns, but --columns-as has 4");
    lfm("transform", other, triplets, "--columns-as", "row,column,value", "-o", z).succeeds();
    lfm("fit", ratings, "--columns-as", "row,column", "-k", 2, "-o", other)
        .isWrongUse("--columns-as", "must be row, column and value");
    lfm("fit", ratings, "--columns-as", "row,column,value", "--no-triplets", "-k", 2, "-o", other)
        .isWrongUse("--no-triplets");
    lfm("fit", ratings, "--columns-as", "row,column,value", "--drop", 4, "-k", 2, "-o", other)
        .isWrongUse("drop --drop");
  }

  @Test
  void aFitIsThatOfTheTable() {
    Path other = folder.resolve("table.lfm");
    lfm("fit", table, "--ids", "user", "--missing", "nan", "-k", 2, "-o", other).succeeds();
    Model ours = Estimators.load(model);
    Model theirs = Estimators.load(other);
    assertEquals(theirs.manifest().dataHash(), ours.manifest().dataHash());
    assertEquals(theirs.manifest().columnNames(), ours.manifest().columnNames());
    assertEquals(theirs.manifest().rowIds(), ours.manifest().rowIds());
    assertArrayEquals(theirs.w().values(), ours.w().values());
    assertEquals("nan", ours.manifest().options().get("missing"));
    assertTrue(Run.lfm("info", model).succeeds().out().contains("triplets"));
  }

  @Tag("whole")
  @Test
  void otherCommandsReadItAsTheFitDid() throws IOException {
    Path z = folder.resolve("z.csv");
    lfm("transform", model, triplets, "-o", z).succeeds();
    List<String> codes = Files.readAllLines(z);
    assertEquals(ROWS + 1, codes.size());
    assertEquals("1", codes.get(1).split(",", -1)[0]);
    assertEquals("60", codes.get(ROWS).split(",", -1)[0]);
    lfm("score", model, triplets).succeeds();
    lfm("report", model, triplets, "-o", folder.resolve("x.html")).succeeds();
    lfm("path", triplets, "--triplets", "--max-k", 3, "--table", folder.resolve("path.tsv"))
        .succeeds();
    Path list = Files.writeString(folder.resolve("list.txt"), triplets + "\n");
    lfm("fit-many", list, "--triplets", "-k", 2, "--seeds", "0,1", "-o", folder.resolve("many"))
        .succeeds();
    lfm("markov", "fit", triplets, "--triplets", "-k", 2, "-o", folder.resolve("m.lfm")).succeeds();
    lfm("score", model, table, "--no-triplets", "--ids", "user").succeeds();
    lfm("score", model, table).fails("has 13 columns, but triplets have three", "--no-triplets");
  }

  @Test
  void columnsAreThoseOfTheModelByName() throws IOException {
    Path some = folder.resolve("some.csv");
    Files.writeString(some, "zoe,film20,10\nzoe,film11,0\nzoe,film22,12\nyan,film16,6\n");
    Path out = folder.resolve("filled.csv");
    lfm("impute", model, some, "-o", out).succeeds();
    List<String> lines = Files.readAllLines(out);
    assertEquals(",film11,film12,film13", lines.get(0).substring(0, 21));
    String[] yan = lines.get(1).split(",", -1);
    String[] zoe = lines.get(2).split(",", -1);
    assertEquals("yan", yan[0]);
    assertEquals(4, Double.parseDouble(yan[4]), .05);
    assertEquals("zoe", zoe[0]);
    assertEquals(10, Double.parseDouble(zoe[10]));
    assertEquals(11, Double.parseDouble(zoe[11]), .05);
    assertEquals(0, Double.parseDouble(zoe[2]), .05);
    Files.writeString(some, "zoe,film20,10\nzoe,Brazil,3\n");
    Path none = folder.resolve("none.csv");
    lfm("impute", model, some, "-o", none).fails("no column named 'Brazil'", "remove");
    assertTrue(Files.notExists(none));
    Path plain = folder.resolve("plain.lfm");
    Path bare = folder.resolve("bare.csv");
    Files.writeString(bare, "1,0,1\n0,1,0\n1,1,1\n0,1,0\n1,0,1\n");
    lfm("fit", bare, "-k", 2, "-o", plain).succeeds();
    lfm("impute", plain, some, "--triplets", "-o", none).fails("columns without", "header");
  }
}
