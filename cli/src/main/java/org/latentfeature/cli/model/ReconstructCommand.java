package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lfm reconstruct}: what a model makes of rows with given features. */
@Command(
    name = "reconstruct",
    description = {
      "Write Z W, the data that a model expects of rows with the features Z.",
      "It is in the units of the fit: those of X times the fit's --scale-by."
    },
    footer = {"", "Example:", "  lfm reconstruct model.lfm Z.npy -o Xhat.npy"})
public final class ReconstructCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'lfm fit' saved.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "Z", description = "A binary matrix, a column a feature.")
  @Reads
  Path incidence;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "XHAT",
      required = true,
      converter = MatrixOutput.Converter.class,
      description = "The reconstruction, .npy or .csv.")
  @Writes
  MatrixOutput output;

  @Mixin LayoutOptions layout = new LayoutOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    BinaryMatrix z = ModelFeatures.read(fitted, incidence, layout);
    output.write(product(z, fitted.w()), fitted.manifest().columnNames());
    reporting.answer(
        new Answer()
            .with("reconstruction", output.path().toString())
            .with("rows", z.rows())
            .with("columns", fitted.w().cols()));
    return CommandLine.ExitCode.OK;
  }

  private static Matrix product(BinaryMatrix z, Dense w) {
    Matrix product = Matrix.allocate(z.rows(), w.cols());
    double[] sum = new double[w.cols()];
    float[] row = new float[w.cols()];
    for (int i = 0; i < z.rows(); i++) {
      Arrays.fill(sum, 0);
      for (int k = 0; k < z.cols(); k++) {
        if (z.get(i, k)) {
          for (int j = 0; j < sum.length; j++) {
            sum[j] += w.get(k, j);
          }
        }
      }
      for (int j = 0; j < sum.length; j++) {
        row[j] = (float) sum[j];
      }
      product.setRow(i, row);
    }
    return product;
  }
}
