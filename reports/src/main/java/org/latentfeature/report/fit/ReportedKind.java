package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.lasso.PathResult;

/**
 * The statements of a fit's report about its estimator. The rest of the report is about codes,
 * weights and a dictionary, whichever estimator they come from.
 */
public interface ReportedKind {

  /**
   * Describes the features of the rows: {@code features}, such as "14 features", and whether they
   * have weights.
   */
  String form(String features);

  /** How rows other than those of the fit were coded. */
  String newCodes();

  /** The terms whose sum over its rows is the contribution of a feature. */
  String loss();

  /** Returns the beginning of the section of residuals. */
  default List<DomContent> residuals(ReportedFit fit) {
    return List.of();
  }

  /** Heading of the section that only this kind has; null if it has none. */
  default @Nullable String heading() {
    return null;
  }

  /** The content of that section. */
  default List<DomContent> section(ReportedFit fit, Residuals residuals) {
    return List.of();
  }

  /** Returns the name of the stage that found the features of the model, such as "convex fit". */
  String source(Manifest manifest);

  /** The steps of the fit and their results, in words and charts. */
  List<DomContent> course(Manifest manifest);

  /**
   * How many features to choose.
   *
   * @param counts those of {@link #path}
   */
  default List<DomContent> choosing(ReportedFit fit, Residuals residuals, FeatureCounts counts) {
    return List.of(
        p(
            "No path over K is fitted for models of kind "
                + fit.manifest().kind()
                + ". To choose K, fit several models and compare them on held-out rows by"
                + " 'lfm score'."));
  }

  /** Factorisations of the data with 1, 2, … features; null if there are none. */
  default @Nullable PathResult path() {
    return null;
  }
}
