package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.report.graph.TransitionGraph;

/**
 * Markov latent feature models.
 *
 * @param transitions which of the model's features lead to which
 * @param parameters of the model
 * @param rows number of rows that it was fitted to
 */
public record ReportedMarkov(TransitionGraph transitions, MarkovParameters parameters, int rows)
    implements ReportedKind {

  @Override
  public String form(String features) {
    return features + " with real weights";
  }

  @Override
  public String newCodes() {
    return "Their features and weights were computed for this report, as 'lfm transform' does; W and"
        + " the transitions are the model's.";
  }

  @Override
  public String loss() {
    return "2 c eᵀw + c²‖w‖², with e the residual of the row, w the component and c its weight."
        + " Weights are posterior means, which are closer to 0 than least squares, so the sum of"
        + " the first term is above 0.";
  }

  @Override
  public String heading() {
    return "Transitions";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    List<DomContent> content = new ArrayList<>(TransitionSection.of(fit, transitions));
    content.addAll(StationarySection.of(fit, parameters, rows));
    return content;
  }

  @Override
  public String source(Manifest manifest) {
    return manifest.method() + " inference";
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return MarkovConvergence.of(manifest);
  }
}
