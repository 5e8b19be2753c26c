package org.latentfeature.cli.option;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.fit.model.Model;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.report.picture.Smoothness;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How the numbers of a feature make a picture. */
public final class PictureOptions {

  /** Another reading is spoken of if it is smoother by this share. */
  private static final double NOTABLE = 0.2;

  @Option(
      names = "--image",
      paramLabel = "HxW|auto",
      converter = PictureShapeConverter.class,
      description =
          "Height and width of the images in pixels; auto chooses the shape in which the "
              + "features are smoothest, with an aspect ratio up to 8 (default: the patch size, for "
              + "a model of 'lfm denoise').")
  @Nullable PictureSize size;

  @Option(
      names = "--column-major",
      description = "Images are stored in column-major order instead of row-major.")
  boolean columnMajor;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The value of {@code --image}: a shape, or null if the shape is to be found. */
  record PictureSize(@Nullable PictureShape shape) {}

  /** Wrong use is told before any file is read. */
  public void check() {
    if (columnMajor && size == null) {
      throw new ParameterException(command.commandLine(), "--column-major needs --image");
    }
  }

  /**
   * The shape of the features of {@code model}; null where none was asked for, and the model knows
   * of none. Says what it took if it had to find it, and if another seems to be right.
   *
   * @param file where the model comes from
   * @throws Failure if the model has other columns than that shape has pixels
   */
  public @Nullable PictureShape shape(Model model, Path file, Reporting reporting) {
    PictureShape patch = PatchModel.shape(model);
    if (size == null || (patch != null && size.shape() == null)) {
      return patch;
    }
    return size.shape() == null
        ? found(model.w(), file, reporting)
        : given(model.w(), size.shape().inColumns(columnMajor), file, reporting);
  }

  private PictureShape found(Dense w, Path file, Reporting reporting) {
    PictureShape found =
        Smoothness.smoothest(w, columnMajor)
            .orElseThrow(
                () ->
                    new Failure(
                        ("the %,d columns of %s are not an image with an aspect ratio up to 8; pass --image "
                                + "with their height and width")
                            .formatted(w.cols(), file)));
    reporting.note(
        ("the features are smoothest as images of %s, %s; if they look transposed, pass "
                + "--image %s%s")
            .formatted(
                found,
                columnMajor ? "column-major" : "row-major",
                found.turned(),
                columnMajor ? " without --column-major" : " --column-major"));
    return found;
  }

  private static PictureShape given(Dense w, PictureShape shape, Path file, Reporting reporting) {
    if (shape.pixels() != w.cols()) {
      throw new Failure(
          ("an image of %d × %d has %,d pixels, but %s has %,d columns; pass --image with their "
                  + "height and width, or auto")
              .formatted(shape.height(), shape.width(), shape.pixels(), file, w.cols()));
    }
    double gain = Smoothness.gainOfTurning(w, shape);
    if (gain >= NOTABLE) {
      reporting.note(
          String.format(
              Locale.ROOT,
              "the features may be striped: %s --column-major, or with --image %s, they are %.0f "
                  + "%% smoother",
              shape.columnMajor() ? "without" : "with",
              shape.turned(),
              100 * gain));
    }
    return shape;
  }
}
