package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.Outliers;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.lasso.PathResult;

/**
 * Factorisations by the latent feature lasso.
 *
 * @param path factorisations of the reported data with 1, 2, … features, if there are any
 * @param terms what the model has for each column beside W
 * @param variation the option by which W is not that of least squares; null if it is
 */
public record ReportedLasso(
    @Nullable PathResult path, ColumnTerms terms, @Nullable String variation)
    implements ReportedKind {

  /** Creates the content for a fit by least squares. */
  public ReportedLasso(@Nullable PathResult path) {
    this(path, ColumnTerms.NONE, null);
  }

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
    String loss = "2 eᵀw + ‖w‖², with e the residual of the row and w the component.";
    return variation != null
        ? loss + " The model was fitted with --" + variation + ", these errors are unweighted."
        : loss
            + " On the rows of the fit the first term sums to 0, because W is a least-squares"
            + " solution.";
  }

  @Override
  public List<DomContent> residuals(ReportedFit fit) {
    if (Double.isNaN(terms.threshold()) || !(fit.x() instanceof Matrix x)) {
      return List.of();
    }
    Outliers outliers = Outliers.of(x, fit.codes().z(), fit.w(), terms);
    int rows = outliers.rows().count();
    String which =
        IntStream.range(0, x.rows())
            .filter(outliers.rows()::get)
            .mapToObj(fit.rowNames()::of)
            .collect(Collectors.joining(", "));
    return List.of(
        p(
            "The fit was robust: %s of the entries weigh less than ½, and %s"
                .formatted(
                    Quantity.percent(outliers.entries()),
                    rows == 0
                        ? "no row is an outlier."
                        : Quantity.count((long) rows)
                            + (rows == 1 ? " row is an outlier" : " rows are outliers")
                            + ", of less than ½ on average: "
                            + which
                            + ".")));
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
    return LassoConvergence.of(manifest, terms);
  }
}
