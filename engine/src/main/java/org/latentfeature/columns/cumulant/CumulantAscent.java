package org.latentfeature.columns.cumulant;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Polar;
import org.latentfeature.data.BitVector;

/**
 * Ascent in all K directions at once: orthonormal v_k raise a sum over their cumulants, V ← the
 * polar factor of its gradient.
 */
final class CumulantAscent {

  /** The objective that the ascent maximises. */
  enum Ascended {
    /**
     * −Σ κ₄(v_k), and then J. Near prevalence ½ all κ₄ are −2, while a few outlying rows make
     * directions of κ₄ > 0, local maxima of J.
     */
    NEGATIVE_FOURTH,
    /** J = Σ κ₃(v_k)²/12 + κ₄(v_k)²/48, negentropy to second order (Comon 1994). */
    J
  }

  /** 1 − cosine below which a step counts as none. */
  private static final double STILL = 1e-9;

  /** Maximum rounds of each of the two. */
  private static final int MOST = 300;

  private final SignalRows y;
  private final Algebra algebra;
  private Ascended ascended;
  private Dense v;
  private int rounds;

  /** Starts from {@code start} (K×K), which need not be orthonormal. */
  CumulantAscent(SignalRows y, Algebra algebra, Ascended ascended, Dense start) {
    this.y = y;
    this.algebra = algebra;
    this.ascended = ascended;
    v = Polar.factor(algebra, start);
  }

  /** The directions, one a row, orthonormal. */
  Dense directions() {
    return v;
  }

  /** One round; returns whether it was the last. */
  boolean step() {
    Dense before = v;
    v = Polar.factor(algebra, gradient());
    boolean still = true;
    for (int k = 0; k < v.rows(); k++) {
      still &= 1 - Math.abs(v.rowDot(k, before, k)) < STILL;
    }
    rounds++;
    if (!still && rounds < MOST) {
      return false;
    }
    boolean last = ascended == Ascended.J;
    ascended = Ascended.J;
    rounds = 0;
    return last;
  }

  /**
   * Continues with J; each direction that is not {@code kept} is replaced by its row of {@code
   * drawn}.
   */
  void redraw(BitVector kept, Dense drawn) {
    Dense mixed = v.copy();
    int n = v.cols();
    for (int k = 0; k < kept.length(); k++) {
      if (!kept.get(k)) {
        System.arraycopy(drawn.values(), k * n, mixed.values(), k * n, n);
      }
    }
    v = Polar.factor(algebra, mixed);
    ascended = Ascended.J;
    rounds = 0;
  }

  private Dense gradient() {
    Dense gradient = new Dense(v.rows(), v.cols());
    if (ascended == Ascended.NEGATIVE_FOURTH) {
      Dense.addScaled(gradient.values(), 0, y.fourth(v).values(), 0, gradient.values().length, -1);
      return gradient;
    }
    SignalRows.Contracted of = y.cumulants(v);
    int n = v.cols();
    for (int k = 0; k < v.rows(); k++) {
      double of4 = of.fourth().rowDot(k, v, k) / 6;
      double of3 = of.third().rowDot(k, v, k) / 2;
      Dense.addScaled(gradient.values(), k * n, of.fourth().values(), k * n, n, of4);
      Dense.addScaled(gradient.values(), k * n, of.third().values(), k * n, n, of3);
    }
    return gradient;
  }
}
