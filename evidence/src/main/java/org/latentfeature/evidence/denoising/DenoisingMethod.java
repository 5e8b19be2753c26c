package org.latentfeature.evidence.denoising;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.evidence.Worded;
import org.latentfeature.evidence.rivals.BetaProcess;
import org.latentfeature.evidence.rivals.KSvd;
import org.latentfeature.evidence.rivals.TotalVariation;
import org.latentfeature.evidence.rivals.TotalVariation.Norm;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.DenoisedPlane;
import org.latentfeature.markov.denoise.Denoiser;
import org.latentfeature.markov.denoise.Denoiser.Denoised;
import org.latentfeature.markov.denoise.Refinement;

/** Who denoises in {@code lfm reproduce denoising}. */
public enum DenoisingMethod implements Worded {
  /** {@code lfm denoise}, with its refinement. */
  REFINED("refined", "Markov, refined", null, "lfm denoise NOISY --sigma S -o CLEAN"),
  /** The model of patches alone. */
  MARKOV("markov", "Markov", null, "lfm denoise NOISY --sigma S --no-refine -o CLEAN"),
  /** The settings of Zhang &amp; Paisley. */
  PAPER("paper", "Markov, paper", "iMLFM", "lfm denoise NOISY --sigma S --paper -o CLEAN"),
  /** Their settings of a finite model. */
  FINITE(
      "finite",
      "Markov, paper, finite",
      "MLFM",
      "lfm denoise NOISY --sigma S --paper --finite -o CLEAN"),
  /** Paisley &amp; Carin 2009. */
  BETA_PROCESS("bpfa", "beta process", "BPFA", null),
  /** Elad &amp; Aharon 2006. */
  K_SVD("k-svd", "K-SVD", "KSVD", null),
  /** Chambolle 2004. */
  TOTAL_VARIATION("total-variation", "total variation", "TV(ISO)", null),
  /** Total variation with the anisotropic norm. */
  ANISOTROPIC("anisotropic-variation", "anisotropic variation", "TV(ANISO)", null);

  private final String word;
  private final String label;
  private final @Nullable String recorded;
  private final @Nullable String command;

  DenoisingMethod(String word, String label, @Nullable String recorded, @Nullable String command) {
    this.word = word;
    this.label = label;
    this.recorded = recorded;
    this.command = command;
  }

  @Override
  public String word() {
    return word;
  }

  /** As pages call it. */
  String label() {
    return label;
  }

  /** The number of its look, the same in every chart. */
  int slot() {
    return Arrays.asList(values()).indexOf(this);
  }

  /** Returns the name of this method in the recorded figures; nothing if they cannot have it. */
  Optional<String> recorded() {
    return Optional.ofNullable(recorded);
  }

  /** Returns the command line that does the same; nothing for the other programs' methods. */
  Optional<String> command() {
    return Optional.ofNullable(command);
  }

  /**
   * The denoised plane; features of a patch are NaN where the method has none.
   *
   * @param sigma standard deviation of the noise, above 0
   * @param seed of what the method draws
   * @param listener may stop it
   * @return nothing if it was stopped
   * @throws org.latentfeature.base.progress.StoppedException if it was stopped
   * @throws org.latentfeature.data.DataException if the plane cannot be denoised
   */
  Optional<DenoisedPlane> denoise(
      Backend backend, Plane noisy, double sigma, long seed, FitListener listener) {
    StopSignal stop = listener::isStopRequested;
    int patches = Math.max(0, noisy.rows() - 7) * Math.max(0, noisy.cols() - 7);
    int features = Math.max(1, Math.min(DenoiseOptions.FEATURES, patches));
    return switch (this) {
      case TOTAL_VARIATION -> Optional.of(variation(noisy, Norm.ISOTROPIC, sigma, stop));
      case ANISOTROPIC -> Optional.of(variation(noisy, Norm.ANISOTROPIC, sigma, stop));
      case BETA_PROCESS ->
          Optional.of(
              BetaProcess.ofPatches(Math.max(2, features), seed)
                  .denoise(backend, noisy, sigma, stop));
      case K_SVD ->
          Optional.of(
              KSvd.of(seed)
                  .denoise(noisy, sigma, backend.info().threads(), stop, WorkListener.SILENT));
      case REFINED -> markov(backend, noisy, sigma, seed, listener, DenoiseOptions.of(features));
      case MARKOV ->
          markov(
              backend,
              noisy,
              sigma,
              seed,
              listener,
              DenoiseOptions.of(features).withRefinement(Refinement.NONE));
      case PAPER -> markov(backend, noisy, sigma, seed, listener, DenoiseOptions.paper(features));
      case FINITE ->
          markov(backend, noisy, sigma, seed, listener, DenoiseOptions.paper(features).finite());
    };
  }

  private static DenoisedPlane variation(Plane noisy, Norm norm, double sigma, StopSignal stop) {
    return new DenoisedPlane(TotalVariation.denoise(noisy, norm, sigma, stop), Double.NaN);
  }

  private static Optional<DenoisedPlane> markov(
      Backend backend,
      Plane noisy,
      double sigma,
      long seed,
      FitListener listener,
      DenoiseOptions options) {
    Denoised denoised =
        new Denoiser(backend, options.withModel(options.model().withSeed(seed)))
            .denoise(Picture.grey(noisy, Depth.FLOAT), sigma, listener);
    return denoised.ended().isGivenUp()
        ? Optional.empty()
        : Optional.of(
            new DenoisedPlane(denoised.picture().planes().get(0), denoised.patchFeatures().get(0)));
  }
}
