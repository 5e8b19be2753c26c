package org.latentfeature.cli;

import org.latentfeature.model.Model;
import org.latentfeature.report.picture.PictureShape;

/** Whether the rows of a model's dictionary are pictures of some shape. */
final class ModelPictures {

  private ModelPictures() {}

  /**
   * Compares the number of pixels with that of the model's columns.
   *
   * @throws Failure if they differ
   */
  static void requireShape(Model model, PictureShape shape) {
    if (shape.pixels() != model.w().cols()) {
      throw new Failure(
          "a picture of %d × %d has %,d pixels, but the model has %,d columns; give --image their height and width"
              .formatted(shape.height(), shape.width(), shape.pixels(), model.w().cols()));
    }
  }
}
