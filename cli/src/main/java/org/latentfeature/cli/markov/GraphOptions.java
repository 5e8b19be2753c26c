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
          "Every transition of at least this probability, and no other (default: those of 0.2 or"
              + " more, and each feature's strongest that stand out).")
  @Nullable Double threshold;

  @Option(
      names = "--strongest",
      paramLabel = "N",
      description =
          "Besides, the N likeliest transitions of each feature that stand out (default: 2, of more"
              + " than 100 features 1).")
  @Nullable Integer strongest;

  @Option(
      names = "--most",
      paramLabel = "N",
      description = "At most so many features, the most used (default: 300).")
  @Nullable Integer most;

  @Option(
      names = "--null-state",
      description = "Show the null state too, where paths begin and end.")
  boolean nullState;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Wrong numbers are wrong use. */
  void check() {
    choice(1);
  }

  /** The graph of {@code model}. */
  TransitionGraph graph(MarkovModel model) {
    return TransitionGraph.of(model.parameters(), choice(model.parameters().features()));
  }

  private TransitionChoice choice(int features) {
    try {
      TransitionChoice choice = TransitionChoice.readable(features).withNullState(nullState);
      choice = threshold == null ? choice : choice.withThreshold(threshold);
      choice = strongest == null ? choice : choice.withStrongest(strongest);
      return most == null ? choice : choice.withMost(most);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
