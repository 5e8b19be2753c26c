package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;

class NpzReaderTest {

  @TempDir Path folder = Path.of("");

  private final Matrix a = Matrices.random(9, 4, 1000, 1);
  private final Matrix b = Matrices.random(3, 7, 1000, 2);

  @Test
  void theOnlyArrayNeedsNoName() throws IOException {
    Path file = write(ZipEntry.DEFLATED, "a");
    Matrices.assertSame(a, read(file, ReadOptions.DEFAULT));
    Matrices.assertSame(a, read(write(ZipEntry.STORED, "a"), ReadOptions.DEFAULT));
    assertEquals(2 * a.get(8, 3), read(file, ReadOptions.DEFAULT.withScaleBy(2)).get(8, 3));
  }

  @Test
  void severalArraysAreChosenByName() throws IOException {
    Path file = write(ZipEntry.DEFLATED, "a", "b");
    Matrices.assertSame(b, read(file, ReadOptions.DEFAULT.withEntry("b")));
    Matrices.assertSame(a, read(file, ReadOptions.DEFAULT.withEntry("a.npy")));
    Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), "several arrays", "a, b");
    Failures.assertSays(
        () -> read(file, ReadOptions.DEFAULT.withEntry("c")), "no array named c", "a, b");
    String[] many = IntStream.range(0, 100).mapToObj(i -> "array" + i).toArray(String[]::new);
    Failures.assertSays(
        () -> read(write(ZipEntry.DEFLATED, many), ReadOptions.DEFAULT),
        "array0, array1, array2",
        "… (100 in all)");
  }

  @Test
  void noArrayAtAll() throws IOException {
    Path file = write(ZipEntry.DEFLATED);
    Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), "has no array");
  }

  @Test
  void notAZip() throws IOException {
    Path text = Files.writeString(folder.resolve("text.npz"), "1,2\n3,4\n");
    Failures.assertSays(() -> read(text, ReadOptions.DEFAULT), text.toString(), "not a .npz file");
    Path empty = Files.writeString(folder.resolve("empty.npz"), "");
    Failures.assertSays(() -> read(empty, ReadOptions.DEFAULT), empty.toString());
  }

  @Test
  void everyTruncationIsAnError() throws IOException {
    byte[] whole = Files.readAllBytes(write(ZipEntry.DEFLATED, "a"));
    Path file = folder.resolve("short.npz");
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), file.toString());
    }
  }

  @Test
  void memoryIsNotTakenForWhatAnEntryOnlyClaims() throws IOException {
    byte[] head = NpyBytes.file(1, NpyBytes.header("<f4", false, "(65536, 4096)"), new byte[0]);
    long claimed = head.length + (1L << 30);
    for (int method : new int[] {ZipEntry.STORED, ZipEntry.DEFLATED}) {
      Path file = folder.resolve("claims" + method + ".npz");
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
        zip.setMethod(method);
        ZipEntry entry = new ZipEntry("x.npy");
        CRC32 crc = new CRC32();
        crc.update(head);
        entry.setSize(head.length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(head);
      }
      byte[] bytes = Files.readAllBytes(file);
      ByteBuffer directory = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
      directory.putInt(at + 24, (int) claimed);
      Files.write(file, bytes);
      long before = Matrices.directMemory();
      Failures.assertSays(
          () -> read(file, ReadOptions.DEFAULT),
          file + "[x]",
          "need a file of " + claimed + " bytes, but it has " + head.length);
      assertTrue(Matrices.directMemory() < before + (1L << 30));
    }
  }

  @Tag("whole")
  @Test
  void memoryIsNotTakenForEntriesThatEndWrongly() throws IOException {
    Path file = folder.resolve("ends.npz");
    byte[] zeros = new byte[1 << 20];
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(NpyBytes.file(1, NpyBytes.header("<f4", false, "(64, 1048576)"), new byte[0]));
      for (int i = 0; i < 255; i++) {
        zip.write(zeros);
      }
      ByteBuffer.wrap(zeros)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putFloat(zeros.length - 4, Float.POSITIVE_INFINITY);
      zip.write(zeros);
    }
    long before = Matrices.directMemory();
    Failures.assertSays(
        () -> read(file, ReadOptions.DEFAULT),
        "row 64, column 1048576 (counting from 1) of " + file + "[x] is Infinity");
    assertTrue(Matrices.directMemory() < before + (1L << 28));
  }

  @Test
  void anEntryThatShrankFarIsReadAllTheSame() throws IOException {
    Matrix zeros = Matrix.allocate(300, 70);
    Path file = folder.resolve("zeros.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      NpyWriter.write(zeros, zip);
    }
    assertTrue(Files.size(file) * 100 < zeros.bytes());
    Matrices.assertSame(zeros, read(file, ReadOptions.DEFAULT));
    byte[] flipped = Files.readAllBytes(file);
    int at = new String(flipped, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
    flipped[at + 16] ^= 1;
    Files.write(file, flipped);
    Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), file + "[x]", "checksum");
  }

  @Test
  void aFlippedBitInTheEntriesIsAnError() throws IOException {
    for (int method : new int[] {ZipEntry.STORED, ZipEntry.DEFLATED}) {
      byte[] whole = Files.readAllBytes(write(method, "a"));
      Path file = folder.resolve("flipped.npz");
      // Past the entry's own header; the zip's directory comes after the data.
      int end = new String(whole, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
      for (int at = 40; at < end - 20; at++) {
        byte[] flipped = whole.clone();
        flipped[at] ^= 4;
        Files.write(file, flipped);
        Failures.assertSays(() -> read(file, ReadOptions.DEFAULT), file.toString());
      }
    }
  }

  private static Matrix read(Path file, ReadOptions options) throws IOException {
    return MatrixReader.read(file, options).x();
  }

  private Path write(int method, String... names) throws IOException {
    Path file = folder.resolve("x" + method + names.length + ".npz");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setMethod(method);
      for (String name : names) {
        ByteArrayOutputStream npy = new ByteArrayOutputStream();
        NpyWriter.write(name.equals("a") ? a : b, npy);
        ZipEntry entry = new ZipEntry(name + ".npy");
        CRC32 crc = new CRC32();
        crc.update(npy.toByteArray());
        entry.setSize(npy.size());
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        npy.writeTo(zip);
      }
    }
    return file;
  }
}
