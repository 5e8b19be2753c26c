package org.latentfeature.report.fit;

import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.report.graph.TransitionChoice;
import org.latentfeature.report.graph.TransitionGraph;

/** The page of a Markov model, with the graph of its transitions between features. */
public final class MarkovPage implements KindPage<MarkovModel> {

  @Override
  public ModelKind<MarkovModel> kind() {
    return MarkovModel.KIND;
  }

  @Override
  public ReportedKind of(MarkovModel model, PathRequest path) {
    return new ReportedMarkov(
        TransitionGraph.of(model, TransitionChoice.readable(model.parameters().features())),
        model.parameters(),
        model.manifest().rows());
  }
}
