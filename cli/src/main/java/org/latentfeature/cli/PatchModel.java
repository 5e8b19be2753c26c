package org.latentfeature.cli;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.denoise.DenoiseOptions;
import org.latentfeature.image.PatchMean;
import org.latentfeature.model.Model;
import org.latentfeature.report.picture.PictureShape;

/** What a model of the patches of a picture says of them among its options. */
final class PatchModel {

  private static final String PATCH = "patch";
  private static final String MEAN = "patch-mean";

  private PatchModel() {}

  /** The preparation of the patches, as a model states it. */
  static Map<String, String> preparation(DenoiseOptions options) {
    Map<String, String> words = new TreeMap<>();
    words.put(PATCH, Integer.toString(options.patch()));
    words.put(MEAN, options.mean().name().toLowerCase(Locale.ROOT));
    return words;
  }

  /** Height and width of the patches; null if the model is not one of patches. */
  static @Nullable PictureShape shape(Model model) {
    String side = model.manifest().options().get(PATCH);
    return side == null ? null : new PictureShapeConverter().convert(side + "x" + side);
  }

  /** Whether means were taken off. */
  static PatchMean mean(Model model) {
    String mean = model.manifest().options().getOrDefault(MEAN, "removed");
    return PatchMean.valueOf(mean.toUpperCase(Locale.ROOT));
  }
}
