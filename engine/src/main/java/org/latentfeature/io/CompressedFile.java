package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/** A file whose content may be {@linkplain Compression compressed}, as its name says. */
final class CompressedFile {

  private static final int BUFFER = 1 << 16;

  private static final List<Compression> BUILT_IN = List.of(new Gzip(), new Zip());

  private CompressedFile() {}

  /** The compression of a file by its name; empty if the name tells of none. */
  static Optional<Compression> of(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    String suffix = name.substring(dot + 1);
    for (Compression one : BUILT_IN) {
      if (one.suffixes().contains(suffix)) {
        return Optional.of(one);
      }
    }
    if (!ForeignFile.isCompressed(suffix)) {
      return Optional.empty();
    }
    for (Compression one : ServiceLoader.load(Compression.class)) {
      if (one.suffixes().contains(suffix)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /**
   * The content of a file, expanded if its name says that it is compressed.
   *
   * @param bytes of the file, which closing the result closes
   * @throws DataException naming the file if it is not compressed as its name says, also later
   *     while it is read
   */
  static InputStream content(Path path, InputStream bytes) throws IOException {
    Compression compression = of(path).orElse(null);
    if (compression == null) {
      return bytes;
    }
    try {
      return new Expanded(path, compression.expand(new BufferedInputStream(bytes, BUFFER)));
    } catch (IOException e) {
      bytes.close();
      throw Expanded.notWhole(path, e);
    } catch (RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  /** A content whose errors name the file. */
  private static final class Expanded extends FilterInputStream {

    private final Path path;

    private Expanded(Path path, InputStream in) {
      super(in);
      this.path = path;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        return in.read(bytes, from, length);
      } catch (IOException | IndexOutOfBoundsException | IllegalStateException e) {
        throw notWhole(path, e);
      }
    }

    private static DataException notWhole(Path path, Exception e) {
      String name = String.valueOf(path.getFileName());
      return new DataException(
          "%s is not a %s file, or is truncated (%s); write or copy it again"
              .formatted(
                  path,
                  name.substring(name.lastIndexOf('.')),
                  e instanceof EOFException && e.getMessage() == null
                      ? "it ends too early"
                      : e.getMessage()),
          e);
    }
  }

  /** Files of gzip and bgzip. */
  private static final class Gzip implements Compression {

    /** Bytes after the content of a part. */
    private static final int TRAILER = 8;

    @Override
    public List<String> suffixes() {
      return List.of("gz", "bgz");
    }

    @Override
    public InputStream expand(InputStream bytes) throws IOException {
      return new GZIPInputStream(bytes, BUFFER) {
        /** The JDK's takes whatever is no further part for the end, a damaged part as well. */
        @Override
        public int read(byte[] to, int from, int length) throws IOException {
          int got = super.read(to, from, length);
          if (got < 0 && (inf.getRemaining() > TRAILER || in.read() >= 0)) {
            throw new ZipException("what follows its first parts is none");
          }
          return got;
        }
      };
    }
  }

  /** Archives that hold a single file. */
  private static final class Zip implements Compression {

    @Override
    public List<String> suffixes() {
      return List.of("zip");
    }

    @Override
    public InputStream expand(InputStream bytes) throws IOException {
      ZipInputStream zip = new ZipInputStream(bytes);
      ZipEntry first = nextFile(zip);
      if (first == null) {
        throw new ZipException("it holds no file");
      }
      return new FilterInputStream(zip) {
        @Override
        public int read(byte[] to, int from, int length) throws IOException {
          int got = super.read(to, from, length);
          ZipEntry second = got < 0 ? nextFile(zip) : null;
          if (second != null) {
            throw new ZipException(
                "it holds several files, %s and %s: unzip it, and name one"
                    .formatted(Excerpt.of(first.getName()), Excerpt.of(second.getName())));
          }
          return got;
        }
      };
    }

    private static @Nullable ZipEntry nextFile(ZipInputStream zip) throws IOException {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && (entry.isDirectory() || entry.getName().startsWith("__MACOSX/"))) {
        entry = zip.getNextEntry();
      }
      return entry;
    }
  }
}
