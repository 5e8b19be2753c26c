package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.model.Model;

/** An incidence matrix with a column for each of a model's features. */
final class ModelFeatures {

  private ModelFeatures() {}

  /**
   * Reads one.
   *
   * @throws Failure if the numbers differ
   */
  static BinaryMatrix read(Model model, Path file, LayoutOptions layout) throws IOException {
    BinaryMatrix z =
        BinaryMatrixReader.read(
            file, layout.applyTo(ReadOptions.DEFAULT, file, model.w().rows(), Map.of()));
    if (z.cols() != model.w().rows()) {
      throw new Failure(
          "%s has %,d columns, but the model has %,d features; make it with 'lfm transform'"
              .formatted(file, z.cols(), model.w().rows()));
    }
    return z;
  }
}
