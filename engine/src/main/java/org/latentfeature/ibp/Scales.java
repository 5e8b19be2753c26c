package org.latentfeature.ibp;

/**
 * Standard deviations of the model X = Z A + E.
 *
 * @param noise σx, of an entry of E
 * @param features σa, of an entry of A
 */
public record Scales(double noise, double features) {

  /** Checks the ranges. */
  public Scales {
    require("sigma", noise);
    require("feature-scale", features);
  }

  private static void require(String name, double value) {
    if (!(value > 0 && value <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be above 0");
    }
  }

  /** r = σx²/σa². */
  double ratio() {
    return noise * noise / (features * features);
  }

  /** Both times {@code factor}. */
  Scales times(double factor) {
    return new Scales(noise * factor, features * factor);
  }
}
