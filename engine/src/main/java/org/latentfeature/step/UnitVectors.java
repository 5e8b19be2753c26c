package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;

/**
 * The unit vectors of the mixing method, one a row of the residual A and one for the dummy, whose
 * row a_0 is the sum of all rows of A (docs/lasso.md, section 2). Rows in other parts need only a
 * small state of them: {@link Sums}.
 */
public interface UnitVectors {

  /**
   * Random unit vectors, those of a row by its number among all rows. Over parts of the rows: each
   * its own, and the sums added.
   *
   * @param rank r, at most that of the limits
   * @param seed of the vectors
   */
  void start(int rank, long seed);

  /**
   * A pass: moves the dummy's vector and then those of all rows, each to its optimum given the
   * others. Never lowers the objective except by rounding. Over parts of the rows: one after
   * another, passing on the sums.
   *
   * @param seed of the order of rows
   * @return ‖BᵀV‖², the objective of all rows
   */
  double sweep(long seed);

  /** A map: the vectors as rows, N×r, and below them the dummy's. A copy. */
  Dense toDense();

  /**
   * The state that a pass over some rows passes on to the next.
   *
   * @param sums S = VᵀA over all rows and the dummy, r×D
   * @param dummy the dummy's vector, 1×r
   * @param total a_0 = Σ a_i, 1×D
   */
  record Sums(Dense sums, Dense dummy, Dense total) {

    /**
     * Returns the sums over the rows of both, right after {@link UnitVectors#start} from the same
     * seed.
     */
    public Sums plus(Sums other) {
      return new Sums(sums.plus(other.sums), dummy, total.plus(other.total));
    }
  }

  /** The current sums. A copy. */
  Sums sums();

  /** Continues from sums that include rows of other parts. */
  void resume(Sums all);
}
