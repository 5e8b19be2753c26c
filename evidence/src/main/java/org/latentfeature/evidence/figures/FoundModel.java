package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;

/**
 * A factorisation whose features the page shows, kept as two files beside it.
 *
 * @param z N×K
 * @param w K×D
 */
record FoundModel(BinaryMatrix z, Dense w) {

  private static final String INCIDENCE = "-Z.npy";
  private static final String DICTIONARY = "-W.npy";

  /** Writes Z and W to {@code folder}, the latter last: with it the model is whole. */
  void write(Path folder, String name) {
    NpyWriter.write(z, folder.resolve(name + INCIDENCE));
    NpyWriter.write(w, folder.resolve(name + DICTIONARY));
  }

  /** Reads what {@link #write} wrote; nothing if it is not there. */
  static Optional<FoundModel> read(Path folder, String name) throws IOException {
    Path dictionary = folder.resolve(name + DICTIONARY);
    if (!Files.exists(dictionary)) {
      return Optional.empty();
    }
    return Optional.of(
        new FoundModel(
            BinaryMatrixReader.read(folder.resolve(name + INCIDENCE), ReadOptions.DEFAULT),
            MatrixReader.read(dictionary, ReadOptions.DEFAULT).x().toDense()));
  }
}
