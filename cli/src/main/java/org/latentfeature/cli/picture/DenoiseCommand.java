package org.latentfeature.cli.picture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.PatchModel;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.io.image.Psnr;
import org.latentfeature.io.image.Ssim;
import org.latentfeature.io.image.White;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.TransitionPrior;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.Denoiser;
import org.latentfeature.markov.denoise.Denoiser.Denoised;
import org.latentfeature.markov.denoise.Denoiser.Learned;
import org.latentfeature.markov.denoise.Refinement;
import org.latentfeature.markov.denoise.TrainingPatches;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm denoise}: a picture without its noise. */
@Command(
    name = "denoise",
    description = {
      "Denoise an image by a Markov latent feature model of its own patches.",
      "The noise is white and Gaussian. Ctrl-C stops the learning; the image is then "
          + "denoised by the model so far, as far as half a second allows, and the exit status "
          + "is 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm denoise noisy.png -o clean.png",
      "  lfm denoise noisy.npy -o clean.npy --sigma 25 --truth original.png --model patches.lfm"
    })
public final class DenoiseCommand implements Callable<Integer> {

  /** Smallest noise level: in single precision, less is no noise. */
  private static final double LEAST_SIGMA = 1e-3;

  /** More leaves no picture. */
  private static final double MOST_SIGMA = 1e5;

