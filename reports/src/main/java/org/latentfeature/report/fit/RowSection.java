package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latentfeature.coding.Codes;
import org.latentfeature.linalg.Dense;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.ColourScale;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.GreyScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/** The rows that the features explain worst. */
final class RowSection {

  private static final int ROWS = 10;

  private RowSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    List<DomContent> content = new ArrayList<>();
    if (residuals.squaredError() == 0) {
      content.add(p("Every row is explained without any error."));
      return content;
    }
    int[] worst = residuals.worst(ROWS);
    Table table =
        new Table(
                "The rows with the largest errors. On average a row has "
                    + Quantity.percent(1.0 / fit.x().rows())
                    + " of the squared error.")
            .numbers("row")
            .numbers("of all squared error")
            .numbers("rmse")
            .numbers("of its own ‖x‖²")
            .column(fit.codes().areWeighted() ? "features and weights" : "features");
    for (int i : worst) {
      table.row(
          Quantity.count(i + 1L),
          Quantity.percent(residuals.rowError(i) / residuals.squaredError()),
          Quantity.number(residuals.rowRmse(i)),
          Quantity.percent(residuals.rowError(i) / residuals.rowNorm(i)),
          features(fit, i));
    }
    content.add(table.html());
    PictureShape shape = fit.shape();
    if (shape != null) {
      content.add(
          p(
              "The same rows as they are, and to the right as their features explain them."
                  + (residuals.missing() > 0
                      ? " Entries that are not known are drawn as 0."
                      : "")));
      content.add(pictures(fit, worst, shape));
    }
    return content;
  }

  private static String features(ReportedFit fit, int i) {
    String some =
        IntStream.range(0, fit.features())
            .filter(k -> fit.codes().z().get(i, k))
            .mapToObj(k -> feature(fit.codes(), i, k))
            .collect(Collectors.joining(", "));
    return some.isEmpty() ? "none" : some;
  }

  private static String feature(Codes codes, int i, int k) {
    String number = Integer.toString(k + 1);
    return codes.areWeighted() ? number + " (" + Quantity.number(codes.weight(i, k)) + ")" : number;
  }

  private static DomContent pictures(ReportedFit fit, int[] rows, PictureShape shape) {
    Dense pixels = new Dense(2 * rows.length, fit.x().cols());
    float[] row = new float[fit.x().cols()];
    double smallest = 0;
    double largest = 0;
    for (int r = 0; r < rows.length; r++) {
      fit.x().getRow(rows[r], row);
      double[] explained = Residuals.reconstruction(fit.codes(), fit.w(), rows[r]);
      for (int j = 0; j < row.length; j++) {
        float value = Float.isNaN(row[j]) ? 0 : row[j];
        pixels.set(2 * r, j, value);
        pixels.set(2 * r + 1, j, explained[j]);
        smallest = Math.min(smallest, value);
        largest = Math.max(largest, value);
      }
    }
    ColourScale scale =
        smallest < 0 ? new DivergingScale(Math.max(-smallest, largest)) : new GreyScale(0, largest);
    List<DomContent> pairs = new ArrayList<>();
    for (int r = 0; r < rows.length; r++) {
      String number = Quantity.count(rows[r] + 1L);
      pairs.add(
          Figure.pair(
              NumberPicture.ofRow(pixels, 2 * r, shape, scale),
              "Row " + number + " as it is",
              NumberPicture.ofRow(pixels, 2 * r + 1, shape, scale),
              "Row " + number + " as explained",
              "Row " + number));
    }
    return Figure.pairs(pairs);
  }
}
