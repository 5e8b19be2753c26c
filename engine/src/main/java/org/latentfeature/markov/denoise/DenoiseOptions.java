package org.latentfeature.markov.denoise;

import org.latentfeature.io.image.PatchMean;
import org.latentfeature.markov.Coding;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.TransitionPrior;
import org.latentfeature.step.coding.PathObjective.Gain;

/**
 * Options for denoising an image.
 *
 * @param patch side of a patch, p
 * @param mean whether a patch's mean is subtracted before coding
 * @param codingFactor patches are coded with a noise of this many times σ: averaging overlaps
 *     reduces variance, but not the bias of omitted features, so a factor below 1 is better
 * @param pixelWeight weight of the noisy pixel itself, beside the patches over it
 * @param refinement the stage after the coding of patches
 * @param model of the patches; its noise is set from the image
 */
public record DenoiseOptions(
    int patch,
    PatchMean mean,
    double codingFactor,
    double pixelWeight,
    Refinement refinement,
    MarkovOptions model) {

  /** Tuned on other images than those of published results. */
  public static final double CODING_FACTOR = 0.85;

  /** Features of the dictionary if the image has as many patches. */
  public static final int FEATURES = 256;

  /** The dictionary's entries may be as large as the values of an image. */
  private static final double DICTIONARY_PRECISION = 1.0 / (255 * 255);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming what is out of its range
   */
  public DenoiseOptions {
    if (patch < 2 || patch > 64) {
      throw new IllegalArgumentException("the patch is " + patch + "; it must be 2 … 64");
    }
    if (!(codingFactor > 0) || !Double.isFinite(codingFactor)) {
      throw new IllegalArgumentException(
          "the coding sigma factor is " + codingFactor + "; it must be above 0");
    }
    if (!(pixelWeight >= 0) || !Double.isFinite(pixelWeight)) {
      throw new IllegalArgumentException(
          "the pixel weight is " + pixelWeight + "; it must be at least 0");
    }
  }

  /**
   * The default: patches of 8×8, up to {@code features} features, learned from 300 batches (500
   * gained .01 to .02 dB), and refined.
   */
  public static DenoiseOptions of(int features) {
    return new DenoiseOptions(
        8,
        PatchMean.REMOVED,
        CODING_FACTOR,
        0,
        Refinement.GROUPS,
        new MarkovOptions(
            features,
            TransitionPrior.INFINITE,
            1,
            DICTIONARY_PRECISION,
            null,
            Coding.DEFAULT,
            Inference.Stochastic.DEFAULT.withIterations(300),
            0,
            null));
  }

  /**
   * The settings of Zhang &amp; Paisley 2016: noise as it is, α = γ = 1, λ = 1/10, their gain and
   * their equation (14), and nothing after. A patch has at least one feature, as their figures
   * have: with more noise, features of a patch tend to 1 there. Batches are ten times theirs, which
   * gain .3 dB.
   */
  public static DenoiseOptions paper(int features) {
    DenoiseOptions base = of(features);
    return new DenoiseOptions(
        base.patch,
        base.mean,
        1,
        base.pixelWeight,
        Refinement.NONE,
        base.model
            .withTransitions(new TransitionPrior(1.0, 1.0))
            .withLambda(0.1)
            .withCoding(new Coding(Gain.PAPER, Coding.DEFAULT.longest(), 1))
            .withInference(new Inference.Stochastic(500, 10_000, Update.PAPER, 10, 0.75)));
  }

  /** These options with a finite model: each feature's transitions have the same prior. */
  public DenoiseOptions finite() {
    return withModel(model.withTransitions(new TransitionPrior(model.transitions().alpha(), null)));
  }

  /** These options with another side of a patch. */
  public DenoiseOptions withPatch(int value) {
    return new DenoiseOptions(value, mean, codingFactor, pixelWeight, refinement, model);
  }

  /** These options with patch means kept or removed. */
  public DenoiseOptions withMean(PatchMean value) {
    return new DenoiseOptions(patch, value, codingFactor, pixelWeight, refinement, model);
  }

  /** These options with another coding factor. */
  public DenoiseOptions withCodingFactor(double value) {
    return new DenoiseOptions(patch, mean, value, pixelWeight, refinement, model);
  }

  /** These options with another weight of noisy pixels. */
  public DenoiseOptions withPixelWeight(double value) {
    return new DenoiseOptions(patch, mean, codingFactor, value, refinement, model);
  }

  /** These options with another model. */
  public DenoiseOptions withModel(MarkovOptions value) {
    return new DenoiseOptions(patch, mean, codingFactor, pixelWeight, refinement, value);
  }

  /** These options with another refinement. */
  public DenoiseOptions withRefinement(Refinement value) {
    return new DenoiseOptions(patch, mean, codingFactor, pixelWeight, value, model);
  }
}
