package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.markov.MarkovModel;

/** What no Markov model can be fitted to, or applied to, is refused in one line that names it. */
class MarkovBadInputTest {

  private static final String GOOD = "a,b\n1,2\n2,1\n3,3\n-1,4\n";
  private static final String PEOPLE =
      "id,L1.1,L1.2,L2.1,L2.2\nann,100,104,7,9\nbob,102,102,-9,-9\ncid,108,100,9,9\ndan,98,98,7,7\n";

  @TempDir Path folder;
  private Path model = Path.of("unset");

  @BeforeEach
  void nameTheModel() {
    model = folder.resolve("model.lfm");
  }

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path good() throws IOException {
    return text("good.csv", GOOD);
  }

  /** After every refusal there is no model, not even half of one. */
  private Run fit(Path data, Object... more) throws IOException {
    Object[] first = {"markov", "fit", data, "-o", model, "--backend", "java"};
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    Run run = Run.lfm(words);
    assertFalse(Files.exists(model), run::toString);
    try (var left = Files.list(folder)) {
      assertTrue(left.noneMatch(f -> f.toString().endsWith(".tmp")), run::toString);
    }
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "two", "40000"})
  void aNumberOfFeaturesThatIsNone(String k) throws IOException {
    fit(good(), "-k", k).isWrongUse(k);
  }

  @Test
  void moreFeaturesThanRows() throws IOException {
    fit(good(), "-k", 5).fails("K is 5", "good.csv has only 4 rows");
  }

  @ParameterizedTest
  @CsvSource({
    "--sigma, 0",
    "--sigma, -1",
    "--sigma, NaN",
    "--alpha, 0",
    "--lambda, 0",
    "--lambda, Infinity",
    "--eta, -2",
    "--iterations, 0",
    "--longest, 0",
    "--longest, 33",
    "--gain, most",
    "--missing, '-9,-8'",
    "--missing, inf",
    "--label-columns, -1",
    "--time-limit, 0",
    "--scale-by, 0",
    "--threads, -1",
    "--backend, abacus",
    "--seed, x"
  })
  void optionsOutOfRange(String option, String value) throws IOException {
    Run.lfm("markov", "fit", good(), "-k", 1, "-o", model, option, value).isWrongUse(value);
    assertFalse(Files.exists(model));
  }

  @ParameterizedTest
  @CsvSource({"--batch, 0", "--kappa, 0.5", "--kappa, 1.5", "--delay, -1", "--update, best"})
  void optionsOfBatchesOutOfRange(String option, String value) throws IOException {
    fit(good(), "-k", 1, "--stochastic", option, value).isWrongUse(value);
  }

  @ParameterizedTest
  @CsvSource({"--batch, 10", "--kappa, 0.7", "--delay, 1", "--update, paper"})
  void optionsOfBatchesWithoutBatches(String option, String value) throws IOException {
    fit(good(), "-k", 1, option, value).isWrongUse(option, "--stochastic");
  }

  @Test
  void optionsThatDoNotGoTogether() throws IOException {
    fit(good(), "-k", 1, "--gamma", 2).isWrongUse("--gamma", "--infinite");
    fit(good(), "-k", 1, "--infinite", "--gamma", 0).isWrongUse("gamma is 0");
    fit(good(), "-k", 1, "--label-columns", 1).isWrongUse("--label-columns", "--genotypes");
    fit(good(), "-k", 1, "--genotypes", "--scale-by", 2).isWrongUse("--scale-by");
  }

  @Test
  void constantColumnsAreNamedAndStandardised() throws IOException {
    Path data = text("x.csv", "a,b,c\n1,2,7\n2,1,7\n3,3,7\n-1,4,7\n");
    Run run =
        Run.lfm("markov", "fit", data, "-k", 1, "-o", model, "--standardise", "--backend", "java")
            .succeeds();
    assertTrue(run.err().contains("x.csv: constant columns, divided by 1"), run::toString);
    assertTrue(run.err().contains("standard deviation: c\n"), run::toString);
    Run.lfm("markov", "score", model, text("new.csv", "a,b,c\n1,2,8\n")).succeeds();
    Path people = text("p.csv", "L1.1,L1.2,L2.1,L2.2\n100,104,7,7\n102,102,7,7\n108,100,7,7\n");
    run =
        Run.lfm("markov", "fit", people, "--genotypes", "-k", 1, "-o", model, "--backend", "java")
            .succeeds();
    assertTrue(run.err().contains("p.csv: constant columns, divided by 1"), run::toString);
    assertTrue(run.err().contains("standard deviation: L2\n"), run::toString);
  }

  @Test
  void whatCannotBeStandardisedIsNamed() throws IOException {
    fit(text("one.csv", "a,b\n1,2\n"), "-k", 1, "--standardise").fails("one.csv has one row");
    fit(text("same.csv", "a,b\n1,2\n1,2\n"), "-k", 1, "--standardise")
        .fails("every column of", "same.csv is constant");
    fit(text("p.csv", "L1.1,L1.2\n100,104\n"), "-k", 1, "--genotypes").fails("p.csv has one row");
    fit(text("gap.csv", "a,b\n1,NA\n2,NA\n"), "-k", 1, "--standardise", "--missing", "nan")
        .fails("column 2 (b) of", "gap.csv", "no known entry");
  }

  @Test
  void missingArguments() throws IOException {
    Run.lfm("markov").isWrongUse("a command is missing; choose one of fit, transform");
    Run.lfm("markov", "fitt").isWrongUse("'fitt' is not a command of 'lfm markov'");
    Run.lfm("markov", "fit", good(), "-k", 1).isWrongUse("--output");
    Run.lfm("markov", "fit", good(), "-o", model).isWrongUse("--features");
    Run.lfm("markov", "transform", model, good()).isWrongUse("--output", "--weights");
  }

  @Test
  void nothingToExplain() throws IOException {
    fit(text("x.csv", "0,0\n0,0\n"), "-k", 1).fails("zero", "x.csv");
    fit(text("y.csv", "0,0\n0,NA\n"), "-k", 1, "--missing", "nan").fails("zero", "y.csv");
  }

  @Test
  void missingEntriesThatNobodyAnnounced() throws IOException {
    fit(text("x.csv", "a,b\n1,2\n3,NA\n5,6\n"), "-k", 1).fails("line 3", "column 2");
  }

  @Test
  void aRowOfWhichNothingIsKnown() throws IOException {
    fit(text("x.csv", "1,2\n-9,-9\n3,4\n"), "-k", 1, "--missing", -9)
        .fails("row 2 of", "x.csv has no known entry", "remove the row");
    Path npy = folder.resolve("x.npy");
    NpyWriter.write(Matrix.of(new float[][] {{1, 2}, {3, Float.NaN}, {Float.NaN, Float.NaN}}), npy);
    fit(npy, "-k", 1, "--missing", "nan").fails("row 3 of", "x.npy has no known entry");
    fit(text("p.csv", PEOPLE.replace("102,102", "-9,-9")), "-k", 1, "--genotypes")
        .fails("id bob", "p.csv has no known entry");
  }

  @Test
  void anUnwritableOutputIsToldBeforeTheDataAreRead() throws IOException {
    Path missing = folder.resolve("missing.npy");
    Run.lfm("markov", "fit", missing, "-k", 1, "-o", folder).fails("cannot write", "directory");
    Run.lfm("markov", "transform", missing, missing, "-o", folder.resolve("no/p.csv"))
        .fails("cannot write", "no directory");
    fit(missing, "-k", 1).fails("missing.npy");
    Run.lfm("markov", "score", missing, missing).fails("missing.npy");
  }

  @Test
  void tooLittleMemoryIsToldBeforeTheFitWithBothNumbers() throws IOException {
    Path x = folder.resolve("x.npy");
    Matrix data = Matrix.allocate(2000, 1000);
    data.set(0, 0, 1);
    NpyWriter.write(data, x);
    Run.lfm("markov", "fit", x, "-k", 2, "-o", model, "--backend", TinyBackendProvider.NAME)
        .fails("not enough memory", "8 MiB needed", "2 MiB available");
  }

  @Test
  void rowsWithOtherColumns() throws IOException {
    Run.lfm("markov", "fit", good(), "-k", 1, "-o", model, "--backend", "java").succeeds();
    Path paths = folder.resolve("paths.csv");
    Path wide = text("wide.csv", "a,b,c\n1,2,3\n");
    Run.lfm("markov", "transform", model, wide, "-o", paths).fails("wide.csv has 3 columns", "2");
    Run.lfm("markov", "score", model, wide).fails("wide.csv has 3 columns", "2");
    Path swapped = text("swapped.csv", "b,a\n1,2\n");
    Run.lfm("markov", "transform", model, swapped, "-o", paths)
        .fails("column 1 of", "swapped.csv is 'b'", "'a'");
    Path holed = text("holed.csv", "a,b\n1,\n");
    Run.lfm("markov", "transform", model, holed, "-o", paths).fails("line 2", "column 2");
    assertFalse(Files.exists(paths));
  }

  @Test
  void aTableOfOtherLoci() throws IOException {
    Path people = text("people.csv", PEOPLE);
    Run.lfm("markov", "fit", people, "--genotypes", "-k", 1, "-o", model, "--backend", "java")
        .succeeds();
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals(2, saved.w().cols());
    Path paths = folder.resolve("paths.csv");
    Path other = text("other.csv", PEOPLE.replace("L2.", "L3."));
    Run.lfm("markov", "transform", model, other, "-o", paths)
        .fails("other.csv differ from the model's", "lacks L2", "lacks L3");
    Run.lfm("markov", "score", model, other).fails("other.csv differ from the model's", "lacks L2");
    assertFalse(Files.exists(paths));
    // Another order is the same table.
    Path turned =
        text(
            "turned.csv",
            "L2.1,L2.2,id,L1.1,L1.2\n7,9,ann,100,104\n-9,-9,bob,102,102\n9,9,cid,108,100\n7,7,dan,98,98\n");
    Path again = folder.resolve("again.csv");
    Run.lfm("markov", "transform", model, people, "-o", paths).succeeds();
    Run.lfm("markov", "transform", model, turned, "-o", again).succeeds();
    assertEquals(Files.readString(paths), Files.readString(again));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many"})
  void aNumberOfSamplesThatIsNone(String samples) throws IOException {
    Run.lfm("markov", "score", good(), good(), "--samples", samples).isWrongUse(samples);
  }

  @Test
  void whatIsNoModel() throws IOException {
    Run.lfm("markov", "transform", good(), good(), "-o", folder.resolve("p.csv"))
        .fails("good.csv", "not a model");
    Run.lfm("markov", "info", good()).fails("good.csv", "not a model");
  }
}
