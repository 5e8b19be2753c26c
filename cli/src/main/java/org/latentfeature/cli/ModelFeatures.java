package org.latentfeature.cli;

import java.nio.file.Path;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.model.Model;

/** Whether an incidence matrix has a column for each of a model's features. */
final class ModelFeatures {

  private ModelFeatures() {}

  /**
   * Compares the numbers.
   *
   * @throws Failure if they differ
   */
  static void requireSame(Model model, BinaryMatrix z, Path file) {
    if (z.cols() != model.w().rows()) {
      throw new Failure(
          "%s has %,d columns, but the model has %,d features; make it with 'lfm transform'"
              .formatted(file, z.cols(), model.w().rows()));
    }
  }
}
