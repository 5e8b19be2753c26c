package org.latentfeature.markov.denoise;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.PatchAverage;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.markov.MarkovResult;

/**
 * Denoises one plane: learns a model of its patches, codes all of them, averages the overlaps, and
 * optionally refines the result.
 */
public final class PlaneDenoiser {

  /** Weight of a noisy pixel where no patch over it was coded; none beside one that was. */
  private static final double TRACE = 1e-9;

  private final Backend backend;
  private final DenoiseOptions options;

  /** A denoiser on {@code backend}, which the caller closes. */
  public PlaneDenoiser(Backend backend, DenoiseOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * Learns a model of the patches of {@code plane}.
   *
   * @param sigma standard deviation of the noise, above 0
   * @throws DataException if there are fewer patches than features, or the plane is smaller than
   *     one
   * @throws org.latentfeature.fit.UnfinishedFitException as {@link MarkovLatentFeatures#fit}
   */
  public MarkovResult learn(Plane plane, double sigma, FitListener listener) {
    try (PlanePatches patches = patchesOf(plane)) {
      return learn(patches, sigma, listener);
    }
  }

  /** The patches of {@code plane}, to learn from and to be coded; the caller closes them. */
  PlanePatches patchesOf(Plane plane) {
    return new PlanePatches(backend, plane, options);
  }

  /** Learns a model from patches that may be loaded already. */
  MarkovResult learn(PlanePatches loaded, double sigma, FitListener listener) {
    Patches patches = loaded.patches();
    if (patches.count() < options.model().k()) {
      throw new DataException(
          "the image has %,d patches of %d×%d, but K is %,d; choose -k %d or less"
              .formatted(
                  patches.count(),
                  patches.size(),
                  patches.size(),
                  options.model().k(),
                  patches.count()));
    }
    MarkovOptions model = options.model().withSigma(options.codingFactor() * sigma);
    return loaded.learning(
        model.seed(), data -> new MarkovLatentFeatures(backend, model).fit(data, listener));
  }

  /** Denoises {@code plane} by {@code model}, without a way to stop it. */
  public Plane apply(Plane plane, MarkovParameters model) {
    return apply(plane, model, StopSignal.NEVER, StopSignal.NEVER, WorkListener.SILENT).plane();
  }

  /**
   * Codes every patch by {@code model}, averages the patches, and refines the image if the options
   * require it.
   *
   * @param coding once it is set, the remaining patches stay uncoded and are not counted
   * @param refining once it is set, the image is returned without further refinement
   * @param listener receives the number of patches coded
   */
  public DenoisedPlane apply(
      Plane plane,
      MarkovParameters model,
      StopSignal coding,
      StopSignal refining,
      WorkListener listener) {
    try (PlanePatches patches = patchesOf(plane)) {
      return apply(plane, patches, model, coding, refining, listener);
    }
  }

  /** Denoises {@code plane} by its {@code patches}, which may be loaded already. */
  DenoisedPlane apply(
      Plane plane,
      PlanePatches patches,
      MarkovParameters model,
      StopSignal coding,
      StopSignal refining,
      WorkListener listener) {
    PatchAverage overlaps = new PatchAverage(patches.patches());
    FeatureCount features = new FeatureCount();
    try {
      code(patches, model, overlaps, features, coding, listener);
      if (options.refinement() == Refinement.NONE) {
        return features.with(overlaps.blend(options.pixelWeight()));
      }
      double sigma = Math.sqrt(model.variance()) / options.codingFactor();
      return features.with(
          new GroupRefinement(backend.info().threads(), listener)
              .refine(plane, overlaps.average(), sigma, options.pixelWeight(), refining));
    } catch (StoppedException e) {
      return features.with(overlaps.blend(Math.max(options.pixelWeight(), TRACE)));
    }
  }

  /** Features and patches coded so far. */
  private static final class FeatureCount {

    private long features;
    private long patches;

    void add(long more, int of) {
      features += more;
      patches += of;
    }

    DenoisedPlane with(Plane plane) {
      return new DenoisedPlane(plane, (double) features / patches);
    }
  }

  private void code(
      PlanePatches patches,
      MarkovParameters model,
      PatchAverage average,
      FeatureCount count,
      StopSignal stop,
      WorkListener listener) {
    patches.code(
        new MarkovCoder(backend, model, options.model().coding(), stop),
        (first, clean, means, features) -> {
          average.add(first, clean.rows(), clean, means);
          count.add(features, clean.rows());
          listener.onWork("coding patches", (long) first + clean.rows(), patches.patches().count());
        });
  }
}
