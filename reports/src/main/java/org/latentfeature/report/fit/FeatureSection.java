package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.linalg.Dense;
import org.latentfeature.report.chart.BarChart;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/** What each feature looks like. */
final class FeatureSection {

  /** Features shown, the weightiest of more. */
  private static final int MOST = 100;

  /** Columns named for each feature. */
  private static final int COLUMNS = 8;

  private static final int LONGEST_NAME = 18;

  private FeatureSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    List<DomContent> content = new ArrayList<>();
    int[] shown =
        IntStream.range(0, fit.features())
            .boxed()
            .sorted(
                Comparator.comparing((Integer k) -> -residuals.increaseWithout(k))
                    .thenComparing(k -> k))
            .limit(MOST)
            .mapToInt(k -> k)
            .toArray();
    String weight = fit.codes().areWeighted() ? " with weight 1. " : ". ";
    String order =
        "They stand in the order of what they explain"
            + (fit.features() > MOST ? ", the first " + MOST + " of " + fit.features() + "." : ".");
    List<DomContent> figures = new ArrayList<>();
    PictureShape shape = fit.shape();
    if (shape != null) {
      content.add(
          p(
              "Each row of W as a picture: what a row of the data gains by having the feature"
                  + weight
                  + "White is 0, blue below, red above; the darkest is the value after ±, in each"
                  + " picture its own. "
                  + order));
      for (int k : shown) {
        DivergingScale scale = new DivergingScale(largest(fit.w(), k));
        figures.add(
            Figure.picture(
                NumberPicture.ofRow(fit.w(), k, shape, scale),
                "Picture of feature " + (k + 1),
                caption(fit, k) + ", ±" + Quantity.number(scale.limit())));
      }
      content.add(Figure.tiles(figures));
    } else {
      content.add(
          p(
              "The columns in which each feature weighs most: what a row of the data gains there"
                  + " by having it"
                  + weight
                  + order));
      for (int k : shown) {
        figures.add(Figure.chart(bars(fit, k), caption(fit, k)));
      }
      content.add(Figure.grid(figures));
    }
    return content;
  }

  private static String caption(ReportedFit fit, int k) {
    return "Feature %d: %s"
        .formatted(k + 1, Quantity.count(fit.codes().z().column(k).count(), "row"));
  }

  private static String bars(ReportedFit fit, int k) {
    BarChart chart = new BarChart("Largest weights of feature " + (k + 1), "", "weight");
    IntStream.range(0, fit.w().cols())
        .boxed()
        .sorted(
            Comparator.comparing((Integer j) -> -Math.abs(fit.w().get(k, j))).thenComparing(j -> j))
        .limit(COLUMNS)
        .forEach(j -> chart.bar(name(fit, j), fit.w().get(k, j)));
    return chart.lying();
  }

  /** Long names keep their beginning and their number, without which they might be equal. */
  private static String name(ReportedFit fit, int j) {
    String name = fit.column(j).strip();
    if (fit.columnNames() == null) {
      return name;
    }
    return name.length() <= LONGEST_NAME
        ? "%s (%d)".formatted(name, j + 1)
        : "%s… (%d)".formatted(name.substring(0, LONGEST_NAME - 1), j + 1);
  }

  private static double largest(Dense w, int k) {
    double largest = 0;
    for (int j = 0; j < w.cols(); j++) {
      largest = Math.max(largest, Math.abs(w.get(k, j)));
    }
    return largest;
  }
}
