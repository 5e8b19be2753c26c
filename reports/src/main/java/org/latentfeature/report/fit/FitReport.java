package org.latentfeature.report.fit;

import static j2html.TagCreator.each;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.ul;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.report.page.Isolated;
import org.latentfeature.report.page.Page;

/** One fit on one page. Equal fits make equal pages. */
public final class FitReport {

  private final ReportedFit fit;
  private final @Nullable DataFindings looked;
  private final Residuals residuals;
  private final FeatureCounts counts;

  /** Reads the data of {@code fit}: once, and for each factorisation of its path. */
  public FitReport(ReportedFit fit) {
    this(fit, null);
  }

  /**
   * Reads the data of {@code fit}, and begins with what a look finds in them.
   *
   * @param looked what a look finds in the data as they are in their file; null leaves out the
   *     section about them
   */
  public FitReport(ReportedFit fit, @Nullable DataFindings looked) {
    this.fit = fit;
    this.looked = looked;
    residuals = Residuals.of(fit.x(), fit.codes(), fit.w());
    counts = FeatureCounts.of(fit.kind().path(), fit, residuals);
  }

  /** Root mean square of the residual, over the known entries of X. */
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
        new Page(Quantity.count(fit.features(), "feature") + " of ", fileName(origin.dataFile()))
            .lead(p(summary()));
    if (fit.newRows()) {
      page.lead(
          p("These rows are not the data that the model was fitted to. " + fit.kind().newCodes())
              .withClass("note"));
    }
    if (fit.manifest().options().containsKey(FittedData.STANDARDISE)) {
      page.lead(
          p(
              "X is standardised: each column minus its mean over the fitted rows, divided by its"
                  + " standard deviation. All numbers of this report are in these units."));
    }
    if (residuals.missing() > 0) {
      page.lead(p(missing()));
    }
    if (looked != null) {
      page.section("Data", data(looked));
    }
    page.section("Features", FeatureSection.of(fit, residuals))
        .section("Contribution", ContributionSection.of(fit, residuals));
    fit.rowNames()
        .labels()
        .forEach(
            (column, labels) -> page.section("By " + column, LabelSection.of(fit, column, labels)));
    page.section("Co-occurrence", CoOccurrenceSection.of(fit));
    List<DomContent> choosing = ChosenSection.of(fit.manifest().chosen());
    choosing.addAll(fit.kind().choosing(fit, residuals, counts));
    page.section("Choosing K", choosing);
    String own = fit.kind().heading();
    if (own != null) {
      page.section(own, fit.kind().section(fit, residuals));
    }
    return page.section("Largest residuals", ResidualSection.of(fit, residuals))
        .section("Convergence", course())
        .section("Provenance", ProvenanceSection.of(fit.manifest(), origin));
  }

  private static String fileName(String path) {
    return path.substring(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  }

  private static List<DomContent> data(DataFindings looked) {
    return List.of(
        p("The data as they are in their file, before any fit; 'lfm look' says more of them."),
        p(looked.summary()),
        ul(each(looked.findings(), finding -> li(Isolated.name(finding.says())))));
  }

  private List<DomContent> course() {
    Manifest manifest = fit.manifest();
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "The fit took %s, and stopped: %s. The features come from the %s."
                .formatted(
                    Quantity.count(manifest.trace().size(), "step"),
                    manifest.ended(),
                    fit.kind().source(manifest))));
    content.addAll(fit.kind().course(manifest));
    return content;
  }

  private String missing() {
    return residuals.missing() == 1
        ? "1 value of X is missing and not counted."
        : Quantity.count(residuals.missing()) + " values of X are missing and not counted.";
  }

  private String summary() {
    return "%s explain%s %s of ‖X‖², the sum of squares of X (%s × %s). The rmse is %s."
        .formatted(
            fit.kind().form(Quantity.count(fit.features(), "binary feature")),
            fit.features() == 1 ? "s" : "",
            Quantity.percent(residuals.explained()),
            Quantity.count(fit.x().rows(), "row"),
            Quantity.count(fit.x().cols(), "column"),
            Quantity.number(residuals.rmse()));
  }
}
