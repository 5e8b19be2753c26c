package org.latentfeature.cli.model;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.option.MemoryCheck;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.report.fit.ReportedKind;
import org.latentfeature.report.fit.ReportedMarkov;
import org.latentfeature.report.graph.TransitionChoice;
import org.latentfeature.report.graph.TransitionGraph;

/**
 * A Markov model: it keeps no codes, so that rows of the fit are coded as others are, and its
 * transitions tell which feature leads to which.
 *
 * @param asked the command, with its options
 */
record ReportedMarkovModel(MarkovModel model, ReportCommand asked) implements ReportedModel {

  static ReportedMarkovModel of(MarkovModel model, ReportCommand asked) {
    if (asked.pathTo != null || asked.timeLimit.seconds != null) {
      throw new Failure(
          "%s is a model of kind %s, for which no path over numbers of features is fitted; drop %s ('lfm markov score' compares fits of several -k on other rows)"
              .formatted(
                  asked.model,
                  model.manifest().kind(),
                  asked.pathTo == null ? "--time-limit" : "--path-to"));
    }
    return new ReportedMarkovModel(model, asked);
  }

  @Override
  public Dataset read() throws IOException {
    return PreparedRows.readFor(model, asked.data, asked.reading, asked.table, asked.reporting);
  }

  @Override
  public @Nullable Integer pathTo(Matrix x) {
    return null;
  }

  @Override
  public Codes codes(Backend backend, Matrix x, boolean newRows) {
    int features = model.parameters().features();
    MemoryCheck.coding(backend, x, features);
    return CodedRows.of(
            new MarkovCoder(backend, model.parameters(), model.coding()),
            x,
            asked.reporting.course())
        .codes(features);
  }

  @Override
  public ReportedKind kind(Backend backend, Matrix x, Interruption interruption) {
    MarkovParameters parameters = model.parameters();
    return new ReportedMarkov(
        TransitionGraph.of(parameters, TransitionChoice.readable(parameters.features())));
  }
}
