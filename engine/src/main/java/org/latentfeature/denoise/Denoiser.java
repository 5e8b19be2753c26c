package org.latentfeature.denoise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.image.NoiseLevel;
import org.latentfeature.image.OpponentColours;
import org.latentfeature.image.Picture;
import org.latentfeature.image.Plane;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.progress.StopSignal;
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
   * @param learned by what it was denoised
   * @param ended why the work ended, as of a fit: of the last model, unless it was cut off later
   */
  public record Denoised(Picture picture, Learned learned, Ending ended) {}

  /**
   * What was learned of a picture.
   *
   * @param sigmas the standard deviation of the noise taken for each plane: brightness first, in a
   *     colour picture
   * @param models the model of each plane that was denoised: not of those without noise or of one
   *     value, which stay as they are
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
   * limit is for learning. Stopped by that, by its listener or by an interruption of the calling
   * thread, whose flag stays set, it codes by the model so far for a moment more: pixels that are
   * not coded by then stay noisy.
   *
   * @param sigma in grey levels of 0 … 255, above 0; null to estimate it for each plane
   * @param listener hears of every step of learning, and may end it with the model so far
   * @throws IllegalArgumentException if σ is not above 0
   * @throws DataException if the picture is smaller than a patch, has fewer patches than features,
   *     or no noise that could be estimated
   * @throws UnfinishedFitException with what was {@link Learned} so far, if the backend fails once
   *     that is something; half a picture is none
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
    List<Plane> planes = TrainingPatches.planes(noisy);
    if (planes.stream().allMatch(Denoiser::isConstant)) {
      throw new DataException(
          "every pixel of the picture has the same value: there is nothing to denoise");
    }
    List<Double> sigmas =
        sigma == null ? estimates(planes, work) : Collections.nCopies(planes.size(), sigma);
    FitMonitor monitor = new FitMonitor(listener, options.model().timeLimit());
    List<MarkovResult> models = new ArrayList<>();
    return monitor.keeping(
        () -> {
          List<Plane> clean = clean(planes, sigmas, models, listener, monitor, work);
          Ending ended =
              monitor.ended() == Ending.CONVERGED
                  ? models.get(models.size() - 1).ended()
                  : monitor.ended();
          return new Denoised(
              noisy.withPlanes(noisy.isColour() ? OpponentColours.toRgb(clean) : clean),
              new Learned(sigmas, models),
              ended);
        },
        () -> models.isEmpty() ? null : new Learned(sigmas, models));
  }

  /** The planes without their noise; adds each one's model to {@code models} once it is learned. */
  private List<Plane> clean(
      List<Plane> planes,
      List<Double> sigmas,
      List<MarkovResult> models,
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
        clean.add(
            denoiser.apply(plane, patches, model.parameters(), grace, monitor.signal(), work));
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
