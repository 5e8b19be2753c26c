package org.latentfeature.evidence.figures;

import static j2html.TagCreator.h3;

import j2html.tags.DomContent;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.IncidenceFigure;
import org.latentfeature.report.picture.ColourScale;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.GreyScale;
import org.latentfeature.report.picture.IncidencePicture;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/**
 * A data set's features as pictures, beside the true ones where they are known, and the incidence
 * matrix.
 */
final class FeaturePictures {

  private static final int MAP_WIDTH = 1000;

  private FeaturePictures() {}

  static List<DomContent> html(DataSet data, Approach approach, FoundModel model) {
    List<DomContent> parts = new ArrayList<>();
    String title = "%s, K = %d".formatted(approach.label(), model.z().cols());
    PictureShape picture = data.picture();
    DataSet.Truth truth = data.truth();
    if (picture != null) {
      parts.add(
          h3(truth == null ? "Features: " + title : "True features and those found: " + title));
      parts.add(
          truth == null
              ? Figure.tiles(found(model, picture))
              : Figure.pairs(matched(truth, model, picture)));
    } else {
      parts.add(h3("Incidence matrix: " + title));
    }
    if (approach == Approach.FIT || picture == null) {
      parts.add(map(model.z(), title));
    }
    return parts;
  }

  /** Each true feature with the one that stands for it. */
  private static List<DomContent> matched(
      DataSet.Truth truth, FoundModel model, PictureShape picture) {
    ColourScale scale = new DivergingScale(largest(truth.w()));
    int[] match = Hamming.matching(truth.z(), model.z());
    List<DomContent> pairs = new ArrayList<>();
    for (int k = 0; k < match.length; k++) {
      BitVector column = truth.z().column(k);
      int j = match[k];
      int wrong = j < 0 ? column.count() : column.distance(model.z().column(j));
      Dense w = j < 0 ? new Dense(1, model.w().cols()) : model.w();
      pairs.add(
          Figure.pair(
              NumberPicture.ofRow(truth.w(), k, picture, scale),
              "true feature " + (k + 1),
              NumberPicture.ofRow(w, Math.max(0, j), picture, scale),
              j < 0 ? "nothing found" : "found feature " + (j + 1),
              wrong == 0
                  ? "%d: all rows correct".formatted(k + 1)
                  : "%d: %,d of %,d rows wrong".formatted(k + 1, wrong, truth.z().rows())));
    }
    return pairs;
  }

  private static List<DomContent> found(FoundModel model, PictureShape picture) {
    List<DomContent> tiles = new ArrayList<>();
    for (int k : byUse(model.z())) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < model.w().cols(); j++) {
        low = Math.min(low, model.w().get(k, j));
        high = Math.max(high, model.w().get(k, j));
      }
      BufferedImage image = NumberPicture.ofRow(model.w(), k, picture, new GreyScale(low, high));
      int rows = model.z().column(k).count();
      tiles.add(
          Figure.picture(
              image,
              "feature " + (k + 1),
              String.format(
                  Locale.ROOT,
                  "%d: %,d row%s; black %.2f, white %.2f",
                  k + 1,
                  rows,
                  rows == 1 ? "" : "s",
                  low,
                  high)));
    }
    return tiles;
  }

  private static DomContent map(BinaryMatrix z, String title) {
    List<String> features = IntStream.rangeClosed(1, z.cols()).mapToObj(Integer::toString).toList();
    return new IncidenceFigure(features, null)
        .all(IncidencePicture.draw(z, MAP_WIDTH), IncidencePicture.sorted(z))
        .html(
            ("Incidence matrix (%s): one line for each of the %d features, the %,d rows of the data from"
                    + " left to right, sorted by their features, dark where a row has the feature.")
                .formatted(title, z.cols(), z.rows()));
  }

  private static List<Integer> byUse(BinaryMatrix z) {
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < z.cols(); k++) {
      order.add(k);
    }
    order.sort((a, b) -> Integer.compare(z.column(b).count(), z.column(a).count()));
    return order;
  }

  private static double largest(Dense w) {
    double largest = 0;
    for (double value : w.values()) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
