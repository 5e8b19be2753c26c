package org.latentfeature.cli.spectral;

import java.util.Map;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.method.SpectralEstimator;
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
      "Fit X ≈ Z W by tensor eigenpairs and save the model.",
      "The answer says which way the features were found: by eigenpairs, or where these left more error"
          + " than the noise, by another. Ctrl-C ends the fit with the best model so far, which is"
          + " saved; the exit status is then 130."
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
                  "Number of features, 1 … %d (default: counted by Kritchman and Nadler's test)."
                      .formatted(TensorEigenpairs.MOST_FEATURES))
              .build());
      return EstimatorFlags.add(
          command, new SpectralEstimator(), false, name -> !name.equals(SpectralEstimator.COUNT));
    }
  }

  @Override
  protected Estimator<?, ?> estimator() {
    return new SpectralEstimator();
  }

  private boolean isCounted() {
    return !command.commandLine().getParseResult().hasMatchedOption(FEATURES);
  }

  @Override
  protected int features() {
    return isCounted() ? TensorEigenpairs.MOST_FEATURES : super.features();
  }

  @Override
  protected Map<String, String> words() {
    return isCounted() ? Map.of(SpectralEstimator.COUNT, "true") : Map.of();
  }
}
