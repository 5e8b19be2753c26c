package org.latentfeature.data;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * The parameters of synthetic rows in order of time, X = Z W + noise: the columns of Z are
 * independent Markov chains over the rows, switched on in one row of 50 to 200 and off in one of 33
 * to 200, and the entries of W are standard normal. Equal parameters give equal data. Error
 * messages begin with the name of the component.
 *
 * @param rows N, at least K
 * @param columns D, at least 1
 * @param features K, at least 1
 * @param sigma standard deviation of the noise, 0 or more
 * @param seed of every random number
 */
public record ChainProblem(int rows, int columns, int features, double sigma, long seed) {

  private static final SwitchedFeatures SWITCHES = new SwitchedFeatures(.005, .02, .005, .03);

  /** Checks the ranges, as in {@link DenseProblem}. */
  public ChainProblem {
    DenseProblem.requireRanges(rows, columns, features, sigma);
  }

  /** Draws the problem, one row at a time. */
  public SyntheticRows draw() {
    return new SyntheticRows(
        rows,
        dictionary(),
        SWITCHES.draw(rows, features, new RandomStream(seed, "switches")),
        new RowNoise(NoiseShape.EQUAL, sigma, columns, seed));
  }

  /** All of it in memory. */
  public SyntheticProblem inMemory() {
    return draw().inMemory();
  }

  private Dense dictionary() {
    RandomStream random = new RandomStream(seed, "dictionary");
    Dense w = new Dense(features, columns);
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] = random.nextGaussian();
    }
    return w;
  }
}
