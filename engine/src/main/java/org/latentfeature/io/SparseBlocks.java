package org.latentfeature.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseBlockReader;
import org.latentfeature.data.SparseRows;

/**
 * Sparse rows of a file that is read from its beginning, row after row: rows before those of the
 * last call are read by beginning again.
 */
final class SparseBlocks implements SparseBlockReader {

  /** Opens the file at its first row. */
  @FunctionalInterface
  interface Opening {
    /** Opens it. */
    Cursor open() throws IOException;
  }

  /** A file in which all rows up to a place have been read. */
  interface Cursor extends Closeable {

    /** Reads the next rows. */
    SparseRows next(int count) throws IOException;

    /** Leaves out the next rows. */
    void skip(int count) throws IOException;

    /**
     * Checks what can be checked after the last row.
     *
     * @throws DataException if the file goes on
     */
    void requireEnd() throws IOException;
  }

  private final Path path;
  private final MatrixShape shape;
  private final int[] entries;
  private final Opening opening;
  private final Closeable file;
  private final UnchangedFile opened;
  private final long all;
  private @Nullable Cursor cursor;
  private int next;
  private long pass;

  /**
   * Rows of {@code path}.
   *
   * @param entries number of entries of each row
   * @param file what stays open; closed with this
   * @param opened the file as it was before anything of it was read
   */
  SparseBlocks(
      Path path,
      MatrixShape shape,
      int[] entries,
      UnchangedFile opened,
      Closeable file,
      Opening opening) {
    this.path = path;
    this.shape = shape;
    this.entries = entries;
    this.opened = opened;
    this.file = file;
    this.opening = opening;
    all = Arrays.stream(entries).asLongStream().sum();
  }

  /** Number of all entries. */
  long entries() {
    return all;
  }

  @Override
  public int rows() {
    return shape.rows();
  }

  @Override
  public int cols() {
    return shape.cols();
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public int entries(int i) {
    return entries[i];
  }

  /** The whole file, if these are all rows. */
  @Override
  public long bytesOf(long count) {
    return Math.round((double) opened.length() * count / rows());
  }

  @Override
  public SparseRows read(int from, int count) {
    try {
      SparseRows some = rows(from, count);
      if (!opened.isStill(path)) {
        throw changed(null);
      }
      return some;
    } catch (IOException | DataException | IllegalArgumentException e) {
      closeCursor();
      if (!isStill()) {
        throw changed(e);
      }
      throw e instanceof DataException known
          ? known
          : new DataException("cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private SparseRows rows(int from, int count) throws IOException {
    Cursor present = cursor;
    if (present == null || from < next) {
      closeCursor();
      present = opening.open();
      cursor = present;
    }
    if (from > next) {
      present.skip(from - next);
    }
    SparseRows some = present.next(count);
    next = from + count;
    if (next == rows()) {
      present.requireEnd();
    }
    return some;
  }

  private boolean isStill() {
    try {
      return opened.isStill(path);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void requireUnchanged(long begun) {
    pass = begun;
    if (!isStill()) {
      throw changed(null);
    }
  }

  private DataException changed(@Nullable Exception cause) {
    String message =
        "%s changed while it was read, at pass %d; try again when no program writes to it"
            .formatted(path, pass);
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }

  private void closeCursor() {
    Cursor present = cursor;
    cursor = null;
    next = 0;
    if (present != null) {
      close(present);
    }
  }

  private void close(Closeable some) {
    try {
      some.close();
    } catch (IOException e) {
      throw new DataException("cannot close %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    closeCursor();
    close(file);
  }
}
