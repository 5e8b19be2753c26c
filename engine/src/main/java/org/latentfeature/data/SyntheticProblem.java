package org.latentfeature.data;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * Data X = Z W + noise made from a known factorisation (Yen et al. 2017, section 6): Z i.i.d.
 * Bernoulli(½), noise i.i.d. N(0, σ²). Equal arguments give equal problems on every machine.
 *
 * @param x the data, N×D
 * @param z the true incidence, N×K
 * @param w the true dictionary, K×D
 */
public record SyntheticProblem(Matrix x, BinaryMatrix z, Dense w) {

  /** The kinds that {@link #generate} knows. */
  public static final List<String> KINDS = List.of("syn0", "syn1", "syn2", "syn3");

  /**
   * A problem of one of the paper's kinds.
   *
   * <ul>
   *   <li>{@code syn0}: 100×196, 4 disjoint 3×3 blocks of ones on 14×14 images, no noise
   *   <li>{@code syn1}: 1000×1000, 35 dense N(0, 1) features, σ = .01
   *   <li>{@code syn2}: 1000×900, 14 features, each a 7×7 patch on 30×30 images, σ = .1
   *   <li>{@code syn3}: 1000×900, 35 features, each a 6×6 patch on 30×30 images, σ = .1
   * </ul>
   *
   * @param seed of every random number
   * @throws IllegalArgumentException for any other kind
   */
  public static SyntheticProblem generate(String kind, long seed) {
    return draw(kind, seed).inMemory();
  }

  /** {@link #generate}, a row at a time. */
  static SyntheticRows draw(String kind, long seed) {
    return switch (kind) {
      case "syn0" -> mix(100, blocks(), 0, seed);
      case "syn1" -> DenseProblem.of(1000, 1000, 35, .01, seed).draw();
      case "syn2" -> patchRows(1000, 30, 14, 7, .1, seed);
      case "syn3" -> patchRows(1000, 30, 35, 6, .1, seed);
      default ->
          throw new IllegalArgumentException(
              "there is no synthetic problem '"
                  + kind
                  + "'; choose one of "
                  + String.join(", ", KINDS));
    };
  }

  /**
   * A problem whose W is i.i.d. N(0, 1).
   *
   * @param n rows, N
   * @param d columns, D
   * @param k features, K
   * @param sigma standard deviation of the noise
   * @param seed of every random number
   */
  public static SyntheticProblem dense(int n, int d, int k, double sigma, long seed) {
    return DenseProblem.of(n, d, k, sigma, seed).inMemory();
  }

  /**
   * A problem of square images, row after row of pixels: each feature is one square patch at a
   * uniform position, filled with N(0, ½²), and 0 elsewhere.
   *
   * @param n rows, N
   * @param side width and height of an image; D is its square
   * @param k features, K
   * @param patch width and height of the patches
   * @param sigma standard deviation of the noise
   * @param seed of every random number
   */
  public static SyntheticProblem patches(
      int n, int side, int k, int patch, double sigma, long seed) {
    return patchRows(n, side, k, patch, sigma, seed).inMemory();
  }

  private static SyntheticRows patchRows(
      int n, int side, int k, int patch, double sigma, long seed) {
    requirePositive(k, "k");
    requirePositive(patch, "patch");
    if (patch > side) {
      throw new IllegalArgumentException(
          "a patch of " + patch + "×" + patch + " does not fit into " + side + "×" + side);
    }
    Dense w = new Dense(k, Math.multiplyExact(side, side));
    RandomStream places = new RandomStream(seed, "places");
    RandomStream values = new RandomStream(seed, "dictionary");
    for (int f = 0; f < k; f++) {
      int top = places.nextInt(side - patch + 1);
      int left = places.nextInt(side - patch + 1);
      for (int p = 0; p < patch * patch; p++) {
        w.set(f, (top + p / patch) * side + left + p % patch, values.nextGaussian() / 2);
      }
    }
    return mix(n, w, sigma, seed);
  }

  private static Dense blocks() {
    int side = 14;
    Dense w = new Dense(4, side * side);
    int[] starts = {2, 9};
    for (int f = 0; f < 4; f++) {
      for (int p = 0; p < 9; p++) {
        w.set(f, (starts[f / 2] + p / 3) * side + starts[f % 2] + p % 3, 1);
      }
    }
    return w;
  }

  /** The rows of these features, all of prevalence ½. */
  private static SyntheticRows mix(int n, Dense w, double sigma, long seed) {
    requirePositive(n, "n");
    if (!(sigma >= 0 && sigma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "sigma is " + sigma + "; it must be at least 0 and finite");
    }
    RowNoise noise = new RowNoise(NoiseShape.EQUAL, sigma, w.cols(), seed);
    return new SyntheticRows(n, w, FeatureBits.fair(n, seed), noise);
  }

  private static void requirePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
    }
  }
}
