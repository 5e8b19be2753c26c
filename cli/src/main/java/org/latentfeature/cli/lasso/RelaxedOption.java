package org.latentfeature.cli.lasso;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Method;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The solution of the convex fit, saved beside the model that it is rounded to. */
final class RelaxedOption {

  @Option(
      names = "--save-relaxed",
      paramLabel = "MODEL",
      description =
          "Also save the convex solution before it is rounded. The model has "
              + "all atoms z_k of the convex fit as features, with the dictionary "
              + "Ŵ = diag(√c) W. Needs --method lasso or paper, and fits all rows.")
  @Writes
  @Nullable Path file;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  boolean isGiven() {
    return file != null;
  }

  /** A fit that cannot have such a solution is wrong use, told before any data are read. */
  void check(FitRequest<?, ?> request) {
    String reason = file == null ? null : without(request);
    if (reason != null) {
      throw new ParameterException(command.commandLine(), "--save-relaxed " + reason);
    }
  }

  private static @Nullable String without(FitRequest<?, ?> request) {
    if (!(request.options() instanceof LassoOptions options)
        || (options.method() != Method.LASSO && options.method() != Method.PAPER)) {
      return "needs a fit that is a convex fit, rounded; pass --method lasso, or --method paper";
    }
    return !request.weights().isNone()
            || !options.variant().isPlain()
            || options.view().isOther()
            || request.start() != null
            || !request.sample().equals(SampleSize.ALL)
        ? "needs a plain fit of all rows; drop weights, --start, --sample and options that change the squared error or the view"
        : null;
  }

  /** The dictionary is a sum over rows as they were given. */
  void check(Path data, Rows x) {
    if (file != null && x.isSparse()) {
      throw new Failure(
          "--save-relaxed needs dense rows, but " + data + " is sparse; drop it, or pass --dense");
    }
  }

  /**
   * Saves the solution, if that is asked for.
   *
   * @param relaxed makes its model; null if no atom entered
   */
  void save(@Nullable Supplier<? extends Model> relaxed, Answer answer, Reporting reporting) {
    Path to = file;
    if (to == null) {
      return;
    }
    if (relaxed == null) {
      throw new Failure(
          "the fit is saved, but %s is not written: the convex fit has no atom; lower the penalty, or raise the time limit"
              .formatted(to));
    }
    reporting.note("saving the relaxed solution in " + to);
    Model model;
    try {
      model = relaxed.get();
    } catch (IllegalArgumentException e) {
      throw new Failure(
          "the fit is saved, but %s is not written: %s, and a model has at most one for each row; raise the penalty"
              .formatted(to, e.getMessage()),
          e);
    }
    ModelFile.save(model, to);
    answer
        .with("relaxed_model", to.toString())
        .with("relaxed_features", model.w().rows())
        .with(
            "relaxed_" + LassoResult.OBJECTIVE,
            model.manifest().figures().get(LassoResult.OBJECTIVE));
  }
}
