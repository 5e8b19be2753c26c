package org.latentfeature.evidence.denoising;

import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.evidence.Measured;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.Plane;
import org.latentfeature.io.image.Psnr;
import org.latentfeature.io.image.Ssim;
import org.latentfeature.markov.denoise.DenoisedPlane;

/**
 * How well a method removes noise from an image.
 *
 * @param setting what was asked
 * @param noisyPsnr of the image with noise, in dB
 * @param noisySsim structural similarity of the image with noise
 * @param psnr of the denoised image, neither rounded nor clipped, in dB
 * @param ssim structural similarity of the denoised image
 * @param patchFeatures mean number of features, or atoms, of a patch; NaN where there are none
 * @param seconds of learning and denoising, wall clock
 */
public record DenoisingTrial(
    Setting setting,
    double noisyPsnr,
    double noisySsim,
    double psnr,
    double ssim,
    double patchFeatures,
    double seconds)
    implements Measured<DenoisingTrial.Setting> {

  /**
   * An image, its noise and who removes it.
   *
   * @param image name of the image
   * @param hash fingerprint of its pixels
   * @param sigma standard deviation of the noise, in grey levels
   * @param method who
   * @param seed of the noise and of the method
   * @param backend name of the backend and its threads
   */
  public record Setting(
      String image, String hash, double sigma, DenoisingMethod method, long seed, String backend) {

    /** The image with the noise of {@code lfm add-noise} with this σ and seed. */
    public Plane noisy(Plane clean) {
      Plane noisy = clean.copy();
      noisy.addNoise(sigma, new RandomStream(seed, "noise"));
      return noisy;
    }
  }

  /**
   * The figures and the denoised image.
   *
   * @param trial the figures
   * @param denoised the image
   */
  public record Done(DenoisingTrial trial, Plane denoised) {}

  /**
   * Adds noise to {@code clean} and removes it.
   *
   * @param listener may stop it
   * @return nothing if it was stopped
   * @throws org.latentfeature.data.DataException if the image cannot be denoised
   */
  public static Optional<Done> run(
      Backend backend, Setting setting, Plane clean, FitListener listener) {
    Plane noisy = setting.noisy(clean);
    long start = System.nanoTime();
    Optional<DenoisedPlane> denoised;
    try {
      denoised =
          setting.method().denoise(backend, noisy, setting.sigma(), setting.seed(), listener);
    } catch (StoppedException e) {
      return Optional.empty();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return denoised.map(
        result ->
            new Done(
                new DenoisingTrial(
                    setting,
                    Psnr.of(clean, noisy),
                    Ssim.of(clean, noisy),
                    Psnr.of(clean, result.plane()),
                    Ssim.of(clean, result.plane()),
                    result.patchFeatures(),
                    seconds),
                result.plane()));
  }
}
