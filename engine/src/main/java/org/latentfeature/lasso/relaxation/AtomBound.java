package org.latentfeature.lasso.relaxation;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;

/**
 * An upper bound on the greedy step's maximum over all 2^N binary columns, from the dual of its SDP
 * relaxation. For any y > 0, with B as in {@link SignForm} and t at least the largest eigenvalue of
 * Bᵀ Diag(y)⁻¹ B (D×D), t Diag(y) − BBᵀ is positive semidefinite, and so for all signs s
 *
 * <pre>
 *   ‖Aᵀz‖² = sᵀBBᵀs ≤ t Σ y_i .
 * </pre>
 *
 * The sweeps' last gradients, y_i = ‖g_i‖, come close to the best y, for which t is 1
 * (docs/lasso.md, equation (21)).
 *
 * @param squared not less than max_z ‖Aᵀz‖²
 * @param relaxed Σ y_i, the SDP's value once the sweeps have converged; the limit of {@code
 *     squared} for better sweeps
 * @param failure probability, over a random start that data cannot know, that {@code squared} is
 *     too small; 0 if it was proven by a factorisation
 */
public record AtomBound(double squared, double relaxed, double failure) {

  /** Beyond an order of this the proof costs more memory and time than the fit. */
  private static final int MOST_PROVEN = 4096;

  /**
   * Small multipliers are raised by these shares of their mean; the best is kept. The first ones
   * alone where a matrix for each takes more than {@link #MOST_BYTES}.
   */
  private static final List<Double> SHARES = List.of(1e-3, 0.0, 1e-4, 1e-2, 0.1);

  private static final long MOST_BYTES = 1L << 27;

  /**
   * Maximum bytes of the matrices for {@link #SHARES} where other machines hold the rows, each of
   * which sends all of them.
   */
  private static final long MOST_SENT = 1L << 23;

  private static final int STEPS = 40;

  private static final int STEPS_WITHOUT_PROOF = 300;

  private static final double FAILURE = 1e-9;

  /** A sum of n numbers above zero is short of theirs by less than n of these shares. */
  private static final double ROUNDING = Math.ulp(1.0);

  private static final long SEED = 0x626f756e64L;

  /**
   * The bound for the rows of {@code a} (N×D) from the sums S = VᵀA of unit vectors V, the dummy's
   * with Σ a_i among them (r×D); any others give a larger one. Four passes if min(N+1, D) is at
   * most 4096.
   *
   * @throws StoppedException once {@code stop} is set
   */
  public static AtomBound of(RowPasses a, Dense sums, Algebra algebra, StopSignal stop) {
    return of(a, sums, algebra.pausing(stop::check), stop, MOST_PROVEN);
  }

  static AtomBound of(RowPasses a, Dense sums, Algebra algebra, StopSignal stop, int mostProven) {
    SignForm form = new SignForm(a, half(sums), stop);
    double relaxed = form.total();
    if (relaxed == 0) {
      // Vectors that cancel say nothing; the rows' own lengths say something.
      form.useLengths();
    }
    if (form.total() == 0) {
      return new AtomBound(0, 0, 0);
    }
    if (!Double.isFinite(form.total() * form.total())) {
      throw new ArithmeticException("the squares of A exceed the range of double precision");
    }
    int order = form.isRemote() ? form.cols() : Math.min(form.rows(), form.cols());
    return order <= mostProven
        ? new AtomBound(proven(form, order, algebra), relaxed, 0)
        : new AtomBound(probable(form), relaxed, FAILURE);
  }

  /**
   * S = VᵀA with the dummy's share, r×D, of unit vectors {@code v} ((N+1)×r), the dummy's last; one
   * pass.
   *
   * @throws StoppedException once {@code stop} is set
   */
  public static Dense sums(RowPasses a, Dense v, StopSignal stop) {
    int d = a.cols();
    Dense sums = new Dense(v.cols(), d);
    a.forEach(
        stop,
        (i, row) -> {
          for (int k = 0; k < v.cols(); k++) {
            double with = v.get(i, k) + v.get(a.rows(), k);
            for (int j = 0; j < d; j++) {
              sums.values()[k * d + j] += with * row[j];
            }
          }
        });
    return sums;
  }

