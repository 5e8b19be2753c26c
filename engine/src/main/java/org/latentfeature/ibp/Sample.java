package org.latentfeature.ibp;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The quantities of a chain after a sweep, in the units of X.
 *
 * @param features K
 * @param noise σx
 * @param featureScale σa
 * @param mass α
 * @param logJoint log p(X, Z | σx, σa, α)
 * @param squaredError |X − Z Ā|²
 */
public record Sample(
    int features,
    double noise,
    double featureScale,
    double mass,
    double logJoint,
    double squaredError) {

  /**
   * A quantity of a sample.
   *
   * @param name for people
   * @param of its value
   */
  public record Quantity(String name, ToDoubleFunction<Sample> of) {}

  /** All of them, in the order of the trace's columns. */
  public static final List<Quantity> QUANTITIES =
      List.of(
          new Quantity("features", Sample::features),
          new Quantity("sigma", Sample::noise),
          new Quantity("feature-scale", Sample::featureScale),
          new Quantity("alpha", Sample::mass),
          new Quantity("log-joint", Sample::logJoint),
          new Quantity("squared-error", Sample::squaredError));
}
