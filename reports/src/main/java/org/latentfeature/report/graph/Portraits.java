package org.latentfeature.report.graph;

import j2html.tags.DomContent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;

/** How features look where a graph is drawn. */
public interface Portraits {

  /**
   * Width and height of a portrait, in the drawing's units.
   *
   * @param width above 0
   * @param height above 0
   */
  record Extent(double width, double height) {}

  /**
   * The room that a feature's portrait takes.
   *
   * @param share its usage divided by that of the most used, in [0, 1]
   */
  Extent extent(State feature, double share);

  /**
   * The portrait as SVG, its upper left corner at (0, 0), in letters of size 9 about their middle.
   *
   * @param frame the colour around it, as CSS has it
   */
  DomContent draw(State feature, double share, String frame);

  /**
   * Dictionary elements as small pictures, all on one colour scale.
   *
   * @param w the dictionary, K×D, row k that of feature k+1; D the pixels of {@code shape}
   * @throws IllegalArgumentException if D is not their number
   */
  static Portraits pictures(Dense w, PictureShape shape) {
    return pictures(w, shape, FeatureScale.SHARED);
  }

  /**
   * Returns dictionary elements as small pictures, on a colour scale that all share or one for
   * each.
   *
   * @param w the dictionary, K×D, row k that of feature k+1; D the pixels of {@code shape}
   * @throws IllegalArgumentException if D is not their number
   */
  static Portraits pictures(Dense w, PictureShape shape, FeatureScale scale) {
    if (shape.pixels() != w.cols()) {
      throw new IllegalArgumentException(
          "dictionary elements of %d numbers are no pictures of %d×%d"
              .formatted(w.cols(), shape.height(), shape.width()));
    }
    return new PicturePortraits(w, shape, scale);
  }

  /**
   * Dictionary elements by the columns in which they weigh most.
   *
   * @param w the dictionary, K×D, row k that of feature k+1
   * @param columnNames of the D columns; null where they have none
   * @throws IllegalArgumentException if the names are not as many
   */
  static Portraits columns(Dense w, @Nullable List<String> columnNames) {
    if (columnNames != null && columnNames.size() != w.cols()) {
      throw new IllegalArgumentException(columnNames.size() + " names of " + w.cols() + " columns");
    }
    return new ColumnPortraits(w, columnNames);
  }

  /** Circles with the features' names in them, for a graph without a dictionary. */
  static Portraits circles() {
    return new CirclePortraits();
  }
}
