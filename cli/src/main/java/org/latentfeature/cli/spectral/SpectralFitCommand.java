package org.latentfeature.cli.spectral;

import java.io.IOException;
import java.util.Map;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.spectral.SpectralEstimator;
import org.latentfeature.spectral.TensorEigenpairs;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code lfm spectral fit}: from a file with X to a model, by tensor eigenpairs. */
@Command(
    name = "fit",
    modelTransformer = SpectralFitCommand.Flags.class,
    description = {
      "Fit X ≈ ZW by tensor eigenpairs and save the model.",
      "The result names the method that found the features: tensor eigenpairs, or another "
          + "one where these leave more error than the noise. Ctrl-C stops the fit and saves the "
          + "best model so far; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm spectral fit X.npy -o model.lfm",
      "  lfm spectral fit X.npy -k 6 --sigma 0.4 -o model.lfm",
      "  lfm spectral fit X.npy -k 6 --paper --wls -o published.lfm"
    })
final class SpectralFitCommand extends FittingCommand {

  private static final String FEATURES = "--features";

  /** All options of the estimator; where K is not given, features are counted. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      OptionSpec k = command.findOption(FEATURES);
      command.remove(k);
      command.addOption(
          OptionSpec.builder(k)
              .required(false)
              .description(
                  "Number of features, 1 … %d (default: estimated by Kritchman and Nadler's test)."
                      .formatted(TensorEigenpairs.MOST_FEATURES))
              .build());
      return EstimatorFlags.add(
          command, new SpectralEstimator(), false, name -> !name.equals(SpectralEstimator.COUNT));
    }
  }

  @Override
  protected FitRequest<?, ?> request() {
    int features = k == null ? TensorEigenpairs.MOST_FEATURES : k;
    Map<String, String> words = k == null ? Map.of(SpectralEstimator.COUNT, "true") : Map.of();
    return EstimatorFlags.request(command, new SpectralEstimator(), features, words)
        .with(seed.seed, timeLimit.duration());
  }

  /** A count is of up to so many features as there can be, which need as many rows. */
  @Override
  protected PreparedRows read(FitRequest<?, ?> request) throws IOException {
    PreparedRows prepared = super.read(request);
    int rows = prepared.data().x().rows();
    if (k == null && rows < TensorEigenpairs.MOST_FEATURES) {
      throw new Failure(
          "%s has only %d row%s; estimating the number of features needs at least %d: pass it with -k"
              .formatted(data, rows, rows == 1 ? "" : "s", TensorEigenpairs.MOST_FEATURES));
    }
    return prepared;
  }
}
