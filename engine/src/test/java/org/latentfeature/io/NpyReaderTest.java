package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;

class NpyReaderTest {

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "|u1", "|i1", "<i2", ">i2", "<u2", ">u2", "<i4",
        ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8", "|b1"
      })
  void everyTypeInBothOrdersAndAllVersions(String descr) throws IOException {
    boolean signed = "fi".indexOf(descr.charAt(1)) >= 0;
    double[] values = {0, 1, signed ? -3 : 3, 100, 7, 1};
    if (descr.equals("|b1")) {
      values = new double[] {0, 1, 1, 0, 0, 1};
    }
    for (int version = 1; version <= 3; version++) {
      Path c =
          write(
              NpyBytes.file(
                  version,
                  NpyBytes.header(descr, false, "(2, 3)"),
                  NpyBytes.encode(descr, values)));
      float[][] byRow = Matrices.toArray(NpyReader.read(c, 1));
      Path f =
          write(
              NpyBytes.file(
                  version, NpyBytes.header(descr, true, "(2, 3)"), NpyBytes.encode(descr, values)));
      float[][] byColumn = Matrices.toArray(NpyReader.read(f, 1));
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
          assertEquals((float) values[3 * i + j], byRow[i][j]);
          assertEquals((float) values[i + 2 * j], byColumn[i][j]);
        }
      }
    }
  }

  @Test
  void unsignedTypesReachTheirLargestValues() throws IOException {
    assertEquals(255f, single("|u1", new byte[] {-1}));
    assertEquals(65535f, single("<u2", new byte[] {-1, -1}));
    assertEquals(0x1p32f, single("<u4", new byte[] {-1, -1, -1, -1}));
    assertEquals(0x1p64f, single("<u8", new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}));
    assertEquals(1f, single("|b1", new byte[] {2}));
  }

  @Test
  void halfPrecisionIsExact() throws IOException {
    assertEquals(65504f, single("<f2", new byte[] {-1, 0x7b}));
    assertEquals(-65504f, single(">f2", new byte[] {-5, -1}));
    assertEquals(0x1p-14f, single("<f2", new byte[] {0, 4}));
    assertEquals(0x1p-24f, single("<f2", new byte[] {1, 0}));
    assertEquals(-0x1.ff8p-15f, single("<f2", new byte[] {-1, (byte) 0x83}));
    assertEquals(0x1.004p0f, single("<f2", new byte[] {1, 0x3c}));
    assertEquals(-0f, single("<f2", new byte[] {0, (byte) 0x80}));
  }

  @Test
  void entriesCrossTheReadersBuffer() throws IOException {
    int rows = 301;
    int cols = 127;
    double[] values = new double[rows * cols];
    for (int p = 0; p < values.length; p++) {
      values[p] = p;
    }
    for (boolean fortran : new boolean[] {false, true}) {
      Path file =
          write(
              NpyBytes.file(
                  1,
                  NpyBytes.header("<f8", fortran, "(301, 127)"),
                  NpyBytes.encode("<f8", values)));
      Matrix x = NpyReader.read(file, 1);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
          assertEquals(fortran ? i + rows * j : cols * i + j, x.get(i, j));
        }
      }
    }
  }

  @Test
  void floatsMayBeginAnywhereAndBeScaled() throws IOException {
    byte[] data = NpyBytes.encode("<f4", 1, 2, 3, 4);
    byte[] whole = NpyBytes.file(1, NpyBytes.header("<f4", false, "(2, 2)"), data);
    Matrix scaled = NpyReader.read(write(whole), .5);
    assertArrayEquals(new float[][] {{.5f, 1}, {1.5f, 2}}, Matrices.toArray(scaled));

    byte[] text = (NpyBytes.header("<f4", false, "(2, 2)") + "\n").getBytes(StandardCharsets.UTF_8);
    for (int pad = 0; pad < 4; pad++) {
      byte[] padded = Arrays.copyOf(text, text.length + pad);
      Arrays.fill(padded, text.length, padded.length, (byte) ' ');
      ByteBuffer odd = ByteBuffer.allocate(10 + padded.length + data.length);
      odd.put(whole, 0, 8).put((byte) padded.length).put((byte) 0).put(padded).put(data);
      Matrix x = NpyReader.read(write(odd.array()), 1);
      assertArrayEquals(new float[][] {{1, 2}, {3, 4}}, Matrices.toArray(x));
    }
  }

  @Test
  void theListenerHearsHowMuchOfTheFileIsRead() throws IOException {
    int rows = 5_000_000;
    Path file = folder.resolve("heard.npy");
    NpyWriter.write(Matrix.allocate(rows, 1), file);
    for (ReadOptions options : List.of(ReadOptions.DEFAULT, ReadOptions.DEFAULT.withScaleBy(.5))) {
      List<Long> heard = new ArrayList<>();
      MatrixReader.read(
          file,
          options,
          (work, done, of) -> {
            assertEquals("reading " + file, work);
            assertEquals(128 + 4L * rows, of);
            heard.add(done);
          });
      assertTrue(heard.size() > 2, "in pieces");
      assertEquals(heard.stream().sorted().toList(), heard);
      assertEquals(128 + 4L * rows, heard.get(heard.size() - 1));
    }
  }

  @Test
  void whatBecomesOfTheFileLaterDoesNotTouchTheMatrix() throws IOException {
    Matrix x = Matrices.random(500, 40, 100_000, 7);
    Path file = folder.resolve("later.npy");
    NpyWriter.write(x, file);
    Matrix read = NpyReader.read(file, 1);
    // Cut short, a mapped file would end the process at the first entry of a page that is gone.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
      channel.write(ByteBuffer.allocate(1024), 128);
    }
    Matrices.assertSame(x, read);
  }

  @Test
  void otherWritersHeaders() throws IOException {
    byte[] data = NpyBytes.encode("<f4", 1, 2);
    for (String header :
        new String[] {
          "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,1)}",
          "{'shape': (2L, 1L), 'fortran_order': False, 'descr': '<f4'}",
          "{'descr': '=f4', 'fortran_order': True, 'shape': ( 2 , 1 ,), }",
          "{\n 'd\\x65scr' : '\\u003cf4',\t'fortran_order':False,\n 'shape':((2), 1)\n}"
        }) {
      assertArrayEquals(
          new float[][] {{1}, {2}},
          Matrices.toArray(NpyReader.read(write(NpyBytes.file(1, header, data)), 1)));
    }
  }

  @Test
  void wrongLengthsNameBothNumbers() throws IOException {
    for (String descr : new String[] {"<f4", "<f8"}) {
      byte[] whole =
          NpyBytes.file(
              1, NpyBytes.header(descr, false, "(2, 3)"), NpyBytes.encode(descr, 1, 2, 3, 4, 5, 6));
      Path shorter = write(Arrays.copyOf(whole, whole.length - 1));
      Failures.assertSays(
          () -> NpyReader.read(shorter, 1),
          shorter + " is truncated",
          "2×3",
          whole.length + " bytes",
          "has " + (whole.length - 1));
      Path longer = write(Arrays.copyOf(whole, whole.length + 1));
      Failures.assertSays(() -> NpyReader.read(longer, 1), "damaged", "has " + (whole.length + 1));
    }
  }

  @Test
  void everyTruncationOfAFileIsAnError() throws IOException {
    byte[] whole =
        NpyBytes.file(
            2, NpyBytes.header(">i4", true, "(2, 3)"), NpyBytes.encode(">i4", 1, 2, 3, 4, 5, 6));
    for (int length = 0; length < whole.length; length++) {
      Path file = write(Arrays.copyOf(whole, length));
      Failures.assertSays(() -> NpyReader.read(file, 1), file.toString());
    }
  }

  @Test
  void notNpyAtAll() throws IOException {
    Path empty = write(new byte[0]);
    Failures.assertSays(() -> NpyReader.read(empty, 1), empty + " is empty");
    Path text = write("1,2,3\n4,5,6\n".getBytes(StandardCharsets.UTF_8));
    Failures.assertSays(() -> NpyReader.read(text, 1), "is not a .npy file", "extension");
    Path future = write(NpyBytes.file(4, NpyBytes.header("<f4", false, "(1, 1)"), new byte[4]));
    Failures.assertSays(() -> NpyReader.read(future, 1), "version 4", "1 to 3");
    byte[] minor = NpyBytes.file(1, NpyBytes.header("<f4", false, "(1, 1)"), new byte[4]);
    minor[7] = 1;
    Path between = write(minor);
    Failures.assertSays(() -> NpyReader.read(between, 1), "version 1.1", "1 to 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(5,)", "()", "(2, 3, 4)"})
  void otherThanTwoDimensions(String shape) throws IOException {
    Path file = write(NpyBytes.file(1, NpyBytes.header("<f4", false, shape), new byte[20]));
    Failures.assertSays(() -> NpyReader.read(file, 1), "dimension", "needs 2 (rows × columns)");
  }

  @Test
  void oneDimensionIsSaidSo() throws IOException {
    Path file = write(NpyBytes.file(1, NpyBytes.header("<f4", false, "(5,)"), new byte[20]));
    Failures.assertSays(
        () -> NpyReader.read(file, 1), "has 1 dimension, but needs 2 (rows × columns)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(0, 3)", "(3, 0)", "(0, 0)"})
  void emptyShapes(String shape) throws IOException {
    for (String descr : new String[] {"<f4", "|u1"}) {
      Path file = write(NpyBytes.file(1, NpyBytes.header(descr, false, shape), new byte[0]));
      Failures.assertSays(() -> NpyReader.read(file, 1), "at least one row and one column");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(2147483647, 2147483647)",
        "(2147483648, 1)",
        "(99999999999999999999, 1)",
        "(-1, 2)",
        "(a, b)",
        "(1.5, 2)"
      })
  void lyingShapes(String shape) throws IOException {
    for (String descr : new String[] {"<f4", "<f8"}) {
      Path file = write(NpyBytes.file(1, NpyBytes.header(descr, false, shape), new byte[16]));
      Failures.assertSays(() -> NpyReader.read(file, 1), file.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<c16", "|O", "<U4", "|V8", "f4", "<f16", "", ">", "<M8[s]"})
  void otherTypesAreNamed(String descr) throws IOException {
    Path file = write(NpyBytes.file(1, NpyBytes.header(descr, false, "(1, 1)"), new byte[16]));
    Failures.assertSays(() -> NpyReader.read(file, 1), "\"" + descr + "\"", "float32");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 4), 'shape': (2, 2)} | shape\" occurs"
            + " twice",
        "{'shape': (1, 4), 'descr': '<f4', 'fortran_order': False, 'sh\\x61pe': (2, 2)} | twice",
        "{'descr': '<f4', 'note': \"'shape': (1, 4)\", 'fortran_order': False, 'shape': (2, 2)} |"
            + " key \"note\" is unknown",
        "{'descr': \"'shape': (1, 4), '<f4'\", 'fortran_order': False, 'shape': (2, 2)} | of type",
        "{'descr': '<f4', 'fortran_order': False} | it has no shape",
        "{'descr': '<f4', 'shape': (2, 2)} | it has no fortran_order",
        "{'fortran_order': False, 'shape': (2, 2)} | it has no descr",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 2)} | neither True nor False",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [2, 2]} | not a tuple",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4)} | not a tuple",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, True)} | a dimension of \"true\"",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2 2)} | no comma between two items",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (02, 2)} | begins with 0",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2) | no comma between two keys",
        "{'descr': '<f4' 'fortran_order': False, 'shape': (2, 2)} | no comma between two keys",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)} {} | after the dictionary",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 2)} | (character",
        "{'descr': '<f4\\q', 'fortran_order': False, 'shape': (2, 2)} | escape",
        "{descr: '<f4', 'fortran_order': False, 'shape': (2, 2)} | not a string in quotes (character"
            + " 2)",
        "('<f4', False, (2, 2)) | no { (character 1)"
      })
  void headersMeanWhatPythonReadsOrNothing(String header, String part) throws IOException {
    Path file = write(NpyBytes.file(1, header, NpyBytes.encode("<f4", 1, 2, 3, 4)));
    Failures.assertSays(() -> NpyReader.read(file, 1), file.toString(), part);
  }

  @Test
  void nestedBracketsEndInAMessage() throws IOException {
    String header = "{'descr': " + "(".repeat(9000) + "}";
    Path file = write(NpyBytes.file(1, header, new byte[0]));
    Failures.assertSays(() -> NpyReader.read(file, 1), "nested too deep");
  }

  @Test
  void damagedHeaders() throws IOException {
    Path records =
        write(
            NpyBytes.file(
                1,
                "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1, 1), }",
                new byte[4]));
    Failures.assertSays(() -> NpyReader.read(records, 1), "of type \"[(a, <f4)]\"", "astype");
    byte[] hugeHeader = NpyBytes.file(2, NpyBytes.header("<f4", false, "(1, 1)"), new byte[4]);
    hugeHeader[11] = (byte) 0xff;
    Path huge = write(hugeHeader);
    Failures.assertSays(() -> NpyReader.read(huge, 1), "damaged", "header claims");
  }

  @Test
  void notFiniteValuesAreNamedByPlace() throws IOException {
    for (String descr : new String[] {"<f2", "<f4", ">f4", "<f8"}) {
      Path nan =
          write(
              NpyBytes.file(
                  1,
                  NpyBytes.header(descr, false, "(2, 3)"),
                  NpyBytes.encode(descr, 1, 2, 3, 4, 5, Double.NaN)));
      Failures.assertSays(
          () -> NpyReader.read(nan, 1),
          "row 2, column 3 (counting from 1) of " + nan + " is NaN",
          "1 of 6 entries is missing, 17 %",
          "MissingCode.NAN");
      Path inf =
          write(
              NpyBytes.file(
                  1,
                  NpyBytes.header(descr, true, "(2, 3)"),
                  NpyBytes.encode(descr, 1, 2, Double.NEGATIVE_INFINITY, 4, 5, 6)));
      Failures.assertSays(() -> NpyReader.read(inf, 1), "row 1, column 2 ", "-Infinity");
    }
  }

  @Test
  void doublesBeyondFloatsAreNamed() throws IOException {
    Path file =
        write(
            NpyBytes.file(
                1,
                NpyBytes.header("<f8", false, "(2, 2)"),
                NpyBytes.encode("<f8", 1, 2, -1e300, 1e-300)));
    Failures.assertSays(() -> NpyReader.read(file, 1), "row 2, column 1 ", "-1.0E300", "scale");
    assertEquals(-1f, NpyReader.read(file, 1e-300).get(1, 0));
  }

  @Test
  void streamsAreReadToTheEndOfTheArrayAndNoFurther() throws IOException {
    byte[] whole =
        NpyBytes.file(
            1, NpyBytes.header("<f8", false, "(2, 2)"), NpyBytes.encode("<f8", 1, 1e300, 3, -4));
    Dense w = NpyReader.readDense(new ByteArrayInputStream(whole), "W");
    assertArrayEquals(new double[] {1, 1e300, 3, -4}, w.values());
    Failures.assertSays(
        () -> NpyReader.readDense(new ByteArrayInputStream(whole, 0, whole.length - 3), "W"),
        "W is truncated");
    Failures.assertSays(
        () ->
            NpyReader.readDense(
                new ByteArrayInputStream(Arrays.copyOf(whole, whole.length + 1)), "W"),
        "W is damaged");
  }

  @Test
  void binaryStreams() throws IOException {
    byte[] good =
        NpyBytes.file(1, NpyBytes.header("|u1", false, "(3, 2)"), new byte[] {0, 1, 1, 1, 0, 0});
    BinaryMatrix z = NpyReader.readBinary(new ByteArrayInputStream(good), "Z");
    assertEquals(BitVector.of(new boolean[] {false, true, false}), z.column(0));
    assertEquals(BitVector.of(new boolean[] {true, true, false}), z.column(1));
    byte[] bad =
        NpyBytes.file(1, NpyBytes.header("|u1", false, "(3, 2)"), new byte[] {0, 1, 1, 1, 0, 2});
    Failures.assertSays(
        () -> NpyReader.readBinary(new ByteArrayInputStream(bad), "Z"),
        "row 3, column 2 (counting from 1) of Z is 2.0",
        "only 0 and 1");
  }

  private float single(String descr, byte[] entry) throws IOException {
    return NpyReader.read(
            write(NpyBytes.file(1, NpyBytes.header(descr, false, "(1, 1)"), entry)), 1)
        .get(0, 0);
  }

  private Path write(byte[] content) throws IOException {
    return Files.write(Files.createTempFile(folder, "x", ".npy"), content);
  }
}
