package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.PictureOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.report.chart.Fonts;
import org.latentfeature.report.picture.FeatureSheet;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.report.picture.Png;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm plot}: the features as pictures. */
@Command(
    name = "plot",
    description = {
      "Draw the features of a model of images as one PNG.",
      "Each feature is shown with its number, its name if it has one (see 'lfm name') and the "
          + "number of rows that have it, all in "
          + "one colour scale from blue (negative) over white to red (positive)."
    },
    footer = {"", "Example:", "  lfm plot model.lfm --image 30x30 -o features.png"})
public final class PlotCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "Model file of any kind.")
  @Reads
  Path model;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PNG",
      required = true,
      description = "Write the PNG to this file.")
  @Writes
  Path output;

  @Mixin PictureOptions pictures = new PictureOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (!output.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
      throw new ParameterException(
          command.commandLine(), "plot writes PNG only; end the name " + output + " in .png");
    }
    pictures.check();
    Model fitted = Estimators.load(model);
    PictureShape shape = pictures.shape(fitted, model, reporting);
    if (shape == null) {
      throw new ParameterException(
          command.commandLine(), "pass --image with the height and width of the images, or auto");
    }
    Manifest manifest = fitted.manifest();
    if (manifest.featureNames() != null) {
      Fonts.require();
    }
    List<String> names =
        IntStream.range(0, manifest.features()).mapToObj(manifest::featureName).toList();
    Png.write(
        FeatureSheet.draw(fitted.uses(), names, LearnedColumns.of(fitted.w()).filled(), shape),
        output);
    reporting.answer(
        new Answer().with("sheet", output.toString()).with("features", fitted.w().rows()));
    return CommandLine.ExitCode.OK;
  }
}
