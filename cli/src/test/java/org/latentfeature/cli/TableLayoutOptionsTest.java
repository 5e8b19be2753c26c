package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;

/** Tables with headers, ids, labels and columns to drop, as the commands read them. */
class TableLayoutOptionsTest {

  private static final String PEOPLE =
      "name,age,size,class\nann,3,1.7,x\nbob,4,1.8,y\ncid,5,1.9,x\n";

  @TempDir Path folder = Path.of("");
  private Path model = Path.of("unset");

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Run fit(Path data, Object... more) {
    model = folder.resolve("model.lfm");
    Object[] first = {"fit", data, "-k", 1, "-o", model, "--backend", "java"};
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private int rowsFitted() {
    return ModelFile.load(model, LassoModel.KIND).z().rows();
  }

  @Test
  void aBadCellInTheFirstLineDeletesNoRow() throws IOException {
    Path data = text("x.csv", "1,2,3x\n4,5,6\n7,8,10\n");
    fit(data)
        .fails("line 1 of", "x.csv", "\"3x\" in column 3", "--header", "--no-header", "--ids 3");
    assertFalse(Files.exists(model));
    fit(data, "--no-header").fails("line 1, column 3", "\"3x\", not a number");
    fit(data, "--header").succeeds();
    assertEquals(2, rowsFitted());
    fit(text("y.csv", "1,2,3\n4,5,6\n7,8,10\n")).succeeds();
    assertEquals(3, rowsFitted());
    fit(data, "--header", "--no-header").isWrongUse("--header");
  }

  @Test
  void rowsAndColumnsOfOneNameAreNoted() throws IOException {
    Path data = text("x.csv", "who,a,b,a\nann,1,2,3\nbob,4,5,6\nann,7,8,1\nbob,2,2,1\n");
    String notes = fit(data, "--ids", "who").succeeds().err();
    assertTrue(notes.contains("columns 1 and 3 of X are both named \"a\"; results"), notes);
    assertTrue(notes.contains("by number (--drop)"), notes);
    assertTrue(
        notes.contains("rows 1 and 3 of X are both named \"ann\", and 1 further name occurs"),
        notes);
    assertTrue(notes.contains("if \"who\" has classes of the rows"), notes);
    // The same table is read for the model, as their order tells its columns apart; triplets not.
    Path z = folder.resolve("z.csv");
    Run.lfm("transform", model, data, "-o", z, "--backend", "java").succeeds();
    Path triplets = text("t.csv", "cid,a,1\ncid,b,2\n");
    Run.lfm("transform", model, triplets, "--triplets", "-o", z, "--backend", "java")
        .fails("columns 1 and 3 of the model are both named 'a'");
    Path some = text("s.csv", "cid,b,2\n");
    Run.lfm("transform", model, some, "--triplets", "-o", z, "--backend", "java").succeeds();
    notes = fit(data, "--labels", "who", "--drop", "4").succeeds().err();
    assertFalse(notes.contains("both named"), notes);
  }

  @Test
  void namesThatCountAreSaidToBeReadAsData() throws IOException {
    Path data = text("x.csv", "0,1,2\n4,5,6\n7,8,10\n");
    String note = "the first line of " + data + " is 0, 1, 2";
    assertTrue(fit(data, "--scale-by", .1).succeeds().err().contains(note));
    assertEquals(3, rowsFitted());
    assertFalse(fit(data, "--no-header").succeeds().err().contains(note));
    assertFalse(fit(data, "--header").succeeds().err().contains(note));
    assertEquals(2, rowsFitted());
    assertFalse(fit(text("x.csv", "0,1\n4,5\n")).succeeds().err().contains("first line"));
  }

  @Test
  void anIndexAsPandasWritesItIsNoColumn() throws IOException {
    Run run = fit(text("x.csv", ",a,b\n0,1,2\n1,3,4\n")).succeeds();
    assertTrue(run.err().contains("x.csv: 2 × 2, rows named by column 1"), run::toString);
    fit(text("x.csv", ",0,1,2\n0,1,2,5\n1,3,4,6\n")).succeeds();
    assertEquals(3, ModelFile.load(model, LassoModel.KIND).w().cols());
  }

  @Test
  void pathsOfRowsHaveTheirIdsAndLabels() throws IOException {
    Path data = text("x.csv", ",a,b,kind\nann,9,1,\"x,y\"\nbob,0,8,z\ncid,9,9,z\n");
    Path walks = folder.resolve("walks.lfm");
    Run.lfm(
            "markov",
            "fit",
            data,
            "-k",
            2,
            "-o",
            walks,
            "--sigma",
            .1,
            "--labels",
            "kind",
            "--backend",
            "java")
        .succeeds();
    Path paths = folder.resolve("paths.csv");
    Run.lfm("markov", "transform", walks, data, "-o", paths).succeeds();
    List<String> lines = Files.readAllLines(paths);
    assertEquals("row,step,feature,weight,column 1,kind", lines.get(0));
    assertTrue(lines.size() > 1, lines::toString);
    for (String line : lines.subList(1, lines.size())) {
      String who = List.of(",ann,\"x,y\"", ",bob,z", ",cid,z").get(line.charAt(0) - '1');
      assertTrue(line.endsWith(who), line);
    }
  }

  @Test
  void rowIdsWithoutAHeader() throws IOException {
    Path data = text("x.csv", "ann,1,2\nbob,3,4\ncid,5,7\n");
    fit(data).fails("\"ann\" in column 1", "--ids 1");
    Run run = fit(data, "--ids", 1).succeeds();
    assertTrue(run.err().contains("x.csv: 3 × 2, rows named by column 1"), run::toString);
    assertEquals(3, rowsFitted());
  }

  @Test
  void columnsThatTheFitLeftOutAreLeftOutOfOtherTablesToo() throws IOException {
    Path data = text("x.csv", PEOPLE);
    fit(data).fails("line 2, column 1 (\"name\")", "--ids");
    fit(data, "--ids", "name", "--labels", "class", "--drop", "age").succeeds();
    Path codes = folder.resolve("codes.npy");
    for (String table :
        new String[] {PEOPLE, "size\n1.7\n", "class,size,name\nx,1.8,dan\n", "size,age\n1.7,2\n"}) {
      Run.lfm("transform", model, text("new.csv", table), "-o", codes).succeeds();
    }
    Path other = text("new.csv", "id,size\n7,1.8\n");
    Run.lfm("transform", model, other, "-o", codes).fails("2 columns", "fitted to 1");
    Run.lfm("transform", model, other, "-o", codes, "--ids", "id").succeeds();
    Run.lfm("score", model, data).succeeds();
    Run.lfm("transform", model, other, "-o", codes, "--ids", "nobody").fails("\"nobody\" (--ids)");
  }

  @Test
  void aMatrixOfZerosAndOnesIsATableToo() throws IOException {
    Path z = text("z.csv", "row,f1,f2\na,1,0\nb,0,1\nc,1,1\n");
    Run.lfm("identifiable", z).fails("\"a\"", "--ids");
    assertEquals(
        2, Run.lfm("identifiable", z, "--ids", "row", "--json").json().get("features").getAsInt());
    Path sparse = text("z.svm", "0 1:1\n0 1:1\n");
    assertEquals(
        3,
        Run.lfm("identifiable", sparse, "--columns", 3, "--json")
            .json()
            .get("features")
            .getAsInt());
    fit(text("x.csv", PEOPLE), "--drop", "name,class").succeeds();
    Run.lfm("identifiable", model, "--ids", "row").fails("is a model", "drop --ids");
    Path xhat = folder.resolve("xhat.npy");
    Run.lfm("reconstruct", model, text("one.csv", "row,f1\na,1\n"), "-o", xhat).fails("\"a\"");
    Run.lfm("reconstruct", model, folder.resolve("one.csv"), "-o", xhat, "--ids", 1).succeeds();
  }

  @Test
  void sparseRowsAreFilledUpToTheModelsColumns() throws IOException {
    fit(text("train.svm", "1 1:1 4:2\n1 2:1 5:3\n1 1:2\n")).succeeds();
    Path narrow = text("test.svm", "1 1:1 3:2\n1 2:1\n1\n");
    Path wide = text("wide.svm", "1 1:1\n\n1 7:1\n");
    Path codes = folder.resolve("codes.npy");
    Run.lfm("transform", model, narrow, "-o", codes).succeeds();
    Run.lfm("score", model, narrow, "--z", codes).succeeds();
    Run.lfm("score", model, narrow, "--z", text("z.svm", "0 1:1\n0\n0\n")).succeeds();
    Run.lfm("score", model, narrow, "--z", text("z.svm", "0\n0\n0\n")).succeeds();
    Run.lfm("reconstruct", model, text("z.svm", "0\n0\n"), "-o", folder.resolve("x.npy"))
        .succeeds();
    Run.lfm("report", model, narrow, "-o", folder.resolve("page.html"), "--path-to", 0).succeeds();
    Run.lfm("transform", model, wide, "-o", codes)
        .fails("line 3 of", "wide.svm has index 7", "5 columns");
    Run.lfm("transform", model, narrow, "-o", codes, "--columns", 7)
        .fails("--columns", "must have 5");
    Run.lfm("transform", model, narrow, "-o", codes, "--columns", 5).succeeds();
  }

  @Test
  void sparseRowsOfAMarkovModelToo() throws IOException {
    Path walks = folder.resolve("walks.lfm");
    Path train = text("train.svm", "1 1:1 4:2\n1 2:1\n1 1:2\n");
    Run.lfm("markov", "fit", train, "-k", 1, "-o", walks, "--columns", 6, "--backend", "java")
        .succeeds();
    Path narrow = text("test.svm", "1 1:1 3:2\n1 2:1\n");
    Path wide = text("wide.svm", "1 1:1 9:2\n");
    Path paths = folder.resolve("paths.csv");
    Run.lfm("markov", "transform", walks, narrow, "-o", paths).succeeds();
    Run.lfm("markov", "score", walks, narrow).succeeds();
    Run.lfm("report", walks, narrow, "-o", folder.resolve("page.html")).succeeds();
    Run.lfm("markov", "transform", walks, wide, "-o", paths)
        .fails("line 1 of", "wide.svm has index 9", "6 columns");
    Run.lfm("markov", "score", walks, wide).fails("line 1 of", "index 9");
  }

  @Test
  void columnsAreGivenWhereThereIsNoModel() throws IOException {
    Path train = text("train.svm", "1 1:1 4:2\n1 2:1\n1 1:2\n");
    fit(train, "--columns", 6).succeeds();
    assertEquals(6, ModelFile.load(model, LassoModel.KIND).w().cols());
    fit(train, "--columns", 3).fails("line 1 of", "index 4", "3 columns", "--columns 4");
    Path table = folder.resolve("t.tsv");
    Run.lfm("path", train, "--max-k", 1, "--table", table, "-o", model, "--columns", 7).succeeds();
    assertEquals(7, ModelFile.load(model, LassoModel.KIND).w().cols());
    Path grid = folder.resolve("grid");
    Run.lfm("fit-many", train, "-o", grid, "-k", 1, "--columns", 8, "--backend", "java").succeeds();
    Path one = grid.resolve("train-k1-seed0.lfm");
    assertEquals(8, ModelFile.load(one, LassoModel.KIND).w().cols());
    fit(text("x.csv", "1,2\n3,4\n"), "--columns", 3).fails("x.csv has 2 columns, not 3");
  }

  @ParameterizedTest
  @CsvSource({"--columns, 0", "--columns, -1", "--columns, x"})
  void noNumberOfColumns(String option, String value) throws IOException {
    fit(text("x.csv", PEOPLE), option, value).isWrongUse(option, value);
  }

  @Test
  void genotypesHaveALayoutOfTheirOwn() throws IOException {
    Path people = text("p.csv", "id,L1.1,L1.2\nann,100,104\nbob,102,102\ncid,108,100\n");
    Path saved = folder.resolve("people.lfm");
    Run.lfm("markov", "fit", people, "--genotypes", "-k", 1, "-o", saved, "--ids", "id")
        .isWrongUse("--genotypes", "drop --ids");
    Run.lfm("markov", "fit", people, "--genotypes", "-k", 1, "-o", saved, "--backend", "java")
        .succeeds();
    Run.lfm("markov", "score", saved, people, "--drop", "id").fails("genotypes", "drop --drop");
  }
}
