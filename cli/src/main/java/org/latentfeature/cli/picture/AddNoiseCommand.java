package org.latentfeature.cli.picture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.io.image.Plane;
import org.latentfeature.io.image.Psnr;
import org.latentfeature.io.image.White;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm add-noise}: a picture to try denoising on. */
@Command(
    name = "add-noise",
    description = {
      "Add white Gaussian noise to an image, to test denoising.",
      ".npy keeps the noise exactly; PNG rounds it and clips it to " + "black and white."
    },
    footer = {
      "",
      "Example:",
      "  lfm add-noise original.png --sigma 25 -o noisy.npy && lfm denoise noisy.npy -o clean.png --truth original.png"
    })
public final class AddNoiseCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PICTURE", description = "Image: PNG, JPEG or .npy.")
  @Reads
  Path original;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      required = true,
      description = "Standard deviation of the noise, above 0, in grey levels of 0 … 255.")
  double sigma;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "NOISY",
      required = true,
      description = "Write the noisy image to this file, .npy or .png.")
  @Writes
  Path output;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (!(sigma > 0) || !Double.isFinite(sigma)) {
      throw new ParameterException(
          command.commandLine(), "--sigma is " + sigma + "; it must be above 0");
    }
    Picture picture = PictureReader.read(original);
    PictureWriter.requireWritable(picture, output);
    double white = White.known(original, picture);
    RandomStream random = new RandomStream(seed.seed, "noise");
    List<Plane> noisy = new ArrayList<>();
    for (Plane plane : picture.planes()) {
      Plane copy = plane.copy();
      copy.addNoise(sigma, random);
      noisy.add(copy);
    }
    Picture result = picture.withPlanes(noisy);
    PictureWriter.write(result, output);
    Answer answer = new Answer().with("picture", output.toString());
    if (!Double.isNaN(white)) {
      answer.with("psnr", Psnr.of(picture.inGreyLevels(white), result.inGreyLevels(white)));
    }
    reporting.answer(answer);
    return CommandLine.ExitCode.OK;
  }
}
