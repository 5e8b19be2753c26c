package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.linalg.Dense;
import org.latentfeature.method.SpectralModel;
import org.latentfeature.model.Manifest;
import org.latentfeature.report.page.Table;

/**
 * Factorisations by tensor eigenpairs.
 *
 * @param eigenpairs what is known of each feature's, see {@link SpectralModel#eigenpairs}
 */
public record ReportedSpectral(Dense eigenpairs) implements ReportedKind {

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
    return "2 eᵀw + ‖w‖², with e the row's error and w the feature.";
  }

  @Override
  public String heading() {
    return "The eigenpairs";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    Map<String, Double> figures = fit.manifest().figures();
    Table table =
        new Table("The eigenpair of each feature.")
            .numbers("feature")
            .numbers("rows")
            .numbers("1/√(share of rows)")
            .numbers("λ")
            .numbers("score")
            .numbers("isolation");
    for (int f = 0; f < eigenpairs.rows(); f++) {
      double share = eigenpairs.get(f, SpectralModel.PREVALENCE);
      table.row(
          Integer.toString(f + 1),
          Quantity.percent(share),
          Quantity.number(1 / Math.sqrt(share)),
          Quantity.number(eigenpairs.get(f, SpectralModel.LAMBDA)),
          Quantity.number(eigenpairs.get(f, SpectralModel.SCORE)),
          Quantity.number(eigenpairs.get(f, SpectralModel.ISOLATION)));
    }
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "A feature is an eigenpair of the whitened third moment of X, with λ = 1/√(share of its"
                + " rows). The score is the Kolmogorov–Smirnov distance of the rows' products with"
                + " its direction from 0 and 1 plus noise. The noise has σ = %s; there were %s."
                    .formatted(
                        Quantity.number(figures.getOrDefault("sigma", Double.NaN)),
                        Quantity.count(
                            Math.round(figures.getOrDefault("candidates", 0.0)), "candidate"))));
    content.add(table.html());
    content.add(
        p("Isolation is the smallest singular value of E[(2z − 1) zzᵀ]. Near 0.005 and below, an"
                + " eigenpair may have vanished, and its feature, with no λ here, was found in"
                + " another way.")
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
