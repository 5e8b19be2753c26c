package org.latentfeature.report.fit;

import j2html.tags.DomContent;
import java.util.List;
import org.latentfeature.model.Manifest;
import org.latentfeature.report.graph.TransitionGraph;

/**
 * Markov latent feature models.
 *
 * @param transitions which of the model's features lead to which
 */
public record ReportedMarkov(TransitionGraph transitions) implements ReportedKind {

  @Override
  public String form(String features) {
    return "features times weights: which row has which of " + features + ", with what weights";
  }

  @Override
  public String newCodes() {
    return "Their features and weights were found for this page, as 'lfm transform' finds"
        + " them; W and the transitions are the model's.";
  }

  @Override
  public String loss() {
    return "2 c eᵀw + c²‖w‖², with e the row's error, w the feature and c its weight there. Weights"
        + " are posterior means, somewhat nearer to 0 than least squares would have them, so that"
        + " the first part adds up to more than 0.";
  }

  @Override
  public String heading() {
    return "Which leads to which";
  }

  @Override
  public List<DomContent> section(ReportedFit fit, Residuals residuals) {
    return TransitionSection.of(fit, transitions);
  }

  @Override
  public String source(Manifest manifest) {
    return manifest.method() + " inference";
  }

  @Override
  public List<DomContent> course(Manifest manifest) {
    return MarkovCourse.of(manifest);
  }
}
