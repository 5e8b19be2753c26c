package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FittedData;
import org.latentfeature.model.Manifest;
import org.latentfeature.report.page.Page;

/** One fit on one page. Equal fits make equal pages. */
public final class FitReport {

  private final ReportedFit fit;
  private final Residuals residuals;

  /** Reads the data of {@code fit} once. */
  public FitReport(ReportedFit fit) {
    this.fit = fit;
    residuals = Residuals.of(fit.x(), fit.codes(), fit.w());
  }

  /** Root mean square of what the features leave of the known entries of X. */
  public double rmse() {
    return residuals.rmse();
  }

  /**
   * The number of features with the shortest description; null without a path, or if X alone is as
   * short.
   */
  public @Nullable Integer suggestedFeatures() {
    FeatureCounts counts = FeatureCounts.of(fit.kind().path(), residuals);
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
        new Page(Quantity.count(fit.features(), "feature") + " of ", fileName(origin.dataFile()))
            .lead(p(summary()));
    if (fit.newRows()) {
      page.lead(
          p("These are not the data that the model was fitted to. " + fit.kind().newCodes())
              .withClass("note"));
    }
    if (fit.manifest().options().containsKey(FittedData.STANDARDISE)) {
      page.lead(
          p(
              "X is standardised: each column less its mean over the rows of the fit, divided by"
                  + " its standard deviation there. All numbers here are in these units."));
    }
    if (residuals.missing() > 0) {
      page.lead(p(missing()));
    }
    page.section("The features", FeatureSection.of(fit, residuals))
        .section("What each explains", ErrorSection.of(fit, residuals))
        .section("Which go together", TogetherSection.of(fit));
    String own = fit.kind().heading();
    if (own != null) {
      page.section(own, fit.kind().section(fit, residuals));
    }
    return page.section("The rows explained worst", RowSection.of(fit, residuals))
        .section("The course of the fit", course())
        .section("What made this", OriginSection.of(fit.manifest(), origin));
  }

  private static String fileName(String path) {
    return path.substring(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  }

  private List<DomContent> course() {
    Manifest manifest = fit.manifest();
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "The fit took %s and ended: %s. The model comes from its %s."
                .formatted(
                    Quantity.count(manifest.trace().size(), "step"),
                    manifest.ended(),
                    fit.kind().source(manifest))));
    content.addAll(fit.kind().course(manifest));
    return content;
  }

  private String missing() {
    return residuals.missing() == 1
        ? "1 entry of X is not known, and counts for nothing."
        : Quantity.count(residuals.missing())
            + " entries of X are not known, and count for nothing.";
  }

  private String summary() {
    double left =
        residuals.squaredNorm() > 0 ? residuals.squaredError() / residuals.squaredNorm() : 0;
    return "X of %s × %s as %s, and what each looks like. It leaves %s of"
            .formatted(
                Quantity.count(fit.x().rows(), "row"),
                Quantity.count(fit.x().cols(), "column"),
                fit.kind().form(Quantity.count(fit.features(), "feature")),
                Quantity.percent(left))
        + " ‖X‖², a root mean square error of %s.".formatted(Quantity.number(residuals.rmse()));
  }
}
