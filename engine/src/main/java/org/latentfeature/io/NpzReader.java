package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

/**
 * Reads one array, or a sparse matrix, out of an {@code .npz} file, a zip of {@code .npy} files.
 */
final class NpzReader {

  private static final String SUFFIX = ".npy";

  /**
   * Compressed arrays of numbers are seldom shorter than this part of themselves. What claims to
   * shrink by more is unpacked once to be checked, at the cost of a buffer, before memory is taken.
   */
  private static final int USUAL_RATIO = 32;

  private static final int CHUNK = 1 << 16;
  private static final int LONGEST_LIST = 200;

  private NpzReader() {}

  /**
   * Reads the array that the options name, or the only one, or those of a sparse matrix.
   *
   * @throws DataException if there is no such array, or it or the file cannot be used
   */
  static Dataset read(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    try (ZipFile zip = new ZipFile(path.toFile())) {
      if (options.entry() == null && ScipyReader.isSparse(zip)) {
        return SparseDensity.chosen(ScipyReader.read(zip, path.toString(), options), options);
      }
      ZipEntry found = choose(zip, options.entry(), path);
      String name = path + "[" + arrayName(found) + "]";
      long most = USUAL_RATIO * Math.min(found.getCompressedSize(), Files.size(path));
      if (found.getSize() > most) {
        try (CheckedInputStream in = open(zip, found)) {
          NpyReader.check(in, found.getSize(), options, name);
          requireSum(in.getChecksum(), found, name);
        }
      }
      try (CheckedInputStream in = open(zip, found)) {
        Matrix x = NpyReader.read(in, found.getSize(), options, name);
        requireSum(in.getChecksum(), found, name);
        return new Dataset(x, null);
      }
    } catch (ZipException | EOFException e) {
      throw notWhole(path, e);
    }
  }

  /**
   * Opens what {@code scipy.sparse.save_npz} writes, to be read in blocks of rows.
   *
   * @throws DataException if it is something else, is not row after row, or is damaged
   */
  static SparseBlocks blocks(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    UnchangedFile opened = UnchangedFile.of(path);
    try {
      ZipFile zip = new ZipFile(path.toFile());
      try {
        if (options.entry() != null || !ScipyReader.isSparse(zip)) {
          throw new DataException(
              "%s is read block by block only if scipy.sparse.save_npz wrote it; save a dense array as .npy"
                  .formatted(path));
        }
        return ScipyReader.blocks(zip, path, opened, options);
      } catch (IOException | RuntimeException | Error e) {
        zip.close();
        throw e;
      }
    } catch (ZipException | EOFException e) {
      throw notWhole(path, e);
    }
  }

  /**
   * Bytes in memory of the rows of what {@code scipy.sparse.save_npz} writes; empty for other
   * arrays.
   */
  static OptionalLong sparseBytes(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    try (ZipFile zip = new ZipFile(path.toFile())) {
      return options.entry() == null && ScipyReader.isSparse(zip)
          ? OptionalLong.of(
              SparseDensity.bytes(
                  ScipyReader.shape(zip, path.toString()),
                  ScipyReader.entries(zip, path.toString()),
                  options))
          : OptionalLong.empty();
    } catch (ZipException | EOFException e) {
      throw notWhole(path, e);
    }
  }

  /** The size of the array named {@code entry}, or of the only one. */
  static MatrixShape shape(Path path, @Nullable String entry) throws IOException {
    InputFile.requireReadable(path);
    try (ZipFile zip = new ZipFile(path.toFile())) {
      if (entry == null && ScipyReader.isSparse(zip)) {
        return ScipyReader.shape(zip, path.toString());
      }
      ZipEntry found = choose(zip, entry, path);
      try (InputStream in = new BufferedInputStream(zip.getInputStream(found))) {
        return NpyReader.shape(in, path + "[" + arrayName(found) + "]");
      }
    } catch (ZipException | EOFException e) {
      throw notWhole(path, e);
    }
  }

  /** An array's bytes; its end is reached only if they are those that were written. */
  static InputStream checked(ZipFile zip, ZipEntry entry, String name) throws IOException {
    CheckedInputStream counted = open(zip, entry);
    return new FilterInputStream(counted) {
      @Override
      public int read() throws IOException {
        return ended(counted.read());
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        return ended(counted.read(bytes, from, length));
      }

      private int ended(int got) {
        if (got < 0) {
          requireSum(counted.getChecksum(), entry, name);
        }
        return got;
      }
    };
  }

  private static CheckedInputStream open(ZipFile zip, ZipEntry entry) throws IOException {
    return new CheckedInputStream(
        new BufferedInputStream(zip.getInputStream(entry), CHUNK), new CRC32());
  }

  /** ZipFile, unlike ZipInputStream, leaves the check sum to its caller. */
  private static void requireSum(Checksum sum, ZipEntry entry, String name) {
    if (sum.getValue() != entry.getCrc()) {
      throw new DataException(name + " is damaged: its checksum differs; copy it again");
    }
  }

  private static DataException notWhole(Path path, IOException e) {
    return new DataException(
        path
            + " is not a .npz file, or is truncated ("
            + e.getMessage()
            + "); write or copy it again",
        e);
  }

  private static ZipEntry choose(ZipFile zip, @Nullable String entry, Path path) {
    List<ZipEntry> arrays = new ArrayList<>();
    zip.stream().filter(e -> e.getName().endsWith(SUFFIX)).forEach(arrays::add);
    List<String> names = arrays.stream().map(NpzReader::arrayName).toList();
    if (arrays.isEmpty()) {
      throw new DataException(path + " has no array");
    }
    if (entry == null) {
      if (arrays.size() > 1) {
        throw new DataException(path + " has several arrays; name one of: " + listed(names));
      }
      return arrays.get(0);
    }
    for (ZipEntry e : arrays) {
      if (e.getName().equals(entry) || arrayName(e).equals(entry)) {
        return e;
      }
    }
    throw new DataException(path + " has no array named " + entry + "; it has: " + listed(names));
  }

  private static String listed(List<String> names) {
    String all = String.join(", ", names);
    return all.length() <= LONGEST_LIST
        ? all
        : "%s… (%d in all)".formatted(all.substring(0, LONGEST_LIST), names.size());
  }

  private static String arrayName(ZipEntry e) {
    return e.getName().substring(0, e.getName().length() - SUFFIX.length());
  }
}
