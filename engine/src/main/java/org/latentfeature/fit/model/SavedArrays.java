package org.latentfeature.fit.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.io.NpyReader;

/** The arrays of a saved model while its file is open. */
public final class SavedArrays {

  private final Path path;
  private final Archive archive;
  private final List<SavedArray> requested = new ArrayList<>();

  SavedArrays(Path path, Archive archive) {
    this.path = path;
    this.archive = archive;
  }

  /** Returns whether there is an array of that name. */
  public boolean has(String name) {
    return archive.has(name);
  }

  /**
   * The array of that name, of the shape that follows from the manifest. All requested arrays are
   * verified when the first is read: an array of another shape costs neither memory nor time, and
   * wrong entries cost no memory.
   *
   * @param ranges of the entries, row by row; the last one is that of all further rows
   * @param cols number of columns that it must have
   * @throws org.latentfeature.data.DataException if there is none, or it has another shape or
   *     length
   */
  public SavedArray array(String name, int rows, int cols, EntryRange... ranges)
      throws IOException {
    String where = path + "[" + name + "]";
    try (InputStream in = archive.unverified(name)) {
      NpyReader.requireShape(in, archive.size(name), rows, cols, where);
    }
    SavedArray array = new SavedArray(this, archive, name, where, ranges);
    requested.add(array);
    return array;
  }

  /** Verifies every array that was asked for. */
  void verify() throws IOException {
    for (SavedArray array : requested) {
      array.verify();
    }
  }
}
