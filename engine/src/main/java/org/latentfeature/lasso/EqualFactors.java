package org.latentfeature.lasso;

import java.util.Map;
import java.util.Optional;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.identifiability.EqualFactorisations;

/**
 * The factors that a fit prefers among those with the same product Z W.
 *
 * @param factors with the squared error of those that were found
 * @param figures {@value EqualFactorisations#OTHERS}, where there are any; empty for a unique or
 *     undecided Z
 */
public record EqualFactors(Factors factors, Map<String, Double> figures) {

  /**
   * Chooses among the factorisations that are equal to {@code found}.
   *
   * @param options with the preference and the seed
   * @param nonnegative whether W is to be constrained to W ≥ 0
   */
  public static EqualFactors of(Factors found, LassoOptions options, boolean nonnegative) {
    // Bounded work, so that it need not be stopped, and a fit that was stopped chooses as well.
    Optional<EqualFactorisations.Choice> choice =
        EqualFactorisations.choose(
            found.z(),
            found.w(),
            found.squaredError(),
            options.prefer(),
            nonnegative,
            options.seed(),
            StopSignal.NEVER);
    return choice
        .map(
            c ->
                new EqualFactors(
                    c.z().equals(found.z())
                        ? found
                        : new Factors(c.z(), c.w(), found.squaredError()),
                    Map.of(EqualFactorisations.OTHERS, (double) c.others())))
        .orElseGet(() -> new EqualFactors(found, Map.of()));
  }
}
