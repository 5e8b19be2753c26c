package org.latentfeature.cli.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.report.graph.TransitionChoice;
import org.latentfeature.report.graph.TransitionGraph;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which features and transitions of a model the graph has. */
final class GraphOptions {

  @Option(
      names = "--threshold",
      paramLabel = "P",
      description =
          "Draw every transition of at least this probability, between 0 and 1, and no other "
              + "(default: 0.2, and the strongest distinctive ones of each feature).")
  @Nullable Double threshold;

  @Option(
      names = "--strongest",
      paramLabel = "N",
      description =
          "In addition, draw the N likeliest distinctive transitions of each feature, at least "
              + "0 (default: 2; 1 above 100 features).")
  @Nullable Integer strongest;

  @Option(
      names = "--most",
      paramLabel = "N",
      description = "Maximum number of features to draw, the most used first (default: 300).")
  @Nullable Integer most;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Wrong numbers are wrong use. */
  void check() {
    choice(1);
  }

  /** The graph of {@code model}. */
  TransitionGraph graph(MarkovModel model, boolean nullState) {
    TransitionChoice choice = choice(model.parameters().features());
    return TransitionGraph.of(model, choice.withNullState(nullState));
  }

  private TransitionChoice choice(int features) {
    try {
      TransitionChoice choice = TransitionChoice.readable(features);
      choice = threshold == null ? choice : choice.withThreshold(threshold);
      choice = strongest == null ? choice : choice.withStrongest(strongest);
      return most == null ? choice : choice.withMost(most);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
