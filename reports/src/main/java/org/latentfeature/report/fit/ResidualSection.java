package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.ColourScale;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.GreyScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;

/** The rows with the largest residuals. */
final class ResidualSection {

  private static final int ROWS = 24;
  private static final int PICTURES = 12;

  private ResidualSection() {}

  static List<DomContent> of(ReportedFit fit, Residuals residuals) {
    if (residuals.squaredError() == 0) {
      return List.of(p("The residual of every row is 0."));
    }
    List<DomContent> content = new ArrayList<>();
    int[] worst = residuals.worst(ROWS);
    content.addAll(fit.kind().residuals(fit));
    content.add(
        p(
            "The residual of a row is x minus the sum of its features. The average row has "
                + Quantity.percent(1.0 / fit.x().rows())
                + " of the squared error."));
    Table table = new Table("The rows with the largest residuals.");
    if (fit.rowNames().ids() != null) {
      table.column("name");
    }
    table
        .numbers("row")
        .numbers("share of squared error")
        .numbers("rmse")
        .numbers("explained, of ‖x‖²")
        .column(fit.codes().areWeighted() ? "features (weights)" : "features");
    double largest = residuals.rowError(worst[0]);
    for (int i : worst) {
      table.row();
      if (fit.rowNames().ids() != null) {
        table.cell(fit.rowNames().of(i));
      }
      table
          .cell(Quantity.count(i + 1L))
          .has(numbers(fit, i))
          .bar(
              Quantity.percent(residuals.rowError(i) / residuals.squaredError()),
              residuals.rowError(i) / largest)
          .cell(Quantity.number(residuals.rowRmse(i)))
          .cell(Quantity.percent(residuals.rowExplained(i)))
          .cell(features(fit, i));
    }
    content.add(table.html());
    PictureShape shape = fit.shape();
    if (shape != null) {
      content.add(
          p(
              "The first rows as images: left the row of X, right Z W, the sum of its features, all on"
                  + " one colour scale."
                  + (residuals.missing() > 0 ? " Missing values are drawn as 0." : "")));
      content.add(pictures(fit, Arrays.copyOf(worst, Math.min(PICTURES, worst.length)), shape));
    }
    return content;
  }

  private static String numbers(ReportedFit fit, int i) {
    return IntStream.range(0, fit.features())
        .filter(k -> fit.codes().z().get(i, k))
        .mapToObj(k -> Integer.toString(k + 1))
        .collect(Collectors.joining(" "));
  }

  private static String features(ReportedFit fit, int i) {
    String some =
        IntStream.range(0, fit.features())
            .filter(k -> fit.codes().z().get(i, k))
            .mapToObj(k -> feature(fit, i, k))
            .collect(Collectors.joining(", "));
    return some.isEmpty() ? "none" : some;
  }

  private static String feature(ReportedFit fit, int i, int k) {
    String label = fit.feature(k);
    return fit.codes().areWeighted()
        ? label + " (" + Quantity.signed(fit.codes().weight(i, k)) + ")"
        : label;
  }

  private static DomContent pictures(ReportedFit fit, int[] rows, PictureShape shape) {
    Dense pixels = new Dense(2 * rows.length, fit.x().cols());
    float[] row = new float[fit.x().cols()];
    Matrix shown = fit.rows(rows);
    double smallest = 0;
    double largest = 0;
    for (int r = 0; r < rows.length; r++) {
      shown.getRow(r, row);
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
      String id = fit.rowNames().of(rows[r]);
      pairs.add(
          Figure.pair(
                  NumberPicture.ofRow(pixels, 2 * r, shape, scale),
                  "row " + number + " of X",
                  NumberPicture.ofRow(pixels, 2 * r + 1, shape, scale),
                  "row " + number + " of Z W",
                  "Row " + number + (id.equals(number) ? "" : ", " + id))
              .attr("data-features", numbers(fit, rows[r])));
    }
    return Figure.pairs(pairs);
  }
}
