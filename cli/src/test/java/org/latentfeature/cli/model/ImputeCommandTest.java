package org.latentfeature.cli.model;

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
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.markov.MarkovProblem;

/** {@code lfm impute}, {@code transform --soft} and the units of what is reconstructed. */
class ImputeCommandTest {

  /** Two features: 9 in column a, 7 in b and 2 in c. */
  private static final String WHOLE =
      """
      who,a,b,c
      ann,9,0,0
      bob,9,7,2
      cid,0,7,2
      dan,0,0,0
      eve,9,0,0
      fay,9,7,2
      """;

  @TempDir Path folder = Path.of("");

  private Path path(String name) {
    return folder.resolve(name);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(path(name), text);
  }

  private Path model(Path x, Object... more) {
    Path model = path("model.lfm");
    List<Object> words = new ArrayList<>(List.of("fit", x, "-k", 2, "-o", model));
    words.addAll(List.of("--backend", "java"));
    words.addAll(List.of(more));
    Run.lfm(words.toArray()).succeeds();
    return model;
  }

  private Path model() throws IOException {
    return model(file("whole.csv", WHOLE), "--ids", "who");
  }

  private Run impute(Path model, Path x, Path out, Object... more) {
    List<Object> words = new ArrayList<>(List.of("impute", model, x, "-o", out, "--json"));
    words.addAll(List.of("--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  @Test
  void tablesKeepTheirHeaderIdsAndKnownEntries() throws IOException {
    Path holes = file("holes.csv", "who,a,b,c\nann,8.5,,0.25\n=bob,,7,\ncid,NA,7,2\n");
    Path out = path("filled.csv");
    JsonObject answer = impute(model(), holes, out).succeeds().json();
    assertEquals(
        List.of("filled_matrix", "rows", "columns", "filled", "share", "rmse"),
        answer.keySet().stream().toList());
    assertEquals(4, answer.get("filled").getAsInt());
    assertEquals(4 / 9., answer.get("share").getAsDouble(), 1e-12);
    assertEquals(Math.sqrt((.25 + .0625) / 5), answer.get("rmse").getAsDouble(), 1e-4);
    List<String> lines = Files.readAllLines(out);
    assertEquals(",a,b,c", lines.get(0));
    assertTrue(lines.get(1).startsWith("ann,8.5,"), lines::toString);
    assertTrue(lines.get(1).endsWith(",0.25"), lines::toString);
    assertTrue(lines.get(2).startsWith("'=bob,"), lines::toString);
    Matrix filled = MatrixReader.read(out, ReadOptions.DEFAULT).x();
    assertEquals(0, filled.get(0, 1), 1e-4);
    assertEquals(2, filled.get(1, 2), 1e-4);
    assertTrue(lines.get(3).endsWith(",7.0,2.0"), lines::toString);
  }

  @Test
  void aNumberMayStandForWhatIsMissing() throws IOException {
    Path model = model();
    Path x = path("X.npy");
    NpyWriter.write(Matrix.of(new float[][] {{9, -9, 0}, {Float.NaN, 7, 2}}), x);
    Path out = path("filled.npy");
    assertEquals(
        2, impute(model, x, out, "--missing", -9).succeeds().json().get("filled").getAsInt());
    Matrix filled = MatrixReader.read(out, ReadOptions.DEFAULT).x();
    assertEquals(0, filled.get(0, 1), 1e-4);
    assertEquals(9, filled.get(0, 0));
    // Otherwise it is a number like any other.
    assertEquals(1, impute(model, x, out).succeeds().json().get("filled").getAsInt());
    assertEquals(-9, MatrixReader.read(out, ReadOptions.DEFAULT).x().get(0, 1));
  }

  @Test
  void whatWasScaledIsScaledBack() throws IOException {
    Path whole = file("whole.csv", WHOLE);
    Path model = model(whole, "--ids", "who", "--scale-by", 0.001);
    Path x = file("X.csv", "a,b,c\n9.1,,0\n0,7.3,\n");
    Path out = path("filled.npy");
    Run run = impute(model, x, out).succeeds();
    assertTrue(run.err().contains("multiplied by 0.001"), run::toString);
    assertEquals(Math.sqrt((.01 + .09) / 4), run.json().get("rmse").getAsDouble(), 1e-4);
    Matrix filled = MatrixReader.read(out, ReadOptions.DEFAULT).x();
    assertEquals(9.1f, filled.get(0, 0));
    assertEquals(2, filled.get(1, 2), 1e-4);
    Path z = path("Z.npy");
    Run.lfm("transform", model, whole, "-o", z, "--backend", "java").succeeds();
    Run.lfm("reconstruct", model, z, "-o", out).succeeds();
    assertEquals(7, MatrixReader.read(out, ReadOptions.DEFAULT).x().get(1, 1), 1e-4);
  }

  @Test
  void standardisedColumnsComeBackInTheirOwnUnits() throws IOException {
    Matrix x = MarkovProblem.draw(200, 6, 2, .1, 3).x();
    float[][] rows = x.toArray();
    for (float[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = row[j] * (j + 1) + 100 * j;
      }
    }
    Path whole = path("X.npy");
    NpyWriter.write(Matrix.of(rows), whole);
    float[][] partly = Matrix.of(rows).toArray();
    for (int i = 0; i < partly.length; i++) {
      partly[i][i % 6] = Float.NaN;
    }
    Path holes = path("holes.npy");
    NpyWriter.write(Matrix.of(partly), holes);
    Path model = path("walks.lfm");
    Run.lfm("markov", "fit", whole, "-k", 2, "-o", model, "--standardise", "--backend", "java")
        .succeeds();
    Path out = path("filled.npy");
    JsonObject answer = impute(model, holes, out).succeeds().json();
    assertTrue(answer.get("rmse").getAsDouble() < 3, answer::toString);
    Path weights = path("C.npy");
    Path hat = path("Xhat.npy");
    Run.lfm("transform", model, holes, "--missing", "nan", "--weights", weights).succeeds();
    Run.lfm("reconstruct", model, weights, "-o", hat).succeeds();
    Matrix filled = read(out);
    Matrix made = read(hat);
    double worst = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 6; j++) {
        float expected = j == i % 6 ? made.get(i, j) : rows[i][j];
        assertEquals(expected, filled.get(i, j));
        worst = Math.max(worst, Math.abs(made.get(i, j) - 100 * j) / (j + 1));
      }
    }
    assertTrue(worst < 20, "in the units of the columns: " + worst);
    impute(model, holes, out, "--soft").fails("walks.lfm", "weights", "drop");
    Run.lfm("transform", model, holes, "--missing", "nan", "--soft", out)
        .fails("walks.lfm", "weights", "drop");
  }

  private static Matrix read(Path file) throws IOException {
    return MatrixReader.read(file, ReadOptions.DEFAULT.withMissing(MissingCode.NAN)).x();
  }

  /** With as much noise as signal, features are not certain. */
  @Test
  void softCodesAreWrittenAndFillBetter() throws IOException {
    SyntheticProblem p = SyntheticProblem.dense(300, 12, 2, 1, 5);
    Path x = path("X.npy");
    NpyWriter.write(p.x(), x);
    Path model = model(x);
    Path soft = path("soft.csv");
    Run run =
        Run.lfm("transform", model, x, "--soft", soft, "--json", "--backend", "java").succeeds();
    assertEquals(soft.toString(), run.json().get("soft").getAsString());
    assertEquals("f1,f2", Files.readAllLines(soft).get(0));
    Matrix q = read(soft);
    assertEquals(300, q.rows());
    int open = 0;
    for (int i = 0; i < 300; i++) {
      for (int k = 0; k < 2; k++) {
        assertTrue(q.get(i, k) >= 0 && q.get(i, k) <= 1);
        open += q.get(i, k) > .01 && q.get(i, k) < .99 ? 1 : 0;
      }
    }
    assertTrue(open > 10, open + " are open");
    float[][] rows = p.x().toArray();
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 12; j++) {
        rows[i][j] = (i + j) % 6 == 0 ? rows[i][j] : Float.NaN;
      }
    }
    Path holes = path("holes.npy");
    NpyWriter.write(Matrix.of(rows), holes);
    Path hardly = path("hard.npy");
    Path softly = path("soft.npy");
    impute(model, holes, hardly).succeeds();
    impute(model, holes, softly, "--soft").succeeds();
    assertTrue(error(p.x(), read(softly)) < .97 * error(p.x(), read(hardly)));
  }

  private static double error(Matrix x, Matrix filled) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        sum += Math.pow(x.get(i, j) - filled.get(i, j), 2);
      }
    }
    return Math.sqrt(sum);
  }

  @Test
  void badInputIsNamed() throws IOException {
    Path model = model();
    Path out = path("filled.csv");
    impute(model, file("empty.csv", "a,b,c\n1,2,3\n,NA,\n"), out)
        .fails("row 2 of", "empty.csv", "no known entry");
    impute(model, file("infinite.csv", "a,b,c\n1,,inf\n"), out).fails("line 2", "c", "inf");
    impute(model, file("narrow.csv", "a,b\n1,\n"), out).fails("narrow.csv", "2 columns", "to 3");
    impute(model, file("other.csv", "a,c,b\n1,,2\n"), out).fails("other.csv", "'c'", "'b'");
    assertFalse(Files.exists(out));
    Run whole = impute(model, file("full.csv", "a,b,c\n1,2.5,3\n"), out).succeeds();
    assertTrue(whole.err().contains("full.csv has no missing entry"), whole::toString);
    assertEquals(0, whole.json().get("filled").getAsInt());
    assertEquals("a,b,c\n1.0,2.5,3.0\n", Files.readString(out));
    Path people = file("people.csv", "a,a,b,b\n1,2,3,4\n2,2,3,5\n1,1,4,4\n");
    Path genomes = path("genomes.lfm");
    Run.lfm("markov", "fit", people, "--genotypes", "-k", 1, "-o", genomes, "--iterations", 2)
        .succeeds();
    impute(genomes, people, out).fails("genomes.lfm", "genotypes", "matrices only");
  }
}
