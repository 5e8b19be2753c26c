package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.evidence.Worded;
import org.latentfeature.evidence.denoising.DenoisedPictures;
import org.latentfeature.evidence.denoising.DenoisingMethod;
import org.latentfeature.evidence.denoising.DenoisingPage;
import org.latentfeature.evidence.denoising.DenoisingTable;
import org.latentfeature.evidence.denoising.DenoisingTrial;
import org.latentfeature.evidence.denoising.DenoisingTrial.Setting;
import org.latentfeature.evidence.denoising.ImageFolder;
import org.latentfeature.evidence.denoising.RecordedDenoising;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.TextCell;
import org.latentfeature.io.image.Plane;
import org.latentfeature.report.page.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code lfm reproduce denoising}: Table 1 of the Markov models' paper. */
@Command(
    name = "denoising",
    description = {
      "Reproduce Table 1 of Zhang & Paisley 2016: denoise images, by other methods too.",
      "Adds white Gaussian noise to the grey images of a directory and removes it by 'lfm "
          + "denoise', by the paper's settings, by beta process factor analysis (Paisley & "
          + "Carin 2009), by K-SVD (Elad & Aharon 2006) and by total variation (Chambolle 2004), beside recorded figures. Writes index.html, which needs "
          + "no network; errors.tsv, tab-separated: image, hash (of its pixels), sigma, method, "
          + "seed, backend, psnr_noisy, ssim_noisy, psnr (in dB), ssim, patch_features (mean number of "
          + "features or atoms of a patch), seconds; denoising.tsv, the same with recorded "
          + "figures; and the denoised images in the directory images.",
      PagedExperiment.INTERRUPTED
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce denoising pictures -o denoising",
      "  lfm reproduce denoising pictures --images barbara --sigma 25 --methods markov,k-svd -o out"
    })
final class ReproduceDenoisingCommand extends PagedExperiment<Setting, DenoisingTrial> {

  private static final double LEAST_SIGMA = 1e-3;
  private static final double MOST_SIGMA = 1e5;

  /** Seconds of an image of 512×512, to an order of magnitude. */
  private static final double EXPECTED = 5;

  private static final String PICTURES = "images";
  private static final String TABLE = "denoising.tsv";

  @Parameters(
      paramLabel = "FOLDER",
      description =
          "Directory of grey images without noise: PNG, JPEG or .npy (rows × columns, white is "
              + "255), such as barbara.png.")
  @Reads
  Path folder = Path.of("");

  @Option(
      names = "--images",
      paramLabel = "NAME",
      split = ",",
      description =
          "Images to denoise, by their files' names without the extension (default: all in "
              + "FOLDER).")
  List<String> names = List.of();

  @Option(
      names = "--sigma",
      paramLabel = "S",
      split = ",",
      defaultValue = "5,10,15,20,25",
      description =
          "Standard deviations of the noise, above 0, in grey levels of 0 … 255 (default: "
              + "${DEFAULT-VALUE}).")
  List<Double> sigmas = List.of();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "refined,markov,paper,finite,bpfa,k-svd,total-variation,anisotropic-variation",
      description =
          "Methods: refined (as 'lfm denoise'), markov (the same with --no-refine), paper (with "
              + "--paper), finite (with --paper --finite), bpfa (beta process factor analysis), k-svd, "
              + "total-variation, anisotropic-variation (default: ${DEFAULT-VALUE}).")
  List<String> methods = List.of();

  @Option(
      names = "--recorded",
      paramLabel = "TSV",
      description =
          "Table of other programs' figures to compare with, tab-separated, with the columns "
              + "image, method, sigma, psnr, ssim and features_per_patch; the last three may be "
              + "empty (default: Table 1 of Zhang & Paisley 2016, of barbara, goldhill, lena and "
              + "peppers).")
  @Reads
  @Nullable Path recordedFile;

  @Mixin SeedOption seed = new SeedOption();

  private @Nullable ImageFolder read;
  private @Nullable RecordedDenoising recorded;

  @Override
  void prepare() throws IOException {
    methods();
    for (double sigma : sigmas) {
      if (!(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA)) {
        throw new ParameterException(
            command.commandLine(),
            "--sigma is %s; it must be from %s to %,.0f, where white is 255"
                .formatted(sigma, LEAST_SIGMA, MOST_SIGMA));
      }
    }
    recorded =
        recordedFile == null ? RecordedDenoising.published() : RecordedDenoising.read(recordedFile);
    read = ImageFolder.read(folder, names.stream().distinct().toList());
    if (Files.exists(pictures().folder()) && Files.isSameFile(pictures().folder(), folder)) {
      throw new Failure(
          folder + " is where denoised images would be written; name another directory by -o");
    }
  }

  @Override
  RecordColumns<DenoisingTrial> columns() {
    return new RecordColumns<>(
            DenoisingTrial.class,
            "image",
            "hash",
            "sigma",
            "method",
            "seed",
            "backend",
            "psnr_noisy:noisyPsnr",
            "ssim_noisy:noisySsim",
            "psnr",
            "ssim",
            "patch_features:patchFeatures",
            "seconds")
        .with("image", String.class, TextCell::guarded, TextCell::plain);
  }

  @Override
  List<Setting> settings(String backend) {
    List<Setting> settings = new ArrayList<>();
    for (String image : images().names()) {
      for (double sigma : sigmas.stream().distinct().toList()) {
        for (DenoisingMethod method : methods()) {
          settings.add(new Setting(image, images().hash(image), sigma, method, seed.seed, backend));
        }
      }
    }
    return settings;
  }

  private List<DenoisingMethod> methods() {
    return methods.stream()
        .map(word -> Worded.of(DenoisingMethod.class, word))
        .distinct()
        .sorted()
        .toList();
  }

  private ImageFolder images() {
    if (read == null) {
      throw new IllegalStateException("the images are not read yet");
    }
    return read;
  }

  private DenoisedPictures pictures() {
    return new DenoisedPictures(output.resolve(PICTURES));
  }

  @Override
  double expected(Setting setting) {
    Plane plane = images().plane(setting.image());
    return EXPECTED * plane.rows() * plane.cols() / (512 * 512);
  }

  @Override
  String words(Setting setting) {
    return String.format(
        Locale.ROOT, "%s, sigma %s, %s", setting.image(), setting.sigma(), setting.method().word());
  }

  @Override
  Optional<DenoisingTrial> measure(Backend backend, Setting setting, FitListener listener)
      throws IOException {
    Optional<DenoisingTrial.Done> done =
        DenoisingTrial.run(backend, setting, images().plane(setting.image()), listener);
    if (done.isPresent()) {
      Files.createDirectories(pictures().folder());
      pictures().write(setting, done.get().denoised());
    }
    return done.map(DenoisingTrial.Done::trial);
  }

  @Override
  void write(List<DenoisingTrial> done) {
    DenoisingTable.write(output.resolve(TABLE), done, recorded());
  }

  private RecordedDenoising recorded() {
    if (recorded == null) {
      throw new IllegalStateException("the recorded figures are not read yet");
    }
    return recorded;
  }

  @Override
  Page page(List<DenoisingTrial> done, BackendInfo backend, String typed) throws IOException {
    return new DenoisingPage(done, images(), pictures(), recorded())
        .page(backend, typed, Version.software());
  }
}
