package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.DataException;
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
    /** A text in place of an entry may mark that it is missing, as {@link MissingCode} says. */
    TEXT_MARKS,
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
   * @throws DataException naming what cannot be used
   * @throws IOException if the device fails while reading
   */
  Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException;

  /**
   * The size of the matrix that {@link #read} would return, without keeping it in memory.
   *
   * @throws DataException as {@link #read}, as far as a header or the count of cells shows it
   * @throws IOException if the device fails while reading
   */
  MatrixShape shape(Path path, ReadOptions options) throws IOException;

  /**
   * Opens a file whose rows stay there, to be read block by block.
   *
   * @param listener receives the number of bytes read in a pass
   * @throws DataException if files of the format, or this one, cannot be read so, or it is damaged;
   *     entries are checked when they are read
   * @throws IOException if the device fails while reading
   */
  default BlockReader blocks(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    throw new DataException(
        "%s cannot be read block by block, as .npy files can; convert it to .npy, or give more memory"
            .formatted(path));
  }

  /**
   * Returns whether {@link #blocks} can open the file, and X takes more than {@code most} bytes in
   * memory.
   *
   * @throws DataException as {@link #shape}
   * @throws IOException if the device fails while reading
   */
  default boolean isLarger(Path path, ReadOptions options, long most) throws IOException {
    return false;
  }
}
