package org.latentfeature.relaxation;

import java.util.Arrays;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;

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

  /** Small multipliers are raised by these shares of their mean; the best is kept. */
  private static final double[] SHIFTS = {0, 1e-4, 1e-3, 1e-2, 0.1};

  private static final int STEPS = 40;

  private static final int STEPS_WITHOUT_PROOF = 300;

  private static final double FAILURE = 1e-9;

  /** A sum of n numbers above zero is short of theirs by less than n of these shares. */
  private static final double ROUNDING = Math.ulp(1.0);

  private static final long SEED = 0x626f756e64L;

  /**
   * The bound for the rows of {@code a} (N×D) from unit vectors of its sweeps ((N+1)×r).
   *
   * @throws StoppedException once {@code stop} is set
   */
  public static AtomBound of(Matrix a, Dense vectors, Algebra algebra, StopSignal stop) {
    return of(a, vectors, algebra.pausing(stop::check), stop, MOST_PROVEN);
  }

  static AtomBound of(Matrix a, Dense vectors, Algebra algebra, StopSignal stop, int mostProven) {
    SignForm form = new SignForm(a, stop);
    double[] norms = form.gradientNorms(vectors);
    double relaxed = Arrays.stream(norms).sum();
    if (relaxed == 0) {
      // Vectors that cancel say nothing; the rows' own lengths say something.
      norms = form.rowNorms();
    }
    double sum = Arrays.stream(norms).sum();
    if (sum == 0) {
      return new AtomBound(0, 0, 0);
    }
    if (!Double.isFinite(sum * sum)) {
      throw new ArithmeticException("the squares of A exceed the range of double precision");
    }
    double[] best = norms;
    double least = Double.POSITIVE_INFINITY;
    for (double shift : SHIFTS) {
      double[] y = raised(norms, shift * sum / norms.length);
      double bound = estimate(form, y, STEPS).ritz() * Arrays.stream(y).sum();
      if (bound < least) {
        least = bound;
        best = y;
      }
    }
    double total = Arrays.stream(best).sum();
    if (Math.min(form.rows(), form.cols()) > mostProven) {
      double t = estimate(form, best, STEPS_WITHOUT_PROOF).upperBound(FAILURE);
      return new AtomBound(t * total, relaxed, FAILURE);
    }
    return new AtomBound(proven(form, best, least / total, algebra) * total, relaxed, 0);
  }

  /** A far larger bound, which one reading of {@code a} gives: ‖Aᵀz‖ ≤ Σ‖a_i‖. */
  public static AtomBound ofLengths(Matrix a) {
    float[] row = new float[a.cols()];
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row);
      double squared = 0;
      for (float v : row) {
        squared += (double) v * v;
      }
      sum += Math.sqrt(squared);
    }
    return new AtomBound(sum * sum * (1 + ROUNDING * (a.rows() + a.cols())), 0, 0);
  }

  /** {@code y + by}, kept above zero: any positive numbers serve. */
  private static double[] raised(double[] y, double by) {
    double[] raised = new double[y.length];
    double smallest = 1e-12 * Arrays.stream(y).max().orElseThrow();
    for (int i = 0; i < y.length; i++) {
      raised[i] = Math.max(y[i] + by, smallest);
    }
    return raised;
  }

  private static Lanczos.Estimate estimate(SignForm form, double[] y, int steps) {
    return Lanczos.largest((x, into) -> form.applyScaled(y, x, into), form.cols(), steps, SEED);
  }

  /**
   * A number not less than the largest eigenvalue of CᵀC or CCᵀ, C = Diag(y)^(-1/2) B, whichever is
   * smaller: tI less that matrix has a Cholesky factor, and t is raised by what rounding could have
   * hidden (Rump 2006): the errors of the matrix and of its factor are below (N + D) units in the
   * last place of its trace.
   */
  private static double proven(SignForm form, double[] y, double ritz, Algebra algebra) {
    Dense gram =
        form.cols() <= form.rows() ? form.columnGram(y, algebra) : form.rowGram(y, algebra);
    double trace = 0;
    for (int j = 0; j < gram.rows(); j++) {
      trace += gram.get(j, j);
    }
    double rounding = 4.0 * (form.rows() + form.cols()) * Math.ulp(1.0) * trace;
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
