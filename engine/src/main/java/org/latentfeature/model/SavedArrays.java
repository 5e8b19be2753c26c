package org.latentfeature.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.latentfeature.data.NpyReader;

/** The arrays of a saved model while its file is open. */
public final class SavedArrays {

  private final Path path;
  private final Archive archive;

  SavedArrays(Path path, Archive archive) {
    this.path = path;
    this.archive = archive;
  }

  /** Whether there is one of that name. */
  public boolean has(String name) {
    return archive.has(name);
  }

  /**
   * The array of that name, of the shape that the manifest leads to. It is verified when it is
   * read; if all are asked for before that, an array of another shape costs neither memory nor
   * time.
   *
   * @throws org.latentfeature.data.DataException if there is none, or it has another shape or
   *     length
   */
  public SavedArray array(String name, int rows, int cols) throws IOException {
    String where = path + "[" + name + "]";
    try (InputStream in = archive.unverified(name)) {
      NpyReader.requireShape(in, archive.size(name), rows, cols, where);
    }
    return new SavedArray(archive, name, where);
  }
}
