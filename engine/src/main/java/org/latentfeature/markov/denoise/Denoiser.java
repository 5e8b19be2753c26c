package org.latentfeature.markov.denoise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.io.image.NoiseLevel;
import org.latentfeature.io.image.OpponentColours;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;

/**
 * Denoises images with white Gaussian noise. A colour image is transformed to opponent colours: the
 * noise stays white, and the image separates into brightness and two smooth colour planes; each
 * plane is denoised by its own model.
 */
public final class Denoiser {

  private final Backend backend;
  private final DenoiseOptions options;

  /** A denoiser on {@code backend}, which the caller closes. */
  public Denoiser(Backend backend, DenoiseOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * A denoised image.
   *
   * @param picture of the size and depth of the noisy one, its opacity unchanged
   * @param learned the models used
   * @param patchFeatures mean number of features of a coded patch for each model; NaN where the
   *     work was stopped before a patch was coded
   * @param ended why the work ended: as the fit of the last model, unless it was stopped later
   */
  public record Denoised(
      Picture picture, Learned learned, List<Double> patchFeatures, Ending ended) {

    /** Keeps an unmodifiable copy. */
    public Denoised {
      patchFeatures = List.copyOf(patchFeatures);
    }
  }

  /**
   * The models learned from an image.
   *
   * @param sigmas the noise standard deviation used for each plane, brightness first in a colour
   *     image
   * @param models the model of each denoised plane; planes without noise or of one value stay
   *     unchanged and have none
   */
  public record Learned(List<Double> sigmas, List<MarkovResult> models) {

    /** Keeps unmodifiable copies. */
    public Learned {
      sigmas = List.copyOf(sigmas);
      models = List.copyOf(models);
    }
  }

  /**
   * Removes noise of standard deviation {@code sigma} from {@code noisy}. Half of the model's time
   * limit is for learning. When stopped by that, by its listener or by an interruption of the
   * calling thread (whose flag stays set), it codes with the model so far for a moment longer;
   * pixels not coded by then stay noisy.
   *
   * @param sigma in grey levels of 0 … 255, above 0; null to estimate it for each plane
   * @param listener receives every step of learning, and may stop it, keeping the model so far
   * @throws IllegalArgumentException if σ is not above 0
   * @throws DataException if the image is smaller than a patch, has fewer patches than features, or
   *     no noise that can be estimated
   * @throws UnfinishedFitException with the {@link Learned} so far, if the backend fails after
   *     something was learned
   */
  public Denoised denoise(Picture noisy, @Nullable Double sigma, FitListener listener) {
    return denoise(noisy, sigma, listener, WorkListener.SILENT);
  }

  /**
   * Denoises an image like {@link #denoise(Picture, Double, FitListener)}; {@code work} also
   * receives the progress before and after learning.
   *
   * @param noisy as there
   * @param sigma as there
   */
  public Denoised denoise(
      Picture noisy, @Nullable Double sigma, FitListener listener, WorkListener work) {
    if (sigma != null && (!(sigma > 0) || !Double.isFinite(sigma))) {
      throw new IllegalArgumentException("sigma is " + sigma + "; it must be above 0 and finite");
    }
    List<Plane> planes = TrainingPatches.planes(noisy);
    if (planes.stream().allMatch(Denoiser::isConstant)) {
      throw new DataException(
          "every pixel of the image has the same value: there is nothing to denoise");
    }
    List<Double> sigmas =
        sigma == null ? estimates(planes, work) : Collections.nCopies(planes.size(), sigma);
    FitMonitor monitor = new FitMonitor(listener, options.model().timeLimit());
    List<MarkovResult> models = new ArrayList<>();
    return monitor.keeping(
        () -> {
          List<Double> features = new ArrayList<>();
          List<Plane> clean = clean(planes, sigmas, models, features, listener, monitor, work);
          Ending ended =
              monitor.ended() == Ending.CONVERGED
                  ? models.get(models.size() - 1).ended()
                  : monitor.ended();
          return new Denoised(
              noisy.withPlanes(noisy.isColour() ? OpponentColours.toRgb(clean) : clean),
              new Learned(sigmas, models),
              features,
              ended);
        },
        () -> models.isEmpty() ? null : new Learned(sigmas, models));
  }

  /**
   * The denoised planes; adds each plane's model to {@code models} once it is learned, and the
   * features of a patch to {@code features} once the plane is denoised.
   */
  private List<Plane> clean(
      List<Plane> planes,
      List<Double> sigmas,
      List<MarkovResult> models,
      List<Double> features,
      FitListener listener,
      FitMonitor monitor,
      WorkListener work) {
    StopSignal grace = new Grace(monitor);
    List<Plane> clean = new ArrayList<>();
    for (int p = 0; p < planes.size(); p++) {
      Plane plane = planes.get(p);
      if (isConstant(plane) || sigmas.get(p) == 0) {
        clean.add(plane);
        continue;
      }
      PlaneDenoiser denoiser =
          new PlaneDenoiser(backend, options.withModel(share(monitor, planes.size() - p)));
      try (PlanePatches patches = denoiser.patchesOf(plane)) {
        MarkovResult model;
        try {
          model = denoiser.learn(patches, sigmas.get(p), listener);
        } catch (UnfinishedFitException e) {
          models.add(e.soFar(MarkovResult.class));
          throw e.failure();
        }
        models.add(model);
        DenoisedPlane denoised =
            denoiser.apply(plane, patches, model.parameters(), grace, monitor.signal(), work);
        clean.add(denoised.plane());
        features.add(denoised.patchFeatures());
      }
    }
    return clean;
  }

  /**
   * The options of a model that has half of an equal share of the time left, if that is limited.
   */
  private MarkovOptions share(FitMonitor monitor, int planes) {
    Duration limit = options.model().timeLimit();
    if (limit == null) {
      return options.model();
    }
    double left = Math.max(0, limit.toNanos() * 1e-9 - monitor.elapsed());
    return options.model().withTimeLimit(Duration.ofNanos((long) (left / (2 * planes) * 1e9)));
  }

  /** Set a moment after another signal. */
  private static final class Grace implements StopSignal {

    private static final long NANOS = 400_000_000;

    private final FitMonitor monitor;
    private final AtomicLong over = new AtomicLong(Long.MAX_VALUE);

    Grace(FitMonitor monitor) {
      this.monitor = monitor;
    }

    @Override
    public boolean isSet() {
      if (!monitor.stop()) {
        return false;
      }
      long now = System.nanoTime();
      over.compareAndSet(Long.MAX_VALUE, now + NANOS);
      return now - over.get() >= 0;
    }
  }

  private static List<Double> estimates(List<Plane> planes, WorkListener work) {
    work.onWork("estimating the noise", 0, 0);
    List<Double> sigmas = planes.stream().map(NoiseLevel::of).toList();
    if (sigmas.stream().allMatch(level -> level == 0)) {
      throw new DataException(
          "the estimated noise of the image is 0, or too little of it varies to tell; if it has noise,"
              + " "
              + Phrase.SIGMA);
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
