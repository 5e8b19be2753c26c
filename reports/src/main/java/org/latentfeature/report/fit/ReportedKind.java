package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.model.Manifest;

/**
 * What the page of a fit says in ways of its estimator's own. All else it says of codes, weights
 * and a dictionary, whatever they come from.
 */
public interface ReportedKind {

  /** What X is taken for, and what the codes of its rows tell of {@code features}. */
  String form(String features);

  /** How rows that took no part in the fit were coded, and what is the model's. */
  String newCodes();

  /** How the loss without a feature is summed over its rows, and what that sum is made of. */
  String loss();

  /** Heading of the section that only this kind has; null if it has none. */
  default @Nullable String heading() {
    return null;
  }

  /** What stands in that section. */
  default List<DomContent> section(ReportedFit fit, Residuals residuals) {
    return List.of();
  }

  /** What the model comes from, said of its fit. */
  String source(Manifest manifest);

  /** What is to be said and drawn of the fit's steps, and of where they led. */
  List<DomContent> course(Manifest manifest);

  /** Factorisations of the data with 1, 2, … features; null if there are none. */
  default @Nullable PathResult path() {
    return null;
  }
}
