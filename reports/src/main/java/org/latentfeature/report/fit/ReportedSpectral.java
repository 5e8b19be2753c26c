package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.report.page.Table;
import org.latentfeature.spectral.SpectralModel;

/**
 * Factorisations by tensor eigenpairs.
 *
 * @param eigenpairs what is known of each feature's, see {@link SpectralModel#eigenpairs}
 */
public record ReportedSpectral(Dense eigenpairs) implements ReportedKind {

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
    return "2 eᵀw + ‖w‖², with e the residual of the row and w the component.";
  }

  @Override
  public String heading() {
    return "Eigenpairs";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    Map<String, Double> figures = fit.manifest().figures();
    Table table =
        fit.byFeature("The eigenpair of each feature.")
            .numbers("prevalence")
            .numbers("1/√prevalence")
            .numbers("λ")
            .numbers("score")
            .numbers("isolation");
    for (int f = 0; f < eigenpairs.rows(); f++) {
      double share = eigenpairs.get(f, SpectralModel.PREVALENCE);
      table
          .row(
              fit.feature(f),
              Quantity.percent(share),
              Quantity.number(1 / Math.sqrt(share)),
              Quantity.number(eigenpairs.get(f, SpectralModel.LAMBDA)),
              Quantity.number(eigenpairs.get(f, SpectralModel.SCORE)),
              Quantity.number(eigenpairs.get(f, SpectralModel.ISOLATION)))
          .about(f + 1);
    }
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "A feature is an eigenpair of the whitened third moment of X, with λ = 1/√prevalence. The"
                + " score is the Kolmogorov–Smirnov distance between the rows' projections onto its"
                + " direction and 0 or 1 plus noise. The noise has σ = %s; there were %s."
                    .formatted(
                        Quantity.number(figures.getOrDefault("sigma", Double.NaN)),
                        Quantity.count(
                            Math.round(figures.getOrDefault("candidates", 0.0)), "candidate"))));
    content.add(table.html());
    content.add(
        p("Isolation is the smallest singular value of E[(2z − 1) zzᵀ]. At about 0.005 and below"
                + " the eigenpair may not exist; its feature was then found in another way and has"
                + " no λ.")
            .withClass("note"));
    return content;
  }

  @Override
  public String source(Manifest manifest) {
    return manifest.method();
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return ReportedAny.charts(manifest);
  }
}
