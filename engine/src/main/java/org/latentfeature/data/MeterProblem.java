package org.latentfeature.data;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * The parameters of a synthetic electricity meter: rows in order of time, appliances that are on in
 * runs, X = Z W + noise in watts. An appliance's power is log-uniform from 60 to 2,500 W, of which
 * each channel has a share from .05 to 1; it is switched on in one row of 160 to 1,000, and off in
 * one of 30 to 160. Equal parameters give equal data. Error messages begin with the name of the
 * component.
 *
 * @param rows N, at least K
 * @param columns D, the channels, at least 1
 * @param features K, the appliances, at least 1
 * @param sigma standard deviation of the noise in watts, 0 or more
 * @param seed of every random number
 */
public record MeterProblem(int rows, int columns, int features, double sigma, long seed) {

  /** Standard deviation of the noise of a usual meter, in watts. */
  public static final double USUAL_SIGMA = 5;

  private static final double LEAST_POWER = 60;
  private static final double MOST_POWER = 2500;
  private static final double LEAST_SHARE = .05;
  private static final SwitchedFeatures SWITCHES = new SwitchedFeatures(.001, .006, .006, .03);

  /** Checks the ranges, as in {@link DenseProblem}. */
  public MeterProblem {
    DenseProblem.requireRanges(rows, columns, features, sigma);
  }

  /** Draws the problem, one row at a time. */
  public SyntheticRows draw() {
    return new SyntheticRows(
        rows,
        power(),
        SWITCHES.draw(rows, features, new RandomStream(seed, "switches")),
        new RowNoise(NoiseShape.EQUAL, sigma, columns, seed));
  }

  /** All of it in memory. */
  public SyntheticProblem inMemory() {
    return draw().inMemory();
  }

  private Dense power() {
    RandomStream random = new RandomStream(seed, "power");
    Dense w = new Dense(features, columns);
    for (int k = 0; k < features; k++) {
      double power = LEAST_POWER * StrictMath.pow(MOST_POWER / LEAST_POWER, random.nextDouble());
      for (int d = 0; d < columns; d++) {
        w.set(k, d, power * (LEAST_SHARE + (1 - LEAST_SHARE) * random.nextDouble()));
      }
    }
    return w;
  }
}
