package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

class CompressedFileTest {

  private static final float[][] X = {{1.5f, -2, 0}, {3.25f, 0, 7}};

  private static final Map<String, String> TEXTS =
      Map.of(
          "csv", "a,b,c\n1.5,-2,0\n3.25,0,7\n",
          "tsv", "1.5\t-2\t0\n3.25\t0\t7\n",
          "txt", "1.5 -2 0\n3.25 0 7\n",
          "libsvm", "0 1:1.5 2:-2\n0 1:3.25 3:7\n",
          "mtx",
              "%%MatrixMarket matrix coordinate real general\n2 3 4\n1 1 1.5\n1 2 -2\n2 1 3.25\n2 3 7\n");

  @TempDir Path folder = Path.of("");

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(byte[] content, String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("/")) {
          out.write(content);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] text(String format) {
    return TEXTS.getOrDefault(format, "").getBytes(StandardCharsets.UTF_8);
  }

  private byte[] npy() throws IOException {
    Path file = folder.resolve("plain.npy");
    NpyWriter.write(Matrix.of(X), file);
    return Files.readAllBytes(file);
  }

  private static void assertReads(Path file, ReadOptions options) throws IOException {
    Dataset data = MatrixReader.read(file, options);
    assertArrayEquals(X, Matrices.toArray(data.x()), file.toString());
    assertEquals(new MatrixShape(2, 3), MatrixReader.shape(file, options), file.toString());
  }

  @Test
  void textIsReadWhereItIsCompressed() throws IOException {
    for (String format : TEXTS.keySet()) {
      assertReads(write("x." + format + ".gz", gzip(text(format))), ReadOptions.DEFAULT);
      assertReads(write("x." + format + ".GZ", gzip(text(format))), ReadOptions.DEFAULT);
      assertReads(write("x." + format + ".bgz", gzip(text(format))), ReadOptions.DEFAULT);
      byte[] zipped = zip(text(format), "folder/", "folder/x." + format, "__MACOSX/._x");
      assertReads(write("x." + format + ".zip", zipped), ReadOptions.DEFAULT);
    }
  }

  @Test
  void joinedStreamsAreOneText() throws IOException {
    byte[] first = gzip("1.5,-2,0\n".getBytes(StandardCharsets.UTF_8));
    byte[] second = gzip("3.25,0,7\n".getBytes(StandardCharsets.UTF_8));
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertReads(write("x.csv.gz", both), ReadOptions.DEFAULT);
    // The JDK's reader would take a damaged second part for the end, and lose its rows.
    byte[] damaged = both.clone();
    damaged[first.length + 1] = 7;
    Failures.assertSays(() -> MatrixReader.read(write("x.csv.gz", damaged)), "or is truncated");
    byte[] cut = Arrays.copyOf(both, first.length + 5);
    Failures.assertSays(() -> MatrixReader.read(write("x.csv.gz", cut)), "or is truncated");
  }

  @Test
  void aNameWithoutADotIsNoSuffix() throws IOException {
    assertReads(write("gz", text("csv")), ReadOptions.DEFAULT.withFormat("csv"));
  }

  @Test
  void arraysAreReadWhereTheyAreCompressed() throws IOException {
    Path file = write("x.npy.gz", gzip(npy()));
    assertReads(file, ReadOptions.DEFAULT);
    assertEquals(
        3, MatrixReader.read(file, ReadOptions.DEFAULT.withScaleBy(2)).x().get(0, 0), "scaled");
    byte[] cut = npy();
    Failures.assertSays(
        () -> MatrixReader.read(write("cut.npy.gz", gzip(Arrays.copyOf(cut, cut.length - 4)))),
        "cut.npy.gz is truncated");
  }

  @Test
  void theFormatIsThatOfTheOptionsWhateverTheName() throws IOException {
    for (String format : TEXTS.keySet()) {
      ReadOptions options = ReadOptions.DEFAULT.withFormat(format);
      assertReads(write("x.data", text(format)), options);
      assertReads(write("x", text(format)), options);
      assertReads(write("x.gz", gzip(text(format))), options);
      assertReads(write("x.zip", zip(text(format), "anything")), options);
    }
    assertReads(write("x.csv", npy()), ReadOptions.DEFAULT.withFormat("npy"));
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv", npy()), ReadOptions.DEFAULT.withFormat("cvs")),
        "there is no format \"cvs\"",
        "csv, tsv");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.data", text("csv"))),
        "x.data has no supported extension",
        "ReadOptions.format");
  }

  @Test
  void bytesOfTheFileAreReported() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(i).append(",1\n");
    }
    byte[] bytes = gzip(text.toString().getBytes(StandardCharsets.UTF_8));
    AtomicLong most = new AtomicLong();
    MatrixReader.read(
        write("x.csv.gz", bytes),
        ReadOptions.DEFAULT,
        (work, done, all) -> {
          assertEquals(bytes.length, all);
          most.accumulateAndGet(done, Math::max);
        });
    assertEquals(bytes.length, most.get());
  }

  @Test
  void whatIsNotCompressedAsItsNameSaysIsRefused() throws IOException {
    byte[] whole = gzip(text("csv"));
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.gz", text("csv"))), "x.csv.gz is not a .gz file");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.gz", Arrays.copyOf(whole, whole.length - 9))),
        "x.csv.gz is not a .gz file, or is truncated",
        "copy it again");
    byte[] damaged = whole.clone();
    damaged[whole.length - 6] ^= 1;
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.gz", damaged)), "or is truncated", "GZIP trailer");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.zip", text("csv"))), "x.csv.zip is not a .zip file");
    byte[] zipped = zip(text("csv"), "x.csv");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.zip", Arrays.copyOf(zipped, zipped.length / 3))),
        "x.csv.zip is not a .zip file, or is truncated");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.csv.zip", zip(text("csv"), "a.csv", "b.csv"))),
        "several files",
        "a.csv",
        "b.csv",
        "unzip");
  }

  @Test
  void whatIsReadHereAndThereIsExpandedFirst() throws IOException {
    for (String name : new String[] {"x.npz.gz", "x.bed.zip"}) {
      Path file = write(name, gzip(npy()));
      Failures.assertSays(() -> MatrixReader.read(file), name + " is compressed", "expand it");
    }
    Path file = write("x.npy.gz", gzip(npy()));
    assertFalse(MatrixReader.isLarger(file, ReadOptions.DEFAULT, 0));
  }

  @Test
  void weightsAreReadWhereTheyAreCompressed() throws IOException {
    Path file = folder.resolve("plain.npy");
    NpyWriter.write(Matrix.of(new float[][] {{1, 2, 3}}), file);
    double[] read = VectorReader.read(write("w.npy.gz", gzip(Files.readAllBytes(file))), "weights");
    assertArrayEquals(new double[] {1, 2, 3}, read);
  }

  @Test
  void largeClaimsOfSmallStreamsTakeNoMemory() throws IOException {
    byte[] bytes = npy();
    String header =
        new String(bytes, StandardCharsets.ISO_8859_1).replace("(2, 3), ", "(2000000000, 3),");
    long before = Matrices.directMemory();
    Failures.assertSays(
        () ->
            MatrixReader.read(
                write("x.npy.gz", gzip(header.getBytes(StandardCharsets.ISO_8859_1)))),
        "x.npy.gz");
    // But for small buffers of the JDK.
    assertTrue(Matrices.directMemory() - before < 1 << 20);
    Matrix x = MatrixReader.read(write("y.npy.gz", gzip(bytes))).x();
    assertEquals(2, x.rows());
  }
}
