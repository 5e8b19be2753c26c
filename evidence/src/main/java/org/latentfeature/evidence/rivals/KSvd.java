package org.latentfeature.evidence.rivals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.io.image.PatchAverage;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoisedPlane;

/**
 * Denoises by a dictionary that K-SVD learns from the noisy image (Elad &amp; Aharon 2006). Patches
 * of p×p pixels, each minus its mean, are coded by orthogonal matching pursuit until the squared
 * residual is at most p² (C σ)²; the dictionary starts from cosines. The image is the mean of the
 * patches over each pixel, where the noisy pixel counts λ patches (their equation 9):
 *
 * <pre>pixel = (λ · noisy + Σ estimates) / (λ + number of patches),   λ = 30 / σ</pre>
 *
 * @param patch side of a patch, p
 * @param frequencies of the cosines at the start in each direction; their square is K
 * @param iterations J, of coding and update
 * @param gain C, of the target over the noise
 * @param most patches that the dictionary is learned from; of more, a random choice
 * @param seed of the choice
 */
public record KSvd(int patch, int frequencies, int iterations, double gain, int most, long seed) {

  /** λ σ. */
  private static final double PIXEL_WEIGHT = 30;

  /** Rows of patches that one thread codes before it takes more. */
  private static final int BAND = 16;

  /** The paper's settings, learned from at most 65,536 patches. */
  public static KSvd of(long seed) {
    return new KSvd(8, 16, 10, 1.15, 1 << 16, seed);
  }

  /** These settings with fewer cosines and iterations. */
  public KSvd with(int frequencies, int iterations) {
    return new KSvd(patch, frequencies, iterations, gain, most, seed);
  }

  /**
   * The denoised plane and the atoms of a patch.
   *
   * @param sigma standard deviation of the noise, above 0
   * @param threads to use; the result does not depend on their number
   * @param listener receives the number of iterations and of coded bands
   * @throws org.latentfeature.data.DataException if the plane is smaller than a patch
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  public DenoisedPlane denoise(
      Plane noisy, double sigma, int threads, StopSignal stop, WorkListener listener) {
    Patches patches = new Patches(noisy, patch, PatchMean.REMOVED);
    Dense dictionary = learn(training(patches), sigma, threads, stop, listener);
    int bands = (patches.down() + BAND - 1) / BAND;
    MatchingPursuit shared = new MatchingPursuit(dictionary, longest());
    List<MatchingPursuit> coders =
        IntStream.range(0, threads).mapToObj(worker -> new MatchingPursuit(shared)).toList();
    PatchAverage[] averages = new PatchAverage[bands];
    long[] atoms = new long[bands];
    Workers.share(
        threads,
        bands,
        stop,
        (worker, b) -> {
          int from = b * BAND;
          int to = Math.min(patches.down(), from + BAND);
          PatchAverage average = new PatchAverage(patches, from, to);
          for (int i = from * patches.across(); i < to * patches.across(); i++) {
            atoms[b] += code(patches, i, dictionary, coders.get(worker), target(sigma), average);
          }
          averages[b] = average;
        });
    PatchAverage whole = new PatchAverage(patches);
    Arrays.stream(averages).forEach(whole::add);
    return new DenoisedPlane(
        whole.blend(PIXEL_WEIGHT / sigma), (double) Arrays.stream(atoms).sum() / patches.count());
  }

  /** The dictionary learned from the rows of {@code x}. */
  Dense learn(Dense x, double sigma, int threads, StopSignal stop, WorkListener listener) {
    Dense dictionary = CosineDictionary.of(patch, frequencies);
    for (int j = 0; j < iterations; j++) {
      listener.onWork("learning a dictionary: iterations", j, iterations);
      SparseCodes codes = SparseCodes.of(x, dictionary, longest(), target(sigma), threads, stop);
      DictionaryUpdate.run(x, dictionary, codes);
    }
    return dictionary;
  }

  private double target(double sigma) {
    return patch * patch * gain * gain * sigma * sigma;
  }

  private int longest() {
    return patch * patch / 2;
  }

  private Dense training(Patches patches) {
    int count = Math.min(patches.count(), most);
    int[] order = CounterRandom.permutation(seed, patches.count());
    Dense x = new Dense(count, patches.entries());
    float[] row = new float[patches.entries()];
    for (int i = 0; i < count; i++) {
      patches.copy(order[i], row);
      for (int d = 0; d < row.length; d++) {
        x.set(i, d, row[d]);
      }
    }
    return x;
  }

  /** Adds the coded patch to {@code average}; returns the number of its atoms. */
  private static int code(
      Patches patches,
      int number,
      Dense dictionary,
      MatchingPursuit coder,
      double target,
      PatchAverage average) {
    int entries = patches.entries();
    float[] pixels = new float[entries];
    float mean = patches.copy(number, pixels);
    double[] row = new double[entries];
    for (int d = 0; d < entries; d++) {
      row[d] = pixels[d];
    }
    coder.code(row, 0, target);
    Arrays.fill(row, 0);
    for (int a = 0; a < coder.size(); a++) {
      Dense.addScaled(
          row, 0, dictionary.values(), coder.atom(a) * entries, entries, coder.weight(a));
    }
    for (int d = 0; d < entries; d++) {
      pixels[d] = (float) row[d];
    }
    average.add(number, pixels, mean, 1);
    return coder.size();
  }
}
