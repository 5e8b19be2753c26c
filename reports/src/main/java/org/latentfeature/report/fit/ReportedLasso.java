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
    return features;
  }

  @Override
  public String newCodes() {
    return "Their codes Z were computed for this report, as 'lfm transform' does; W is the model's.";
  }

  @Override
  public String loss() {
    return "2 eᵀw + ‖w‖², with e the residual of the row and w the component. On the rows of the fit"
        + " the first term sums to 0, because W is a least-squares solution.";
  }

  @Override
  public List<DomContent> choosing(ReportedFit fit, Residuals residuals, FeatureCounts counts) {
    return ChoosingSection.of(fit, residuals, path, counts);
  }

  @Override
  public String source(Manifest manifest) {
    return LassoConvergence.stage(manifest.method());
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return LassoConvergence.of(manifest);
  }
}
