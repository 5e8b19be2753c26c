package org.latentfeature.denoise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitListener;
import org.latentfeature.image.NoiseLevel;
import org.latentfeature.image.OpponentColours;
import org.latentfeature.image.Picture;
import org.latentfeature.image.Plane;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.progress.WorkListener;

/**
 * Denoises pictures with white Gaussian noise. The three planes of a colour picture are turned into
 * opponent colours, in which the noise is as white as before and the picture falls apart into
 * brightness and two smooth planes of colour; each is denoised by a model of its own.
 */
public final class Denoiser {

  private final Backend backend;
  private final DenoiseOptions options;

  /** A denoiser on {@code backend}, which stays the caller's. */
  public Denoiser(Backend backend, DenoiseOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * A picture without its noise.
   *
   * @param picture as large and deep as the noisy one, its opacity unchanged
   * @param sigmas the standard deviation of the noise taken for each plane: brightness first, in a
   *     colour picture
   * @param models the model of each plane that was denoised: not of those without noise or of one
   *     value, which stay as they are
   */
  public record Denoised(Picture picture, List<Double> sigmas, List<MarkovResult> models) {

    /** Keeps unmodifiable copies. */
    public Denoised {
      sigmas = List.copyOf(sigmas);
      models = List.copyOf(models);
    }
  }

  /**
   * Removes noise of standard deviation {@code sigma} from {@code noisy}.
   *
   * @param sigma in grey levels of 0 … 255, above 0; null to estimate it for each plane
   * @param listener hears of every step of learning, and may end it with the model so far
   * @throws IllegalArgumentException if σ is not above 0
   * @throws DataException if the picture is smaller than a patch, has fewer patches than features,
   *     or no noise that could be estimated
   */
  public Denoised denoise(Picture noisy, @Nullable Double sigma, FitListener listener) {
    return denoise(noisy, sigma, listener, WorkListener.SILENT);
  }

  /** The same, {@code work} told of what goes before learning and comes after it. */
  public Denoised denoise(
      Picture noisy, @Nullable Double sigma, FitListener listener, WorkListener work) {
    if (sigma != null && (!(sigma > 0) || !Double.isFinite(sigma))) {
      throw new IllegalArgumentException("sigma is " + sigma + "; it must be above 0 and finite");
    }
    List<Plane> planes = noisy.isColour() ? OpponentColours.of(noisy.planes()) : noisy.planes();
    if (planes.stream().allMatch(Denoiser::isConstant)) {
      throw new DataException(
          "every pixel of the picture has the same value: there is nothing to denoise");
    }
    List<Double> sigmas =
        sigma == null ? estimates(planes, work) : Collections.nCopies(planes.size(), sigma);
    PlaneDenoiser denoiser = new PlaneDenoiser(backend, options);
    List<Plane> clean = new ArrayList<>();
    List<MarkovResult> models = new ArrayList<>();
    for (int p = 0; p < planes.size(); p++) {
      Plane plane = planes.get(p);
      if (isConstant(plane) || sigmas.get(p) == 0) {
        clean.add(plane);
        continue;
      }
      MarkovResult model = denoiser.learn(plane, sigmas.get(p), listener);
      clean.add(denoiser.apply(plane, model.parameters(), work));
      models.add(model);
    }
    List<Plane> result = noisy.isColour() ? OpponentColours.toRgb(clean) : clean;
    return new Denoised(noisy.withPlanes(result), sigmas, models);
  }

  private static List<Double> estimates(List<Plane> planes, WorkListener work) {
    work.onWork("estimating the noise", 0, 0);
    List<Double> sigmas = planes.stream().map(NoiseLevel::of).toList();
    if (sigmas.stream().allMatch(level -> level == 0)) {
      throw new DataException(
          "no noise can be told in the picture; if there is some, give its standard deviation with"
              + " --sigma");
    }
    return sigmas;
  }

  private static boolean isConstant(Plane plane) {
    for (float value : plane.values()) {
      if (value != plane.values()[0]) {
        return false;
      }
    }
    return true;
  }
}
