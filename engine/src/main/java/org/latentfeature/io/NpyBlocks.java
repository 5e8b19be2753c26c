package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/**
 * Rows of an {@code .npy} file in C order, of any type of entries, converted to floats as they are
 * read. The file is never mapped: a program that cut it short would end the process.
 */
final class NpyBlocks implements BlockReader {

  private static final int CHUNK = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final NpyHeader header;
  private final NpyDecoder decoder;
  private final UnchangedFile opened;
  private final ByteBuffer bytes;
  private final float[] entries;
  private long pass;

  private NpyBlocks(Path path, FileChannel channel, NpyHeader header, ReadOptions options)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.header = header;
    decoder = new NpyDecoder(header.type(), options, path.toString());
    opened = UnchangedFile.of(path);
    int rows = (int) Math.max(1, CHUNK / bytesOf(1));
    bytes = ByteBuffer.allocateDirect(Math.toIntExact(bytesOf(rows))).order(header.order());
    entries = new float[rows * header.cols()];
  }

  /**
   * Opens a file.
   *
   * @throws DataException if it is missing, damaged, of an unknown type, or in Fortran order
   */
  static NpyBlocks open(Path path, ReadOptions options) throws IOException {
    InputFile.requireReadable(path);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
      NpyHeader header = NpyHeader.read(in, path.toString());
      NpyReader.requireEntries(header, path.toString());
      NpyReader.requireLength(header, channel.size(), path.toString());
      if (header.fortran() && header.rows() > 1 && header.cols() > 1) {
        throw new DataException(
            "%s is in Fortran order, column after column, and is read block of rows by block of rows; write it in C order: numpy.save(…, numpy.ascontiguousarray(X))"
                .formatted(path));
      }
      return new NpyBlocks(path, channel, header, options);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public int rows() {
    return header.rows();
  }

  @Override
  public int cols() {
    return header.cols();
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public long bytesOf(long count) {
    return count * header.cols() * header.type().bytes;
  }

  @Override
  public void read(int from, int count, Matrix into) {
    int most = entries.length / cols();
    try {
      for (int done = 0; done < count; done += most) {
        int some = Math.min(most, count - done);
        fill(from + done, some);
        decoder.decode(bytes, from + done, some, cols(), entries);
        into.setRows(done, some, entries);
      }
      if (!opened.isStill(path)) {
        throw changed();
      }
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private void fill(int from, int count) throws IOException {
    bytes.clear().limit(Math.toIntExact(bytesOf(count)));
    long at = header.length() + bytesOf(from);
    while (bytes.hasRemaining()) {
      int got = channel.read(bytes, at + bytes.position());
      if (got < 0) {
        throw changed();
      }
    }
  }

  @Override
  public void requireUnchanged(long begun) {
    pass = begun;
    try {
      if (!opened.isStill(path)) {
        throw changed();
      }
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private DataException changed() {
    return new DataException(
        "%s changed while it was read, at pass %d; try again when no program writes to it"
            .formatted(path, pass));
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new DataException("cannot close %s: %s".formatted(path, e.getMessage()), e);
    }
  }
}
