package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** Folders with data small enough for the reference backend. */
final class SmallData {

  private SmallData() {}

  /** All four of the paper's synthetic problems, of {@code rows} rows and 9 columns, K = 2. */
  static Path synthetic(Path folder, int rows) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < 4; i++) {
      write(folder, "Syn" + i, SyntheticProblem.dense(rows, 9, 2, .01, i));
    }
    return folder;
  }

  static void write(Path folder, String name, SyntheticProblem problem) {
    NpyWriter.write(problem.x(), folder.resolve(name + "_X.npy"));
    NpyWriter.write(problem.z(), folder.resolve(name + "_Z.npy"));
    NpyWriter.write(problem.w(), folder.resolve(name + "_W.npy"));
  }

  /** One real data set, {@code name}, of {@code rows} rows and 9 columns. */
  static Path real(Path folder, String name, int rows) throws IOException {
    Files.createDirectories(folder);
    NpyWriter.write(noise(rows), folder.resolve(name));
    return folder;
  }

  static Matrix noise(int rows) {
    return SyntheticProblem.dense(rows, 9, 3, 2, 5).x();
  }
}
