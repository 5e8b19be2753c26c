package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;

/** What cannot be fitted is refused in one line that names it, before any work is done. */
class BadInputTest {

  private static final String GOOD = "1,2\n2,1\n3,3\n";

  @TempDir Path folder;
  private Path model = Path.of("unset");

  @BeforeEach
  void nameTheModel() {
    model = folder.resolve("model.lfm");
  }

  /** After every refusal there is no model, not even half of one. */
  private Run fit(Path data, Object... more) throws IOException {
    Object[] arguments = new Object[6 + more.length];
    Object[] first = {"fit", data, "-o", model, "--backend", "java"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    Run run = Run.lfm(arguments);
    assertFalse(Files.exists(model), run::toString);
    try (var left = Files.list(folder)) {
      assertTrue(left.noneMatch(f -> f.toString().endsWith(".tmp")), run::toString);
    }
    return run;
  }

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path good() throws IOException {
    return text("good.csv", GOOD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nan", "NaN", "inf", "-Infinity"})
  void notANumberNamesRowAndColumn(String value) throws IOException {
    // Of a text file the line is named, for the header and blank lines count in an editor.
    fit(text("x.csv", "a,b\n1,2\n3," + value + "\n5,6\n"), "-k", 1)
        .fails("line 3", "column 2", "\"b\"", value);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
  void notANumberInNpyNamesRowAndColumn(float value) throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Matrix.of(new float[][] {{1, 2, 3}, {4, 5, value}}), file);
    fit(file, "-k", 1).fails("row 2", "column 3", file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.csv", "x.tsv", "x.npy", "x.npz", "x.svm"})
  void anEmptyFile(String name) throws IOException {
    fit(text(name, ""), "-k", 1).fails(name, "empty");
  }

  @Test
  void aHeaderWithoutRows() throws IOException {
    fit(text("x.csv", "height,weight\n"), "-k", 1).fails("x.csv", "row");
  }

  @Test
  void raggedRowsNameTheLine() throws IOException {
    fit(text("x.csv", "a,b\n1,2\n3,4,5\n"), "-k", 1).fails("line 3", "3", "2");
  }

  @Test
  void textForANumberNamesLineAndColumn() throws IOException {
    fit(text("x.csv", "a,b\n1,2\n3,four\n"), "-k", 1).fails("line 3", "column 2", "four");
  }

  @Test
  void aTruncatedNpy() throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Matrix.allocate(50, 40), file);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {whole.length - 4, whole.length / 2, 60, 9, 3}) {
      Files.write(file, Arrays.copyOf(whole, length));
      fit(file, "-k", 1).fails("x.npy");
    }
  }

  @Test
  void aMislabelledNpy() throws IOException {
    fit(text("x.npy", GOOD), "-k", 1).fails("x.npy");
    fit(text("y.npz", GOOD), "-k", 1).fails("y.npz");
    fit(text("x.svm", GOOD), "-k", 1).fails("x.svm");
  }

  @ParameterizedTest
  @CsvSource({
    "(3,), one",
    "'(2, 3, 4)', three",
    "(), none",
    "'(0, 5)', no rows",
    "'(5, 0)', no columns",
  })
  void anNpyOfWrongDimensions(String shape, String which) throws IOException {
    fit(npy(shape, 24 * 4), "-k", 1).fails("x.npy");
  }

  /** An .npy file of float32 whose header claims {@code shape}. */
  private Path npy(String shape, int bytes) throws IOException {
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
    header = header + " ".repeat(117 - header.length()) + "\n";
    ByteBuffer file = ByteBuffer.allocate(10 + 118 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) 118);
    file.put(header.getBytes(StandardCharsets.US_ASCII));
    return Files.write(folder.resolve("x.npy"), file.array());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "two", "1.5"})
  void aNumberOfFeaturesThatIsNone(String k) throws IOException {
    fit(good(), "-k", k).isWrongUse(k);
    Run.lfm("path", good(), "--max-k", k, "--table", folder.resolve("t.tsv")).isWrongUse(k);
  }

  @Test
  void moreFeaturesThanRows() throws IOException {
    fit(good(), "-k", 4).fails("4", "3 rows");
    Run.lfm("path", good(), "--max-k", 4, "--table", folder.resolve("t.tsv")).fails("4", "3 rows");
  }

  @ParameterizedTest
  @CsvSource({
    "--penalty, -1",
    "--penalty, NaN",
    "--penalty, Infinity",
    "--relative-penalty, -0.5",
    "--time-limit, 0",
    "--time-limit, -1",
    "--threads, -1",
    "--device, -1",
    "--device, 999",
    "--device, x",
    "--scale-by, 0",
    "--scale-by, NaN",
    "--backend, abacus",
    "--method, magic",
    "--corrective, magic",
    "--reduce, magic",
    "--reduce, 0",
    "--reduce, -3",
    "--reduce, 2.5",
    "--seed, x"
  })
  void optionsOutOfRange(String option, String value) throws IOException {
    Run.lfm("fit", good(), "-k", 1, "-o", model, option, value).isWrongUse(value);
    assertFalse(Files.exists(model));
  }

  /** Two features do not fit into one dimension. */
  @Test
  void aReductionWithoutRoomForTheFeatures() throws IOException {
    fit(good(), "-k", 2, "--reduce", 1).isWrongUse("--reduce is 1 for K = 2", "at least K");
    Run.lfm("path", good(), "--max-k", 2, "--table", model, "--reduce", 1)
        .isWrongUse("--reduce is 1 for K = 2");
    fit(good(), "-k", 1, "--method", "paper", "--reduce", 3).isWrongUse("--reduce is 3", "paper");
  }

  @Test
  void roundedProductsWhereTheyAreNotKnown() throws IOException {
    Run.lfm("fit", good(), "-k", 1, "-o", model, "--backend", "java", "--precision", "tf32")
        .isWrongUse("TensorFloat-32", "java");
    Run.lfm("fit", good(), "-k", 1, "-o", model, "--precision", "half")
        .isWrongUse("--precision", "half", "single, tf32, bf16");
  }

  @Test
  void theThreeFormsOfThePenaltyExcludeEachOther() throws IOException {
    fit(good(), "-k", 1, "--lambda", -1, "--tau", 1).isWrongUse("lambda", "-1");
    fit(good(), "-k", 1, "--lambda", 1).isWrongUse("--tau");
    fit(good(), "-k", 1, "--penalty", 1, "--relative-penalty", 1).isWrongUse("--penalty");
    fit(good(), "-k", 1, "--penalty", 1, "--method", "path").isWrongUse("--method path");
  }

  @Test
  void missingArguments() throws IOException {
    Run.lfm().isWrongUse("command");
    Run.lfm("fit", good(), "-k", 1).isWrongUse("--output");
    Run.lfm("fit", good(), "-o", model).isWrongUse("--features");
    Run.lfm("fitt").isWrongUse("fitt");
    Run.lfm("generate", "syn9", "-o", folder).isWrongUse("syn9");
  }

  @Test
  void nothingToExplain() throws IOException {
    fit(text("x.csv", "0,0\n0,0\n"), "-k", 1).fails("zero", "x.csv");
  }

  @Test
  void anUnwritableOutputIsToldBeforeTheDataAreRead() throws IOException {
    // The data file is missing too: had it been looked at first, that would be the complaint.
    Path missing = folder.resolve("missing.npy");
    Run.lfm("fit", missing, "-k", 1, "-o", folder).fails("cannot write", "directory");
    Run.lfm("fit", missing, "-k", 1, "-o", folder.resolve("no/such/place.lfm"))
        .fails("cannot write", "no directory");
    Run.lfm("fit", missing, "-k", 1, "-o", good().resolve("model.lfm"))
        .fails("cannot write", "is a file, not a directory");
    Run.lfm("path", missing, "--max-k", 1, "--table", folder).fails("cannot write");
    Run.lfm("transform", missing, missing, "-o", folder.resolve("no/Z.npy")).fails("cannot write");
    Run.lfm("generate", "syn0", "-o", good()).fails("is a file; name a directory");
  }

  @Test
  void aMissingFile() throws IOException {
    Path missing = folder.resolve("missing.npy");
    fit(missing, "-k", 1).fails("missing.npy");
    Run.lfm("info", missing).fails("missing.npy");
    Run.lfm("score", missing, missing).fails("missing.npy");
  }

  @Test
  void aDirectoryForAFile() throws IOException {
    fit(folder, "-k", 1).fails("directory");
    Run.lfm("info", folder).fails("directory");
  }

  @Test
  void whatIsNoModel() throws IOException {
    Run.lfm("info", good()).fails("good.csv", "model");
    Run.lfm("export", good(), "--z", folder.resolve("Z.npy")).fails("good.csv", "model");
  }

  @Test
  void theStackTraceIsShownWithVerbose() {
    Run run = Run.lfm("info", folder.resolve("missing.lfm"), "--verbose");
    assertTrue(run.status() == 1 && run.err().contains("\tat "), run::toString);
  }

  @Test
  void tooLittleMemoryIsToldBeforeTheFitWithBothNumbers() throws IOException {
    Path x = folder.resolve("x.npy");
    Matrix data = Matrix.allocate(2000, 1000);
    data.set(0, 0, 1);
    NpyWriter.write(data, x);
    Run.lfm("fit", x, "-k", 2, "-o", model, "--backend", TinyBackendProvider.NAME)
        .fails("not enough memory", "16 MiB needed", "2 MiB available");
    Run.lfm(
            "path",
            x,
            "--max-k",
            2,
            "--table",
            folder.resolve("t.tsv"),
            "--backend",
            TinyBackendProvider.NAME)
        .fails("not enough memory", "8 MiB needed", "2 MiB available");
  }
}
