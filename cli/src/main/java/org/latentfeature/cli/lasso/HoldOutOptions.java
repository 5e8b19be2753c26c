package org.latentfeature.cli.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Model;
import org.latentfeature.step.coding.Codes;
import org.latentfeature.study.order.HeldOutEntries;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entries that the fit does not see, to measure how well it predicts. */
final class HoldOutOptions {

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      description =
          "Share of the known entries to hide and predict. A number above 0 "
              + "and below 1. The fit does not see these entries; how well it "
              + "predicts them is reported with hard and with soft codes (default: "
              + "none are hidden).")
  @Nullable Double share;

  @Option(
      names = "--hold-out-seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of the draw of hidden entries (default: ${DEFAULT-VALUE}).")
  long seed;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private @Nullable HeldOutEntries entries;

  boolean isGiven() {
    return share != null;
  }

  /** Wrong use is told before any file is read. */
  void check() {
    if (share != null && !(share > 0 && share < 1)) {
      throw new ParameterException(
          command.commandLine(),
          "--hold-out is %s; it must be more than 0 and less than 1, such as 0.1".formatted(share));
    }
  }

  /** The data that the fit sees. */
  Dataset hidden(Dataset data) {
    if (share == null) {
      return data;
    }
    if (!(data.rows() instanceof Matrix x)) {
      throw new Failure(
          "--hold-out needs dense rows in memory; pass --dense or more --memory, or drop it");
    }
    HeldOutEntries drawn = new HeldOutEntries(x, share, seed);
    if (drawn.count() == 0) {
      throw new Failure(
          "--hold-out %s hides none of %,d entries; raise it".formatted(share, x.facts().known()));
    }
    entries = drawn;
    return data.withRows(drawn.training());
  }

  /** How well {@code model}, fitted to the rest, predicts what was hidden. */
  void note(Model model, Backend backend, Answer answer) {
    HeldOutEntries hidden = entries;
    if (hidden != null && model.codes() != null) {
      Coder coder = model.coder(backend, seed);
      Matrix rows = model.fitted(hidden.training(), FileUnits.OF_THE_FIT).matrix();
      CodedRows coded = coder.code(rows, WorkListener.SILENT);
      Codes soft = coder.soft(rows, coded, WorkListener.SILENT);
      answer
          .with("held_out", hidden.count())
          .with("held_out_rmse", hidden.rmse(made(model, coded.likeliest())))
          .with("held_out_rmse_soft", hidden.rmse(made(model, soft)))
          .with("held_out_rmse_means", hidden.rmseOfMeans());
    }
  }

  /** In the units in which X was read, as the error of the fit. */
  private static Matrix made(Model model, Codes codes) {
    return model.reconstruct(codes, FileUnits.OF_THE_FIT);
  }
}
