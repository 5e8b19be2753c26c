package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;
import org.latentfeature.step.coding.Codes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lfm reconstruct}: what a model makes of rows with given features. */
@Command(
    name = "reconstruct",
    description = {
      "Compute the reconstruction ZW from codes Z.",
      "The result is in the units of the file that was fitted: --scale-by and a "
          + "standardisation of columns are undone."
    },
    footer = {"", "Example:", "  lfm reconstruct model.lfm Z.npy -o Xhat.npy"})
public final class ReconstructCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file of any kind.")
  @Reads
  Path model;

  @Parameters(
      index = "1",
      paramLabel = "Z",
      description =
          "Binary matrix with a column for each feature; for a model with weights, the matrix "
              + "of 'lfm transform --weights'.")
  @Reads
  Path codes;

  @Option(
      names = "--soft",
      description =
          "The codes are numbers, such as the probabilities of 'lfm transform --soft', instead of "
              + "zeros and ones (binary factorisations only).")
  boolean soft;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "XHAT",
      required = true,
      converter = MatrixOutput.Converter.class,
      description = "Write the reconstruction to this file, .npy or .csv.")
  @Writes
  MatrixOutput output;

  @Mixin LayoutOptions layout = new LayoutOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    Model fitted = Estimators.load(model);
    if (soft) {
      SoftModel.require(fitted, model);
    }
    Codes given =
        soft || Estimators.of(fitted).isWeighted()
            ? ModelFeatures.weights(fitted, codes, layout)
            : Codes.binary(ModelFeatures.read(fitted, codes, layout));
    Matrix product = fitted.reconstruct(given);
    output.write(product, fitted.manifest().columnLabels(), null);
    reporting.answer(
        new Answer()
            .with("reconstruction", output.path().toString())
            .with("rows", given.z().rows())
            .with("columns", fitted.w().cols()));
    return CommandLine.ExitCode.OK;
  }
}
