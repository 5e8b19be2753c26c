package org.latentfeature.cli.model;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.model.Model;
import org.latentfeature.report.fit.ReportedKind;

/** What {@code lfm report} does in ways that differ by the kind of a model. */
interface ReportedModel {

  /**
   * The model as the command takes it.
   *
   * @param asked the command, with its options
   * @throws Failure if it has options that models of this kind have no use for
   */
  static ReportedModel of(Model model, ReportCommand asked) {
    if (model instanceof LassoModel lasso) {
      return ReportedLassoModel.of(lasso, asked);
    }
    if (model instanceof MarkovModel markov) {
      return ReportedMarkovModel.of(markov, asked);
    }
    throw new IllegalArgumentException("no report is known of a " + model.manifest().kind());
  }

  /**
   * Reads the command's data as the fit saw its own, NaN where an entry is not known.
   *
   * @throws Failure or a {@link org.latentfeature.data.DataException} if they do not have the
   *     model's columns
   */
  Dataset read() throws IOException;

  /**
   * The largest number of features that a path over {@code x} tries, 0 for no path; null where the
   * kind has none.
   */
  @Nullable Integer pathTo(Matrix x);

  /**
   * The codes of the rows of {@code x}.
   *
   * @param newRows whether they are others than those of the fit
   */
  Codes codes(Backend backend, Matrix x, boolean newRows);

  /** What the page says in this kind's own ways; fits the path, where there is to be one. */
  ReportedKind kind(Backend backend, Matrix x, Interruption interruption);
}
