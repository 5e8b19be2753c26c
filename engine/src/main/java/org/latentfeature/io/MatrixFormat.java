package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;

/**
 * A format of files that hold a matrix. Formats beyond the built-in ones are found as {@linkplain
 * java.util.ServiceLoader services}.
 */
public interface MatrixFormat {

  /** A property of the files of a format. */
  enum Trait {
    /**
     * The file is read from start to end, so that it may be {@linkplain Compression compressed}.
     */
    STREAMED,
    /** The file may hold several matrices, of which {@link ReadOptions#entry} names one. */
    ENTRIES,
    /** Its columns have names, by which some may be ids, labels or left out. */
    NAMED_COLUMNS,
    /** A table of text, with or without a header, of rows or triplets. */
    TEXT_TABLE,
    /** Each row is as long as its last nonzero entry. */
    OPEN_ROWS
  }

  /**
   * Names of the format, in lower case: the extensions of its files, without the dot. The first is
   * the one that messages use.
   */
  List<String> names();

  /** Properties of its files. */
  Set<Trait> traits();

  /**
   * Reads a file that is there.
   *
   * @param listener receives the number of bytes read, if the format can tell
   * @throws org.latentfeature.data.DataException naming what cannot be used
   * @throws IOException if the device fails while reading
   */
  Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException;

  /**
   * The size of the matrix that {@link #read} would return, without keeping it in memory.
   *
   * @throws org.latentfeature.data.DataException as {@link #read}, as far as a header or the count
   *     of cells shows it
   * @throws IOException if the device fails while reading
   */
  MatrixShape shape(Path path, ReadOptions options) throws IOException;
}
