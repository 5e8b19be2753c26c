package org.latentfeature.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.NpyReader;
import org.latentfeature.linalg.Dense;

/** The arrays of a saved model, verified, while its file is open. */
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
   * The binary matrix of that name.
   *
   * @throws org.latentfeature.data.DataException if there is none, or it is not binary
   */
  public BinaryMatrix binary(String name) throws IOException {
    try (InputStream in = archive.entry(name)) {
      return NpyReader.readBinary(in, where(name));
    }
  }

  /**
   * The matrix of that name.
   *
   * @throws org.latentfeature.data.DataException if there is none
   */
  public Dense dense(String name) throws IOException {
    try (InputStream in = archive.entry(name)) {
      return NpyReader.readDense(in, where(name));
    }
  }

  private String where(String name) {
    return path + "[" + name + "]";
  }
}
