package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;

class MissingCodeTest {

  private static final float NAN = Float.NaN;
  private static final ReadOptions KEEP = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
  private static final ReadOptions NINE = ReadOptions.DEFAULT.withMissing(MissingCode.of(-9));

  @TempDir Path folder = Path.of("");

  @Test
  void whatACodeMeans() {
    assertFalse(MissingCode.REFUSED.means(Double.NaN));
    assertTrue(MissingCode.NAN.means(Double.NaN));
    assertFalse(MissingCode.NAN.means(-9));
    assertFalse(MissingCode.NAN.means(Double.POSITIVE_INFINITY));
    assertTrue(MissingCode.of(-9).means(-9));
    assertTrue(MissingCode.of(-9).means(Double.NaN));
    assertFalse(MissingCode.of(-9).means(9));
    assertTrue(MissingCode.of(99.9).means(99.9f), "rounded by the file");
    assertTrue(MissingCode.of(-1.7e308).means(-1.7e308));
    assertFalse(MissingCode.of(-1.7e308).means(Double.NEGATIVE_INFINITY), "both too large");
    assertTrue(MissingCode.of(0).means(-0.));
  }

  @Test
  void codesAreReadFromText() {
    assertEquals(MissingCode.NAN, MissingCode.parse("nan"));
    assertEquals(MissingCode.NAN, MissingCode.parse("NA"));
    assertEquals(MissingCode.of(-9), MissingCode.parse("-9"));
    assertEquals(MissingCode.of(1e20), MissingCode.parse("1e20"));
    assertEquals("k.A.", MissingCode.parse("k.A. ").text());
    for (MissingCode code :
        new MissingCode[] {MissingCode.NAN, MissingCode.of(-99.5), MissingCode.parse("-")}) {
      assertEquals(code, MissingCode.parse(code.toString()));
    }
    assertEquals("refused", MissingCode.REFUSED.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "inf", "-Infinity", "k.A.,-", "-9,-8"})
  void otherTextIsRefused(String text) {
    Failures.assertSays(() -> MissingCode.parse(text), '"' + text + '"', "nan", "-9");
  }

