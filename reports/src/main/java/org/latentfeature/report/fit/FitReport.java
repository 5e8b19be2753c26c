package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import org.jspecify.annotations.Nullable;
import org.latentfeature.report.page.Page;

/** One fit on one page. Equal fits make equal pages. */
public final class FitReport {

  private final ReportedFit fit;
  private final Residuals residuals;
  private final FeatureCounts counts;

  /** Reads the data of {@code fit} once. */
  public FitReport(ReportedFit fit) {
    this.fit = fit;
    residuals = Residuals.of(fit.x(), fit.z(), fit.w());
    counts = new FeatureCounts(fit.x().rows(), fit.x().cols(), residuals.squaredNorm());
    if (fit.path() != null) {
      counts.add(fit.path());
    }
  }

  /** ‖X − Z W‖ / √(ND). */
  public double rmse() {
    return residuals.rmse();
  }

  /**
   * The number of features with the shortest description; null without a path, or if X alone is as
   * short.
   */
  public @Nullable Integer suggestedFeatures() {
    FeatureCounts.Count shortest = counts.shortest();
    return shortest == null || counts.nothingIsShorter() ? null : shortest.features();
  }

  /**
   * The page.
   *
   * @throws org.latentfeature.report.chart.MissingFontsException if this machine has no fonts
   */
  public Page page(Origin origin) {
    Page page =
        new Page(
                "%s of %s"
                    .formatted(
                        Quantity.count(fit.features(), "feature"), fileName(origin.dataFile())))
            .lead(p(summary()));
    if (fit.newRows()) {
      page.lead(
          p("These are not the data that the model was fitted to. Their codes Z were made for this"
                  + " page, as 'lfm transform' makes them; W is the model's.")
              .withClass("note"));
    }
    return page.section("The features", FeatureSection.of(fit, residuals))
        .section("What each explains", ErrorSection.of(fit, residuals))
        .section("Which go together", TogetherSection.of(fit))
        .section("How many there should be", CountSection.of(fit, residuals, counts))
        .section("The rows explained worst", RowSection.of(fit, residuals))
        .section("The course of the fit", CourseSection.of(fit.manifest()))
        .section("What made this", OriginSection.of(fit.manifest(), origin));
  }

  private static String fileName(String path) {
    return path.substring(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  }

  private String summary() {
    double left =
        residuals.squaredNorm() > 0 ? residuals.squaredError() / residuals.squaredNorm() : 0;
    return "X of %s × %s as Z W: which row has which of %s, and what each looks like. It leaves %s of"
            .formatted(
                Quantity.count(fit.x().rows(), "row"),
                Quantity.count(fit.x().cols(), "column"),
                Quantity.count(fit.features(), "feature"),
                Quantity.percent(left))
        + " ‖X‖², a root mean square error of %s.".formatted(Quantity.number(residuals.rmse()));
  }
}
