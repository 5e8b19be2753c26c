package org.latentfeature.cli.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Dataset;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;

/** Ids of rows and names of features, from a table through a model to what the commands write. */
class NamesTest {

  private static final String PEOPLE =
      """
      who,a,b,c,land
      ann,9,0,1,fi
      =bob,9,7,1,se
      "c, d",0,7,0,fi
      4,0,0,0,fi
      eve,9,0,1,se
      fay,9,7,1,fi
      """;

  @TempDir Path folder = Path.of("");

  private Path path(String name) {
    return folder.resolve(name);
  }

  private Path people() throws IOException {
    return Files.writeString(path("people.csv"), PEOPLE);
  }

  private Path model(String... more) throws IOException {
    Path model = path("model.lfm");
    List<Object> words = new ArrayList<>(List.of("fit", people(), "-k", 2, "-o", model));
    words.addAll(List.of("--backend", "java", "--ids", "who", "--labels", "land"));
    words.addAll(List.of(more));
    Run.lfm(words.toArray()).succeeds();
    return model;
  }

  private Path walks() throws IOException {
    Path model = path("walks.lfm");
    Run.lfm(
            "markov",
            "fit",
            people(),
            "-k",
            2,
            "-o",
            model,
            "--sigma",
            .1,
            "--ids",
            "who",
            "--labels",
            "land",
            "--backend",
            "java")
        .succeeds();
    return model;
  }

  private static Dataset read(Path file) throws IOException {
    return MatrixReader.read(file, ReadOptions.DEFAULT);
  }

  @Test
  void codesHaveTheIdsOfTheirRowsAndTheNamesOfTheirFeatures() throws IOException {
    Path model = model();
    Path codes = path("Z.csv");
    Run.lfm("transform", model, people(), "-o", codes).succeeds();
    List<String> lines = Files.readAllLines(codes);
    assertEquals(",f1,f2", lines.get(0));
    assertEquals("'=bob,1,1", lines.get(2));
    assertEquals("\"c, d\",0,1", lines.get(3));
    Run.lfm("name", model, "1=has a", "2=-b").succeeds();
    Run.lfm("transform", model, people(), "-o", codes).succeeds();
    assertEquals(",has a,'-b", Files.readAllLines(codes).get(0));
    Dataset z = read(codes);
    assertEquals(List.of("has a", "-b"), z.columnNames());
    assertEquals(List.of("ann", "=bob", "c, d", "4", "eve", "fay"), z.ids());
    Path exported = path("own.csv");
    Run.lfm("export", model, "--z", exported).succeeds();
    assertEquals(Files.readString(codes), Files.readString(exported));
  }

  /** With header and ids, and as they were before, without. */
  @Test
  void codesOfEitherFormAreReadBack() throws IOException {
    Path model = model();
    Path codes = path("Z.csv");
    Run.lfm("transform", model, people(), "-o", codes).succeeds();
    Path bare = path("bare.csv");
    Files.write(
        bare,
        Files.readAllLines(codes).stream()
            .skip(1)
            .map(line -> line.substring(line.length() - 3))
            .toList());
    Path one = path("one.npy");
    Path two = path("two.npy");
    Run.lfm("reconstruct", model, codes, "-o", one).succeeds();
    Run.lfm("reconstruct", model, bare, "-o", two).succeeds();
    assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
    assertEquals(
        Run.lfm("score", model, people(), "--z", codes, "--json").succeeds().out(),
        Run.lfm("score", model, people(), "--z", bare, "--json").succeeds().out());
    assertEquals(
        Run.lfm("identifiable", codes).succeeds().out(),
        Run.lfm("identifiable", bare).succeeds().out());
    Path w = path("W.csv");
    Run.lfm("export", model, "--w", w).succeeds();
    assertEquals(",a,b,c", Files.readAllLines(w).get(0));
    assertTrue(Files.readAllLines(w).get(1).startsWith("f1,"));
    JsonObject score =
        Run.lfm("score", model, people(), "--truth-z", codes, "--truth-w", w, "--json").json();
    assertEquals(0, score.get("rmse").getAsDouble(), 1e-6);
  }

  @Test
  void whatHasNoNamesHasAHeaderToo() throws IOException {
    Path x = Files.writeString(path("x.csv"), "9,0\n9,7\n0,7\n0,0\n");
    Path model = path("plain.lfm");
    Run.lfm("fit", x, "-k", 2, "-o", model, "--backend", "java").succeeds();
    Path out = path("out.csv");
    Run.lfm("export", model, "--z", out).succeeds();
    assertEquals("f1,f2", Files.readAllLines(out).get(0));
    Run.lfm("reconstruct", model, out, "-o", path("xhat.csv")).succeeds();
    assertEquals("x1,x2", Files.readAllLines(path("xhat.csv")).get(0));
    Run.lfm("score", model, path("xhat.csv")).succeeds();
    Run.lfm("export", model, "--w", out).succeeds();
    assertEquals(",x1,x2", Files.readAllLines(out).get(0));
    Path z = Files.writeString(path("z.csv"), "1,0\n0,1\n1,0\n0,1\n");
    Run.lfm("identifiable", z, "-o", out).succeeds();
    assertEquals("other1", Files.readAllLines(out).get(0));
  }

