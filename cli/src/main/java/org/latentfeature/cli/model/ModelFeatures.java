package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.step.coding.Codes;

/** Codes of rows in a file, with a column for each of a model's features. */
final class ModelFeatures {

  private ModelFeatures() {}

  /**
   * Reads an incidence matrix.
   *
   * @throws Failure if the numbers differ
   */
  static BinaryMatrix read(Model model, Path file, LayoutOptions layout) throws IOException {
    BinaryMatrix z =
        BinaryMatrixReader.read(
            file, layout.applyTo(ReadOptions.DEFAULT, file, model.w().rows(), Map.of()));
    requireColumns(model, file, z.cols(), "lfm transform");
    return z;
  }

  /**
   * Reads weights, 0 where a row lacks a feature, or soft codes.
   *
   * @throws Failure if the numbers differ
   */
  static Codes weights(Model model, Path file, LayoutOptions layout) throws IOException {
    ReadOptions options = layout.applyTo(ReadOptions.DEFAULT, file, model.w().rows(), Map.of());
    Matrix weights = MatrixReader.read(file, options).x();
    requireColumns(model, file, weights.cols(), "lfm transform --weights");
    return Codes.weighted(weights);
  }

  private static void requireColumns(Model model, Path file, int columns, String maker) {
    if (columns != model.w().rows()) {
      throw new Failure(
          "%s has %,d columns, but the model has %,d features; create it with '%s'"
              .formatted(file, columns, model.w().rows(), maker));
    }
  }
}
