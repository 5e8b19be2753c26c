package org.latentfeature.step;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/** Candidate atoms beside the residual A, with their sums s = Aᵀz; their scores are ‖s‖². */
public interface Candidates {

  /**
   * A map: as many atoms as hyperplanes. z = 1 if a row's unit vector lies on the same side of a
   * random hyperplane as the dummy's.
   *
   * @param hyperplanes at most those of the limits
   * @param seed of the hyperplanes
   */
  void round(int hyperplanes, long seed);

  /**
   * A map: these atoms.
   *
   * @param atoms at most as many as the limits' candidates
   */
  void take(List<BitVector> atoms);

  /**
   * A map: as many atoms as directions. z = 1 where a row a of the residual is nearer to the
   * direction v than to 0, aᵀv > ½‖v‖². Their sums are unknown.
   *
   * @param directions one a row; at most as many as the limits' candidates
   */
  void near(Dense directions);

  /** A sum: computes s = Aᵀz of every candidate, unless it is known. */
  void sum();

  /** ‖s‖² of every candidate, in double precision, of the sums as {@link #sum} left them. */
  double[] scores();

  /** A map: a hash of each candidate; 0 for the empty one. */
  long[] hashes();

  /**
   * A map: keeps the candidates with these numbers, in that order.
   *
   * @param numbers at most as many as the limits' candidates
   */
  void choose(int[] numbers);

  /**
   * A pass of single flips: every flip that raises its candidate's score by more than {@code gain}
   * of it. Over parts of the rows: one after another, passing on the sums.
   *
   * @param moving numbers of the candidates that may still flip: all at first, then among those of
   *     the pass before
   * @return number of flipped rows of each
   */
  int[] flip(double gain, int[] moving);

  /** A map: the candidates. A copy. */
  List<BitVector> atoms();

  /** s of every candidate, one a row. A copy. */
  Dense sums();

  /** Continues from sums that include rows of other parts. */
  void resume(Dense all);
}
