package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.PlaneDenoiser;

/**
 * A whole denoise of a drawn picture of about as many pixels as the problem has rows, with as many
 * features, from the noisy picture in memory to the clean one.
 */
public class DenoiseBenchmark extends StepBenchmark {

  /** Deviation of the noise, where white is 255. */
  private static final double NOISE = 25;

  /** Fewer pixels across have not enough patches for the features. */
  private static final int LEAST_SIDE = 16;

  private static final long SEED = 1;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    int side = Math.max(LEAST_SIDE, (int) Math.round(Math.sqrt(problem.x().rows())));
    Plane noisy = DrawnPicture.of(side, SEED);
    noisy.addNoise(NOISE, new RandomStream(SEED, "noise"));
    PlaneDenoiser denoiser = new PlaneDenoiser(backend, DenoiseOptions.of(problem.w().rows()));
    return new Step() {
      @Override
      public Object run() {
        return denoiser.apply(noisy, denoiser.learn(noisy, NOISE, FitListener.SILENT).parameters());
      }

      @Override
      public void close() {
        // What it opens is the denoiser's, and closed.
      }
    };
  }
}