  @Test
  void pathsOfRowsHaveThemToo() throws IOException {
    Path model = walks();
    Path paths = path("paths.csv");
    Path weights = path("C.csv");
    Run.lfm("transform", model, people(), "-o", paths, "--weights", weights).succeeds();
    assertEquals("row,step,feature,weight,who,land", Files.readAllLines(paths).get(0));
    assertEquals(",f1,f2", Files.readAllLines(weights).get(0));
    Run.lfm("name", model, "2=second").succeeds();
    Run.lfm("transform", model, people(), "-o", paths, "--weights", weights).succeeds();
    List<String> lines = Files.readAllLines(paths);
    assertEquals("row,step,feature,name,weight,who,land", lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      assertTrue(line.matches("\\d,\\d,(1,,|2,second,).*"), line);
    }
    assertTrue(lines.stream().anyMatch(line -> line.endsWith(",'=bob,se")), lines::toString);
    assertEquals(",f1,second", Files.readAllLines(weights).get(0));
    Run.lfm("reconstruct", model, weights, "-o", path("xhat.npy")).succeeds();
    Path graph = path("graph.json");
    Run.lfm("markov", "graph", model, "-o", graph).succeeds();
    assertTrue(Files.readString(graph).contains("\"second\""));
  }

  @Test
  void namesAreGivenListedAndTakenAway() throws IOException {
    Path model = model();
    byte[] before = Files.readAllBytes(model);
    Run none = Run.lfm("name", model).succeeds();
    assertEquals("features  2\n", none.out());
    assertTrue(none.err().contains("no feature has a name"), none::toString);
    assertEquals(
        "features  2\n2         dark glasses\n",
        Run.lfm("name", model, "2= dark glasses ").succeeds().out());
    assertEquals(
        "features  2\n1         beard\n2         dark glasses\n",
        Run.lfm("name", model, "1=beard").succeeds().out());
    JsonObject names = Run.lfm("name", model, "--json").json().getAsJsonObject("names");
    assertEquals("{\"1\":\"beard\",\"2\":\"dark glasses\"}", names.toString());
    // At once, the two can change places.
    Run.lfm("name", model, "1=dark glasses", "2=beard").succeeds();
    Run info = Run.lfm("info", model).succeeds();
    assertTrue(info.out().contains("1 dark glasses, 2 beard"), info::toString);
    assertEquals(
        "[\"dark glasses\",\"beard\"]",
        Run.lfm("info", model, "--json").json().get("feature_names").toString());
    Run.lfm("name", model, "2=a=b").succeeds();
    assertEquals("a=b", ModelFile.load(model, LassoModel.KIND).manifest().featureName(1));
    Run.lfm("name", model, "1=", "2=").succeeds();
    assertArrayEquals(before, Files.readAllBytes(model));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3=x     | there is no feature 3; | has features 1 … 2",
        "2=a,b   | feature 2, \"a,b\"     | a comma",
        "2=a;b   | feature 2, \"a;b\"     | a semicolon",
        "2=12    | \"12\"                 | add a letter",
        "2=f1    | \"f1\"                 | choose another",
        "2=beard | features 1 and 2 are both named \"beard\" | another name"
      })
  void aWrongNameChangesNothing(String naming, String thing, String out) throws IOException {
    Path model = model();
    Run.lfm("name", model, "1=beard").succeeds();
    byte[] before = Files.readAllBytes(model);
    Run.lfm("name", model, naming).fails(thing, out);
    Run.lfm("name", model, "2=a\nb").fails("the name of feature 2", "a control character");
    assertArrayEquals(before, Files.readAllBytes(model));
  }

  @ParameterizedTest
  @CsvSource({
    "glasses, names no feature",
    "0=a, '''0=a'' begins with no number'",
    "=a, begins with no number",
    "one=a, begins with no number",
    "'2=  ', 2= to remove its name"
  })
  void wrongUseIsTold(String naming, String said) throws IOException {
    Run.lfm("name", model(), naming).isWrongUse(said);
    Run.lfm("name", model(), "1=a", "1=b").isWrongUse("feature 1 is named twice");
  }

  @Test
  void whatIsNoModelHasNoNames() throws IOException {
    Path people = people();
    Run.lfm("name", people, "1=a").fails("people.csv is not a model");
    assertEquals(PEOPLE, Files.readString(people));
    Run.lfm("name", path("missing.lfm"), "1=a").fails("no such file");
    assertFalse(Files.exists(path("missing.lfm")));
    Run.lfm("name").isWrongUse("MODEL");
  }

  /** What the fit left out stays left out, whatever else a command is told of the table. */
  @Test
  void labelsCanBeAddedLater() throws IOException {
    Path model = path("later.lfm");
    Run.lfm(
            "fit",
            people(),
            "-k",
            1,
            "-o",
            model,
            "--ids",
            "who",
            "--drop",
            "land",
            "--backend",
            "java")
        .succeeds();
    Path page = path("page.html");
    Run.lfm("report", model, people(), "-o", page, "--path-to", 0).succeeds();
    assertFalse(Files.readString(page).contains("By land"));
    Run.lfm("report", model, people(), "-o", page, "--path-to", 0, "--labels", "land").succeeds();
    String html = Files.readString(page);
    assertTrue(html.contains("By land") && !html.contains("By who"), html);
    assertTrue(html.contains("=bob"), html);
    Run.lfm("report", model, people(), "-o", page, "--labels", "sea").fails("no column \"sea\"");
  }
}