  @Test
  void contradictions() {
    assertThrows(IllegalArgumentException.class, () -> new MissingCode(false, 3, null));
    assertThrows(IllegalArgumentException.class, () -> new MissingCode(false, Double.NaN, "x"));
    assertThrows(IllegalArgumentException.class, () -> new MissingCode(true, Double.NaN, "-9"));
    assertThrows(IllegalArgumentException.class, () -> MissingCode.of(Double.NEGATIVE_INFINITY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NA", "nan", "  ", "?", "null"})
  void textThatSaysMissing(String cell) throws IOException {
    for (String header : new String[] {"", "a,b\n"}) {
      Path file = text("x.csv", header + "1,2\n3,\"" + cell + "\"\n" + cell + ",-9\n");
      assertArrayEquals(new float[][] {{1, 2}, {3, NAN}, {NAN, -9}}, read(file, KEEP));
      assertArrayEquals(new float[][] {{1, 2}, {3, NAN}, {NAN, NAN}}, read(file, NINE));
      Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), "missing values are not supp");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"k.A.", "-", ".", "missing"})
  void cellsOfATextAreMissing(String mark) throws IOException {
    ReadOptions marked = ReadOptions.DEFAULT.withMissing(MissingCode.parse(mark));
    for (String header : new String[] {"", "a,b\n"}) {
      // In the first line of data, in quotes and with blanks too.
      Path file = text("x.csv", header + mark + ",2\n3,\"" + mark + "\"\nNA, " + mark + " \n5,6\n");
      assertArrayEquals(new float[][] {{NAN, 2}, {3, NAN}, {NAN, NAN}, {5, 6}}, read(file, marked));
      assertEquals(List.of(), MatrixReader.read(file, marked).notes());
      Failures.assertSays(() -> read(file, KEEP), "pass the missing code \"" + mark + '"');
    }
    Path triplets = text("t.csv", "a,x," + mark + "\na,y,2\nb,x,3\n");
    assertArrayEquals(
        new float[][] {{NAN, 2}, {3, NAN}},
        read(triplets, marked.withLayout(TableLayout.DETECTED.withTriplets(true))));
  }

  @Test
  void aTextIsThatOfAWholeCellAndNotedWhereThereIsNone() throws IOException {
    ReadOptions marked = ReadOptions.DEFAULT.withMissing(MissingCode.parse("k.A."));
    Path file = text("x.csv", "1,2\n3,k.a.\n");
    Failures.assertSays(() -> read(file, marked), "line 2, column 2", "\"k.a.\", not a number");
    for (Path other : List.of(text("y.csv", "1,2\n3,NA\n"), npy("<f4", "(1, 2)", 1, 2))) {
      assertEquals(
          List.of("no value of " + other + " is \"k.A.\", the text of missing entries"),
          MatrixReader.read(other, marked).notes());
    }
  }

  @Test
  void codesInTextAreNumbersHoweverWritten() throws IOException {
    Path file = text("x.tsv", "-9\t-9.0\t-9e0\t-90\n");
    assertArrayEquals(new float[][] {{NAN, NAN, NAN, -90}}, read(file, NINE));
    Path wrong = text("y.csv", "1,2\n2,x\n");
    Failures.assertSays(() -> read(wrong, NINE), "line 2, column 2", "\"x\", not a number");
  }

  @Test
  void theCodeIsWhatStandsInTheFileNotWhatScalingMakesOfIt() throws IOException {
    ReadOptions scaled = NINE.withScaleBy(-3);
    Path csv = text("x.csv", "-9,3\n");
    assertArrayEquals(new float[][] {{NAN, -9}}, read(csv, scaled));
    assertArrayEquals(new float[][] {{NAN, -9}}, read(npy("<f4", "(1, 2)", -9, 3), scaled));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f4", ">f4", "<f8", ">f8"})
  void nanInArrays(String type) throws IOException {
    Path file = npy(type, "(2, 2)", 1, Double.NaN, -9, 4);
    assertArrayEquals(new float[][] {{1, NAN}, {-9, 4}}, read(file, KEEP));
    assertArrayEquals(new float[][] {{1, NAN}, {NAN, 4}}, read(file, NINE));
    assertArrayEquals(new float[][] {{2, NAN}, {-18, 8}}, read(file, KEEP.withScaleBy(2)));
    Failures.assertSays(
        () -> read(file, ReadOptions.DEFAULT),
        "row 1, column 2",
        "is NaN; missing or infinite values are not supported");
  }

  @Test
  void codesInWholeNumbersAndInsideAnNpz() throws IOException {
    Path file = npy("<i2", "(2, 2)", 1, -9, 3, 4);
    assertArrayEquals(new float[][] {{1, NAN}, {3, 4}}, read(file, NINE));
    Path npz = folder.resolve("x.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(npz))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(Files.readAllBytes(file));
    }
    assertArrayEquals(new float[][] {{1, NAN}, {3, 4}}, read(npz, NINE));
  }

  @Test
  void arraysKeepTheirNan() throws IOException {
    Path file = npy("<f4", "(1, 2)", Double.NaN, 1);
    assertArrayEquals(new float[][] {{NAN, 1}}, read(file, KEEP));
    assertArrayEquals(new float[][] {{NAN, 1}}, read(file, NINE));
  }

  @Test
  void infinitiesAreRefusedAllTheSame() throws IOException {
    for (ReadOptions options : new ReadOptions[] {KEEP, NINE}) {
      for (String type : new String[] {"<f4", "<f8"}) {
        Path file = npy(type, "(1, 2)", Double.NaN, Double.NEGATIVE_INFINITY);
        Failures.assertSays(
            () -> read(file, options), "row 1, column 2", "-Infinity; infinite values are not");
      }
      Path large = npy("<f8", "(1, 1)", 1e300);
      Failures.assertSays(() -> read(large, options), "1.0E300", "32-bit");
      Path csv = text("x.csv", "1,inf\n");
      Failures.assertSays(() -> read(csv, options), "line 1, column 2", "inf", "32-bit");
      Path svm = text("x.svm", "1 1:inf\n");
      Failures.assertSays(() -> read(svm, options), "row 1, column 1", "infinite values are not");
    }
  }

  @Test
  void sparseTextSaysMissingAndLeavesOutZeros() throws IOException {
    Path file = text("x.svm", "1 1:-9 3:nan\n1 2:NA\n");
    assertArrayEquals(new float[][] {{-9, 0, NAN}, {0, NAN, 0}}, read(file, KEEP));
    assertArrayEquals(new float[][] {{NAN, 0, NAN}, {0, NAN, 0}}, read(file, NINE));
    Failures.assertSays(
        () -> read(file, ReadOptions.DEFAULT.withMissing(MissingCode.of(0))),
        "0 cannot be the missing code of " + file,
        "index:nan");
  }

  @Test
  void anIncidenceMatrixHasNone() throws IOException {
    Path file = text("z.csv", "1,0\n0,NA\n");
    Failures.assertSays(
        () -> BinaryMatrixReader.read(file, KEEP), "row 2, column 2", "NaN", "only 0 and 1");
  }

  private Path text(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path npy(String type, String shape, double... values) throws IOException {
    return Files.write(
        folder.resolve("x.npy"),
        NpyBytes.file(1, NpyBytes.header(type, false, shape), NpyBytes.encode(type, values)));
  }

  private static float[][] read(Path file, ReadOptions options) throws IOException {
    return Matrices.toArray(MatrixReader.read(file, options).x());
  }
}
