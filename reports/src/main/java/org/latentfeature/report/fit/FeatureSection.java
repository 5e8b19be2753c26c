package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.report.page.Bars;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/** The section that shows each feature. */
final class FeatureSection {

  /** Features shown, those of the largest contribution of more. */
  private static final int MOST = 100;

  /** Columns named for each feature. */
  private static final int COLUMNS = 8;

  /** Rows named for each feature. */
  private static final int EXAMPLES = 3;

  private FeatureSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    int[] shown =
        IntStream.range(0, fit.features())
            .boxed()
            .sorted(
                Comparator.comparing((Integer k) -> -residuals.increaseWithout(k))
                    .thenComparing(k -> k))
            .limit(MOST)
            .mapToInt(k -> k)
            .toArray();
    String effect =
        "what a row of the data gains by having the feature"
            + (fit.codes().areWeighted() ? " with weight 1. " : ". ");
    String order =
        fit.features() > MOST
            ? " The %d features of the largest contribution of %d are shown, the largest first."
                .formatted(MOST, fit.features())
            : " The feature of the largest contribution comes first.";
    PictureShape shape = fit.shape();
    return shape != null
        ? pictures(fit, residuals, shown, shape, effect, order)
        : columns(fit, residuals, shown, effect, order);
  }

  private static List<DomContent> pictures(
      ReportedFit fit,
      Residuals residuals,
      int[] shown,
      PictureShape shape,
      String effect,
      String order) {
    boolean own = fit.scale() == FeatureScale.OWN;
    List<DomContent> figures = new ArrayList<>();
    for (int k : shown) {
      DivergingScale scale = new DivergingScale(fit.scale().limit(fit.w(), k));
      figures.add(
          Figure.card(
              k + 1,
              Figure.signed(
                  NumberPicture.ofRow(fit.w(), k, shape, scale),
                  "Picture of feature " + fit.feature(k)),
              "Feature %s: %s".formatted(fit.feature(k), Quantity.count(rows(fit, k), "row"))
                  + (own ? ", ±" + Quantity.number(scale.limit()) : "")
                  + examples(fit, residuals, k),
              words(fit, residuals, k)));
    }
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "Each picture is a component, a row of W: "
                + effect
                + (own
                    ? "Each picture has its own colour scale, from minus to plus the value after ±."
                    : "All pictures have the same colour scale.")
                + order));
    if (!own) {
      DivergingScale scale = new DivergingScale(fit.scale().limit(fit.w(), 0));
      content.add(Figure.scale(scale, Quantity.number(scale.limit())));
    }
    content.add(Figure.tiles(figures));
    return content;
  }

  private static List<DomContent> columns(
      ReportedFit fit, Residuals residuals, int[] shown, String effect, String order) {
    boolean own = fit.scale() == FeatureScale.OWN;
    List<int[]> strongest = Arrays.stream(shown).mapToObj(k -> strongest(fit.w(), k)).toList();
    List<DomContent> figures = new ArrayList<>();
    for (int f = 0; f < shown.length; f++) {
      int k = shown[f];
      List<int[]> scaled = own ? List.of(strongest.get(f)) : strongest;
      int[] features = own ? new int[] {k} : shown;
      Bars bars =
          new Bars(extreme(fit.w(), features, scaled, -1), extreme(fit.w(), features, scaled, 1));
      for (int j : strongest.get(f)) {
        bars.bar(j + 1, name(fit, j), fit.w().get(k, j), Quantity.number(fit.w().get(k, j)));
      }
      String words = words(fit, residuals, k);
      figures.add(Figure.card(k + 1, bars.html(), words + examples(fit, residuals, k), words));
    }
    return List.of(
        p(
            "Each card lists the columns in which a component, a row of W, has its largest entries: "
                + effect
                + (own
                    ? "The bars of each card have their own scale."
                    : "The bars of all cards have the same scale.")
                + order),
        Figure.cards(figures));
  }

  /** The columns of the largest entries of row {@code k}, largest first. */
  private static int[] strongest(Dense w, int k) {
    return IntStream.range(0, w.cols())
        .boxed()
        .sorted(Comparator.comparing((Integer j) -> -Math.abs(w.get(k, j))).thenComparing(j -> j))
        .limit(COLUMNS)
        .mapToInt(j -> j)
        .toArray();
  }

  /** The largest of the values shown, or 0; with {@code sign} −1 the smallest. */
  private static double extreme(Dense w, int[] features, List<int[]> columns, int sign) {
    double extreme = 0;
    for (int f = 0; f < features.length; f++) {
      for (int j : columns.get(f)) {
        extreme = Math.max(extreme, sign * w.get(features[f], j));
      }
    }
    return sign * extreme;
  }

  private static int rows(ReportedFit fit, int k) {
    return fit.codes().z().column(k).count();
  }

  private static String words(ReportedFit fit, Residuals residuals, int k) {
    return "Feature %s: %s (%s), contribution %s"
        .formatted(
            fit.feature(k),
            Quantity.count(rows(fit, k), "row"),
            Quantity.percent((double) rows(fit, k) / fit.x().rows()),
            // A line does not begin with the sign.
            Quantity.percent(residuals.contribution(k)).replace(' ', '\u00a0'));
  }

  /** The names of the best explained rows that have a feature, where rows have names. */
  private static String examples(ReportedFit fit, Residuals residuals, int k) {
    if (fit.rowNames().ids() == null || rows(fit, k) == 0) {
      return "";
    }
    return ", such as "
        + IntStream.range(0, fit.x().rows())
            .filter(i -> fit.codes().z().get(i, k))
            .boxed()
            .sorted(Comparator.comparingDouble(residuals::rowRmse))
            .limit(EXAMPLES)
            .map(fit.rowNames()::of)
            .collect(Collectors.joining(", "));
  }

  private static String name(ReportedFit fit, int j) {
    String name = fit.column(j).strip();
    return name.isEmpty() ? "column " + (j + 1) : name;
  }
}
