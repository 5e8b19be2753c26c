package org.latentfeature.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.TrainingPatches;
import org.latentfeature.report.picture.PictureShape;

/** The options that a model of the patches of a picture records about them. */
public final class PatchModel {

  private PatchModel() {}

  /** The preparation of the patches, as a model states it. */
  public static Map<String, String> preparation(DenoiseOptions options) {
    Map<String, String> words = new TreeMap<>();
    words.put(FittedData.PATCH, Integer.toString(options.patch()));
    words.put(FittedData.PATCH_MEAN, word(options.mean()));
    return words;
  }

  private static String word(PatchMean mean) {
    return mean.name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether {@code model} is one of patches. */
  public static boolean isOne(Model model) {
    return model.manifest().options().containsKey(FittedData.PATCH);
  }

  /**
   * Height and width of the patches; null if the model is not one of patches.
   *
   * @throws Failure if the model has columns for other patches
   */
  public static @Nullable PictureShape shape(Model model) {
    if (!isOne(model)) {
      return null;
    }
    int size = side(model);
    return new PictureShape(size, size, false);
  }

  private static int side(Model model) {
    String side = model.manifest().option(FittedData.PATCH);
    int size = (int) Math.round(Math.sqrt(model.w().cols()));
    if (!side.equals(Integer.toString(size)) || size * size != model.w().cols()) {
      throw new Failure(
          ("the model is damaged: it has patches of side %s, but %,d columns; restore it from a "
                  + "copy")
              .formatted(Excerpt.of(side), model.w().cols()));
    }
    return size;
  }

  /** Returns whether the means of patches were removed for the fit of {@code model} or kept. */
  public static PatchMean mean(Model model) {
    String mean =
        model.manifest().options().getOrDefault(FittedData.PATCH_MEAN, word(PatchMean.REMOVED));
    return mean.equals(word(PatchMean.KEPT)) ? PatchMean.KEPT : PatchMean.REMOVED;
  }

  /** The plane of a picture that a model is fitted to: of colours the brightness. */
  public static Plane plane(Path picture) throws IOException {
    return TrainingPatches.planes(PictureReader.read(picture)).get(0);
  }

  /** The patches of a picture as {@code model} was fitted to those of its own. */
  public static Matrix patches(Model model, Path picture, Reporting reporting) throws IOException {
    Plane plane = plane(picture);
    int side = side(model);
    Matrix x = TrainingPatches.of(plane, side, mean(model), model.manifest().seed());
    long all = (plane.rows() - side + 1L) * (plane.cols() - side + 1L);
    reporting.note(
        "%s: %,d × %,d pixels, %s%,d patches of %d × %d"
            .formatted(
                picture,
                plane.rows(),
                plane.cols(),
                x.rows() == all ? "" : "of %,d patches ".formatted(all),
                x.rows(),
                side,
                side));
    return x;
  }
}
