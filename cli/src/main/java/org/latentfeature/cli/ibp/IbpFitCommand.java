package org.latentfeature.cli.ibp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.estimator.Trainer;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.ibp.Agreement;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.method.IndianBuffetEstimator;
import org.latentfeature.method.IndianBuffetModel;
import org.latentfeature.model.Model;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code lfm ibp fit}: from a file with X to a model with its posterior. */
@Command(
    name = "fit",
    modelTransformer = IbpFitCommand.Flags.class,
    description = {
      "Sample the posterior of Z and save a model with it.",
      "Without -k the number of features is learned, under the Indian buffet process. The model "
          + "holds the likeliest Z, inclusion probabilities, mean and deviation of W, and the "
          + "traces of the chains. Ctrl-C stops the chains and saves what there is; the exit "
          + "status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm ibp fit X.npy -o post.lfm",
      "  lfm ibp fit X.npy -k 14 --sweeps 2000 -o post.lfm",
      "  lfm ibp fit X.npy --start model.lfm --sigma 0.1 -o post.lfm"
    })
final class IbpFitCommand extends FittingCommand {

  private static final String FEATURES = "--features";

  /** All options of the estimator; where K is not given, it is learned. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      OptionSpec k = command.findOption(FEATURES);
      command.remove(k);
      command.addOption(
          OptionSpec.builder(k)
              .required(false)
              .description("Number of features, 1 to the number of rows of X (default: learned).")
              .build());
      return EstimatorFlags.add(
          command,
          new IndianBuffetEstimator(),
          false,
          name ->
              !name.equals(IndianBuffetEstimator.INFINITE)
                  && !name.equals(IndianBuffetEstimator.START));
    }
  }

  @Option(
      names = "--start",
      paramLabel = "START",
      defaultValue = "lasso",
      description =
          "Where the chains start: lasso, cumulants, random, or a saved model of these rows "
              + "(default: lasso).")
  String start = "lasso";

  @Option(
      names = "--max-k",
      paramLabel = "K",
      defaultValue = "200",
      description =
          "The most features that a chain may have where their number is learned (default: 200).")
  int maxK = 200;

  private @Nullable FactorModel model;

  @Override
  protected Estimator<?, ?> estimator() {
    FactorModel from = model;
    return from == null ? new IndianBuffetEstimator() : new IndianBuffetEstimator(from);
  }

  private boolean isLearned() {
    return !command.commandLine().getParseResult().hasMatchedOption(FEATURES);
  }

  @Override
  protected int features() {
    if (!isLearned()) {
      return super.features();
    }
    if (maxK < 1) {
      throw new Failure("--max-k is %d; it must be at least 1".formatted(maxK));
    }
    return maxK;
  }

  /** A start is a file if there is one, or a name. */
  @Override
  protected Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put(IndianBuffetEstimator.INFINITE, Boolean.toString(isLearned()));
    Path file = Path.of(start);
    if (Files.isRegularFile(file)) {
      if (model == null) {
        Model loaded = Estimators.load(file);
        if (!(loaded instanceof FactorModel factors)) {
          throw new Failure(
              "%s is a model of kind %s; --start takes a factorisation X ≈ ZW"
                  .formatted(file, loaded.manifest().kind()));
        }
        model = factors;
      }
    } else {
      words.put(IndianBuffetEstimator.START, start.toLowerCase(Locale.ROOT));
    }
    return words;
  }

  /** Whether the chains agree, for people and for programs. */
  @Override
  protected void saved(
      Trainer<?, ?> trainer,
      Model model,
      LoadedData loaded,
      Interruption interruption,
      Answer answer) {
    if (model instanceof IndianBuffetModel buffet) {
      Posterior posterior = buffet.posterior();
      posterior
          .counts()
          .forEach((k, share) -> answer.with("probability-of-" + k + "-features", share));
      reporting.note(Agreement.of(posterior).sentence());
      if (posterior.full()) {
        reporting.note("a chain met the limit of %d features; raise --max-k".formatted(maxK));
      }
    }
  }
}