  @Parameters(
      paramLabel = "NOISY",
      description =
          "Noisy image: PNG, JPEG, TIFF, BMP, PGM, PPM or WebP, grey or colour, or .npy (rows "
              + "× columns, or rows × columns × 3, in any range).")
  @Reads
  Path noisy;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "CLEAN",
      required = true,
      description =
          "Write the denoised image to this file: .png, with the bit depth of the noisy one, "
              + "or .npy.")
  @Writes
  Path output;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      description =
          "Standard deviation of the noise, above 0, in the units of the pixels: grey levels of"
              + " 0 … 255 in image files (default: estimated from the image).")
  @Nullable Double sigma;

  @Option(
      names = "--patch",
      paramLabel = "P",
      defaultValue = "8",
      description = "Side length of the patches in pixels (default: ${DEFAULT-VALUE}).")
  int patch;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = FeatureCount.class,
      description =
          "Maximum number of features (default: 256, or the number of patches if that is "
              + "smaller).")
  @Nullable Integer k;

  @Option(
      names = "--truth",
      paramLabel = "CLEAN",
      description = "Image without noise, to report PSNR and SSIM against.")
  @Reads
  @Nullable Path truth;

  @Option(
      names = "--white",
      paramLabel = "V",
      description =
          "Value of white, above 0, of which PSNR and SSIM are parts (default: 255 in image files and"
              + " arrays of uint8, 65535 of uint16; of floats 1, 255 or 65535, the first that no"
              + " pixel of --truth exceeds).")
  @Nullable Double white;

  @Option(
      names = "--coding-sigma-factor",
      paramLabel = "F",
      description =
          "Code patches as if the noise were F times its level; averaging overlapping patches "
              + "removes the rest (default: 0.85).")
  @Nullable Double codingFactor;

  @Option(
      names = "--keep-mean",
      description = "Code patches with their mean instead of subtracting it first.")
  boolean keepMean;

  @Option(
      names = "--blend",
      paramLabel = "G",
      defaultValue = "0",
      description =
          "Count the noisy pixel as G additional estimates when averaging the patches over it, "
              + "at least 0 (default: ${DEFAULT-VALUE}).")
  double blend;

  @Option(
      names = "--no-refine",
      description =
          "Skip the refinement, which filters groups of similar patches by their covariance "
              + "after the model; it is not part of the model and gains some tenths of a decibel.")
  boolean plain;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "Save the model of the patches (of the luminance of a colour image) to this file, "
              + "for 'lfm markov graph'.")
  @Writes
  @Nullable Path model;

  @Option(
      names = "--paper",
      description =
          "Use the settings of Zhang & Paisley 2016, for comparison: coding sigma factor 1, α "
              + "= γ = 1, λ = 0.1, at least one feature of a patch, batches of 10,000, the paper's "
              + "equations 5 and 14, no refinement.")
  boolean paper;

  @Option(
      names = "--finite",
      description =
          "Use a finite model, in which all features have the same prior, instead of one that "
              + "learns how many it needs.")
  boolean finite;

  @Option(
      names = "--lambda",
      paramLabel = "L",
      description =
          "λ, the inverse variance of the weights, above 0; the norms of the features adapt to it "
              + "(default: 1, with --paper 0.1).")
  @Nullable Double lambda;

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description =
          "α, the number of transitions that a state's prior counts for, above 0 (default: K + "
              + "1, with --paper 1).")
  @Nullable Double alpha;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Number of patches per batch, at least 1 (default: 2000, with --paper 10000).")
  @Nullable Integer batch;

  @Option(
      names = "--iterations",
      paramLabel = "T",
      description = "Number of batches to learn from, at least 1 (default: 300, with --paper 500).")
  @Nullable Integer iterations;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    backends.check();
    options(1); // Wrong use is told before any file is read.
    Picture picture = PictureReader.read(noisy);
    PictureCheck.range(noisy, picture);
    PictureWriter.requireWritable(picture, output);
    Picture original = truth == null ? null : original(truth, picture);
    double level = original == null ? 255 : white(original, picture);
    reporting.note(
        "%s: %,d × %,d pixels, %s"
            .formatted(
                noisy, picture.rows(), picture.cols(), picture.isColour() ? "colour" : "grey"));
    DenoiseOptions options = options(features(picture));
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      Stopwatch watch = Stopwatch.start();
      Denoised denoised;
      try {
        denoised =
            new Denoiser(backend, options)
                .denoise(
                    picture, sigma, Progress.of(reporting).until(interruption), reporting.course());
      } catch (UnfinishedFitException e) {
        save(picture, e.soFar(Learned.class), options, backend);
        throw new Failure(
            e,
            "no image is written"
                + (model == null ? "" : "; the model so far is saved in " + model));
      }
      double seconds = watch.seconds();
      Learned learned = denoised.learned();
      try {
        PictureWriter.write(denoised.picture(), output);
      } finally {
        save(picture, learned, options, backend);
      }
      Answer answer =
          new Answer()
              .with("picture", output.toString())
              .with("model", model == null ? null : model.toString())
              .with("sigma", oneOrAll(learned.sigmas()))
              .with("features_used", learned.models().get(0).used())
              .with("patch_features", oneOrAll(denoised.patchFeatures()))
              .with("ended", denoised.ended().toString());
      if (original != null) {
        compare(
            original.inGreyLevels(level),
            picture.inGreyLevels(level),
            denoised.picture().inGreyLevels(level),
            answer);
      }
      reporting.answer(answer.with("seconds", seconds).with("backend", backend.info().name()));
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private static void compare(Picture truth, Picture noisy, Picture clean, Answer answer) {
    answer
        .with("psnr_noisy", Psnr.of(truth, noisy))
        .with("psnr", Psnr.of(truth, clean))
        .with("ssim_noisy", Ssim.of(truth, noisy))
        .with("ssim", Ssim.of(truth, clean));
  }

  /** The value of white in both. */
  private double white(Picture original, Picture picture) throws IOException {
    Path file = Objects.requireNonNull(truth);
    double level = white == null ? White.of(file, original) : white;
    White.requireSameRange(picture, noisy, original, file, level);
    return level;
  }

  /** One number, or one for each plane if they differ. */
  private static Object oneOrAll(List<Double> all) {
    return all.stream().distinct().count() == 1 ? all.get(0) : all;
  }

  private static Picture original(Path file, Picture noisy) throws IOException {
    Picture original = PictureReader.read(file);
    if (original.rows() != noisy.rows()
        || original.cols() != noisy.cols()
        || original.isColour() != noisy.isColour()) {
      throw new Failure(
          ("%s has %,d × %,d pixels and %d colours, but the noisy image %,d × %,d and %d; "
                  + "--truth needs the same image without noise")
              .formatted(
                  file,
                  original.rows(),
                  original.cols(),
                  original.planes().size(),
                  noisy.rows(),
                  noisy.cols(),
                  noisy.planes().size()));
    }
    return original;
  }

  /** As many features as were asked for; by default no more than there are patches. */
  private int features(Picture picture) {
    if (k != null) {
      return k;
    }
    long down = Math.max(1, picture.rows() - patch + 1L);
    long across = Math.max(1, picture.cols() - patch + 1L);
    return (int) Math.min(DenoiseOptions.FEATURES, down * across);
  }

  private DenoiseOptions options(int features) {
    try {
      if (sigma != null && !(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA)) {
        throw new IllegalArgumentException(
            ("--sigma is %s; it must be from %s to %,.0f, in the units of the pixels; drop it to"
                    + " estimate the noise")
                .formatted(sigma, LEAST_SIGMA, MOST_SIGMA));
      }
      if (white != null && !(white > 0 && Double.isFinite(white))) {
        throw new IllegalArgumentException("--white is " + white + "; it must be above 0");
      }
      if (white != null && truth == null) {
        throw new IllegalArgumentException(
            "--white is for the comparison with --truth; add that or drop --white");
      }
      DenoiseOptions infinite =
          paper ? DenoiseOptions.paper(features) : DenoiseOptions.of(features);
      DenoiseOptions base = finite ? infinite.finite() : infinite;
      MarkovOptions markov = base.model();
      return base.withPatch(patch)
          .withMean(keepMean ? PatchMean.KEPT : PatchMean.REMOVED)
          .withCodingFactor(codingFactor == null ? base.codingFactor() : codingFactor)
          .withPixelWeight(blend)
          .withRefinement(plain ? Refinement.NONE : base.refinement())
          .withModel(
              markov
                  .withLambda(lambda == null ? markov.lambda() : lambda)
                  .withTransitions(
                      alpha == null
                          ? markov.transitions()
                          : new TransitionPrior(alpha, markov.transitions().gamma()))
                  .withInference(inference((Inference.Stochastic) markov.inference()))
                  .withSeed(seed.seed)
                  .withTimeLimit(timeLimit.duration()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Inference inference(Inference.Stochastic base) {
    return new Inference.Stochastic(
        iterations == null ? base.iterations() : iterations,
        batch == null ? base.batch() : batch,
        base.update(),
        base.delay(),
        base.kappa());
  }

  /** The model of the first plane, if that is asked for. */
  private void save(Picture picture, Learned learned, DenoiseOptions options, Backend backend) {
    if (model == null) {
      return;
    }
    Matrix x =
        TrainingPatches.of(
            TrainingPatches.planes(picture).get(0),
            options.patch(),
            options.mean(),
            options.model().seed());
    ModelFile.save(
        MarkovModel.of(
            learned.models().get(0),
            options.model().withSigma(options.codingFactor() * learned.sigmas().get(0)),
            new Provenance(
                Version.software(),
                backend.info(),
                FittedData.of(new Dataset(x, null), PatchModel.preparation(options)))),
        model);
  }
}