  /** Returns the sums of b_i = ½a_i, given those of a_i. */
  private static Dense half(Dense sums) {
    Dense half = new Dense(sums.rows(), sums.cols());
    Arrays.setAll(half.values(), i -> 0.5 * sums.values()[i]);
    return half;
  }

  private static double proven(SignForm form, int order, Algebra algebra) {
    long bytes = form.isRemote() ? MOST_SENT : MOST_BYTES;
    long most = bytes / Double.BYTES / order / order;
    List<Double> shares = SHARES.subList(0, (int) Math.max(1, Math.min(SHARES.size(), most)));
    double least = Double.POSITIVE_INFINITY;
    SignForm.Weighed best = null;
    double ritz = 0;
    for (SignForm.Weighed weighed : form.weighed(shares, algebra)) {
      double found = largest(weighed.gram());
      if (found * weighed.total() < least) {
        least = found * weighed.total();
        ritz = found;
        best = weighed;
      }
    }
    SignForm.Weighed kept = Objects.requireNonNull(best, "a finite matrix has a Ritz value");
    return proven(kept.gram(), ritz, form.rows() + form.cols(), algebra) * kept.total();
  }

  private static double largest(Dense gram) {
    Lanczos.Operator times =
        (x, into) -> {
          for (int i = 0; i < x.length; i++) {
            Dense.addScaled(into, 0, gram.values(), i * x.length, x.length, x[i]);
          }
        };
    return Lanczos.largest(times, gram.rows(), STEPS, SEED).ritz();
  }

  private static double probable(SignForm form) {
    double least = Double.POSITIVE_INFINITY;
    double best = 0;
    for (double share : SHARES) {
      double bound = estimate(form, share, STEPS).ritz() * form.total(share);
      if (bound < least) {
        least = bound;
        best = share;
      }
    }
    return estimate(form, best, STEPS_WITHOUT_PROOF).upperBound(FAILURE) * form.total(best);
  }

  /** A far larger bound, which one reading of {@code a} gives: ‖Aᵀz‖ ≤ Σ‖a_i‖. */
  public static AtomBound ofLengths(RowPasses a, StopSignal stop) {
    double[] sum = new double[1];
    a.forEach(
        stop,
        (i, row) -> {
          double squared = 0;
          for (float v : row) {
            squared += (double) v * v;
          }
          sum[0] += Math.sqrt(squared);
        });
    return new AtomBound(sum[0] * sum[0] * (1 + ROUNDING * (a.rows() + a.cols())), 0, 0);
  }

  private static Lanczos.Estimate estimate(SignForm form, double share, int steps) {
    return Lanczos.largest((x, into) -> form.applyScaled(share, x, into), form.cols(), steps, SEED);
  }

  /**
   * A number not less than the largest eigenvalue of {@code gram}, CᵀC or CCᵀ for C =
   * Diag(y)^(-1/2) B, whichever is smaller: tI less that matrix has a Cholesky factor, and t is
   * raised by what rounding could have hidden (Rump 2006): the errors of the matrix and of its
   * factor are below {@code size} = N + D units in the last place of its trace.
   */
  private static double proven(Dense gram, double ritz, int size, Algebra algebra) {
    double trace = 0;
    for (int j = 0; j < gram.rows(); j++) {
      trace += gram.get(j, j);
    }
    double rounding = 4.0 * size * Math.ulp(1.0) * trace;
    for (double slack = 1e-8; ; slack *= 4) {
      double t = ritz * (1 + slack);
      if (isPositiveDefinite(gram, t, algebra)) {
        return t + rounding;
      }
    }
  }

  private static boolean isPositiveDefinite(Dense gram, double t, Algebra algebra) {
    Dense difference = new Dense(gram.rows(), gram.cols());
    for (int i = 0; i < gram.rows(); i++) {
      for (int j = 0; j < gram.cols(); j++) {
        difference.set(i, j, (i == j ? t : 0) - gram.get(i, j));
      }
    }
    try {
      algebra.cholesky(difference);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }
}
