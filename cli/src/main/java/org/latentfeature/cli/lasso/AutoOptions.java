package org.latentfeature.cli.lasso;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.study.order.OrderSelection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code -k auto}: the data choose the number of features. */
final class AutoOptions {

  @Option(
      names = "--max-k",
      paramLabel = "K",
      converter = FeatureCount.class,
      description =
          "Maximum number of features with -k auto. The default is at least "
              + "10 and at most 60, and no more than the columns or half of the "
              + "rows (default: twice the singular values above the noise).")
  @Nullable Integer maxK;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private @Nullable ChosenCount chosen;

  /** Returns the chosen number of features; null before the choice, and where K is given. */
  @Nullable ChosenCount chosen() {
    return chosen;
  }

  /** Without {@code -k auto} there is no maximum. */
  void requireUnused() {
    if (maxK != null) {
      throw new ParameterException(
          command.commandLine(), "--max-k applies to -k auto only; drop it, or pass -k auto");
    }
  }

  /** Asks the data, and tells; null if the user interrupts. */
  @Nullable ChosenCount choose(
      LoadedData loaded,
      long seed,
      @Nullable Duration limit,
      Reporting reporting,
      Interruption interruption) {
    int rows = loaded.source().rows();
    if (maxK != null && maxK > rows) {
      throw new Failure(
          "--max-k is %,d, but X has only %,d row%s; pass at most that many"
              .formatted(maxK, rows, rows == 1 ? "" : "s"));
    }
    reporting.course().onWork("counting features", 0, 0);
    try {
      ChosenCount found =
          OrderSelection.choose(
              loaded,
              new OrderSelection.Options(maxK, seed, limit),
              Progress.of(reporting).until(interruption));
      chosen = found;
      if (found.features() > 0) {
        reporting.note(found.toString());
      }
      return found;
    } catch (StoppedException e) {
      if (!interruption.isRequested()) {
        throw new Failure(
            "the time limit was reached before K was chosen, and no model is written; raise"
                + " --time-limit, or pass -k with a number",
            e);
      }
      reporting.note(
          "interrupted before K was chosen: no model is written; pass -k with a number to save the"
              + " best model so far");
      return null;
    }
  }

  /**
   * The answer where there is no feature to fit.
   *
   * @param output where the model would be, and one of an earlier fit may be
   */
  static void nothing(ChosenCount none, Path output, Reporting reporting) {
    if (Files.exists(output)) {
      reporting.note(
          "%s is of an earlier fit, not of these data; it stays as it was".formatted(output));
    }
    if (reporting.json) {
      reporting.answer(new Answer().with("model", null).with("features", 0).with("choice", none));
    } else {
      reporting.print(none + "; -k 1 fits one all the same");
    }
  }
}
