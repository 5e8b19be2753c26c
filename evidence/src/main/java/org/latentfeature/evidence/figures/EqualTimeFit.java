package org.latentfeature.evidence.figures;

import java.util.List;
import org.latentfeature.evidence.Measured;

/**
 * The best that a method found in its time.
 *
 * @param setting what was asked
 * @param seconds of the fits and their refinement, by the clock on the wall
 * @param fits how many were begun; the time limit may have stopped the last
 * @param features of the best, which are fewer than K if it was stopped early
 * @param raw lowest RMSE-noisy of the fits as the method gives them; NaN without a fit
 * @param refined the lowest after refinement; NaN without a fit
 * @param hamming mean Hamming error of the latter; NaN without a ground truth
 * @param rmse its error to the ground truth; NaN without one
 * @param improvements when the refined error fell, and to what
 * @param note why the method ended before its time; empty if it did not
 */
public record EqualTimeFit(
    Setting setting,
    double seconds,
    int fits,
    int features,
    double raw,
    double refined,
    double hamming,
    double rmse,
    List<Improvement> improvements,
    String note)
    implements Measured<EqualTimeFit.Setting> {

  /** Keeps an unmodifiable copy. */
  public EqualTimeFit {
    improvements = List.copyOf(improvements);
  }

  /**
   * Who has how long for what.
   *
   * @param dataSet name of the data set
   * @param hash first digits of its fingerprint
   * @param k K
   * @param contender the method
   * @param limit seconds
   * @param seed of the first fit; each further one has the next
   * @param backend name of the backend, and its threads
   */
  public record Setting(
      String dataSet,
      String hash,
      int k,
      Contender contender,
      double limit,
      long seed,
      String backend) {}

  /**
   * A fit that was better than all before it.
   *
   * @param seconds used until it was done
   * @param error its RMSE-noisy, refined
   */
  public record Improvement(double seconds, double error) {}
}
