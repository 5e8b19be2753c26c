package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Phrase;

/**
 * Steps of variational inference for X ≈ Z A with binary Z: q(Z) has independent bits, ν_nk =
 * q(z_nk = 1). ν (N×K) stays beside the rows and belongs to the step; it starts with no columns. No
 * entry of X may be missing.
 */
public interface SoftFactorisation extends Resident {

  /**
   * Limits of the steps.
   *
   * @param columns maximum columns of ν, at least 1
   */
  record Limits(int columns) implements org.latentfeature.step.Limits<SoftFactorisation> {

    /** Checks the range. */
    public Limits {
      Guard.require(columns >= 1, "columns is %d; it must be at least 1", columns);
    }

    @Override
    public SoftFactorisation checked(SoftFactorisation opened, Guard guard) {
      return new CheckedSoftFactorisation(opened, this, guard);
    }

    @Override
    public SoftFactorisation inParts(
        Parts<SoftFactorisation> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      if (parts.isReopened()) {
        throw new UnsupportedOperationException(
            this + " keeps codes beside the rows, which a file does not; " + Phrase.MEMORY);
      }
      return new SoftFactorisationInParts(parts);
    }

    /**
     * For backends, before they open the steps.
     *
     * @param complete whether all entries of X are known
     * @throws UnsupportedOperationException if not
     */
    public void requireComplete(boolean complete) {
      if (!complete) {
        throw new UnsupportedOperationException(
            this + " is not supported where entries of X are missing");
      }
    }
  }

  /** Number of columns of ν, K. */
  int columns();

  /** Makes it {@code nu} (N×K), whose entries are in [0, 1]. */
  void replace(Dense nu);

  /**
   * A map: ν becomes uniform in [0, 1), entry (n, k) at (n, k) of {@link
   * org.latentfeature.base.random.CounterRandom}, n among all rows.
   *
   * @param columns K
   * @param seed of the numbers
   */
  void draw(int columns, long seed);

  /**
   * A map: the first columns become {@code off} where {@code z} is 0, and {@code on} where it is 1.
   *
   * @param z N×m, m at most K
   * @param off in [0, 1]
   * @param on in [0, 1]
   */
  void soften(Incidence z, double off, double on);

  /**
   * A map, and a sum: one round of q(Z) for a fixed q(A). For k = 1 … K in turn, logit ν_nk = θ_k +
   * [(X Mᵀ)_nk − Σ_{l≠k} ν_nl E_lk − ½ E_kk]/σx². X is read twice at most.
   *
   * @param mean M = E A, K×D
   * @param second E = E AAᵀ, K×K, symmetric
   * @param logOdds θ, K
   * @param variance σx²
   * @return the sums of the new ν
   */
  Sums update(Dense mean, Dense second, double[] logOdds, double variance);

  /** A sum: those of the present ν. */
  Sums sums();

  /**
   * Sums over rows of what all else needs of q(Z).
   *
   * @param cross νᵀX, K×D
   * @param gram E ZᵀZ, K×K: νᵀν, with n_k = Σ_n ν_nk in its diagonal
   * @param entropy −Σ ν log ν + (1 − ν) log(1 − ν)
   */
  record Sums(Dense cross, Dense gram, double entropy) {

    /** Returns the sums over the rows of both. */
    public Sums plus(Sums other) {
      return new Sums(cross.plus(other.cross), gram.plus(other.gram), entropy + other.entropy);
    }

    /** Returns these sums with the features in another order. */
    public Sums select(int[] order) {
      return new Sums(cross.selectRows(order), gram.selectBlock(order), entropy);
    }

    /** n_k, K numbers. */
    public double[] counts() {
      double[] counts = new double[gram.rows()];
      for (int k = 0; k < counts.length; k++) {
        counts[k] = gram.get(k, k);
      }
      return counts;
    }
  }

  /** A map: {@code z} becomes N×K, 1 where ν &gt; ½. */
  void readOut(Incidence z);

  /** A copy of ν. */
  Dense toDense();

  /** Keeps the columns with the indices {@code kept}, each once, in that order. */
  void retain(int[] kept);
}
