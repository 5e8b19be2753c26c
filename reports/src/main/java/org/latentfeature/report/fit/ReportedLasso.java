package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.model.Manifest;

/**
 * Factorisations by the latent feature lasso.
 *
 * @param path factorisations of the reported data with 1, 2, … features, if there are any
 */
public record ReportedLasso(@Nullable PathResult path) implements ReportedKind {

  @Override
  public String form(String features) {
    return "Z W: which row has which of " + features;
  }

  @Override
  public String newCodes() {
    return "Their codes Z were made for this page, as 'lfm transform' makes them; W is the model's.";
  }

  @Override
  public String loss() {
    return "2 eᵀw + ‖w‖², with e the row's error and w the feature. After the least-squares refit of"
        + " a fit the first part adds up to 0.";
  }

  @Override
  public String heading() {
    return "How many there should be";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    return CountSection.of(fit, residuals, path);
  }

  @Override
  public String source(Manifest manifest) {
    return LassoCourse.stage(manifest.method());
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return LassoCourse.of(manifest);
  }
}
