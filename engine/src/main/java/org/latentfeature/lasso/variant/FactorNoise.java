package org.latentfeature.lasso.variant;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigen;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * The noise of each column by factor analysis with K factors and a mean, before any bit is known: a
 * fit of bits follows the loud columns, and the noise that it leaves is not theirs. Maximum
 * likelihood, by steps (Lawley &amp; Maxwell 1971) of which each two are extrapolated before the
 * third: with C the covariance of X,
 *
 * <pre>  L = Ψ^½ V (Λ − I)^½  of the K leading eigenpairs of Ψ^−½ C Ψ^−½,   Ψ = diag(C − L Lᵀ).
 * </pre>
 */
final class FactorNoise {

  /** Maximum columns: an eigenvalue problem of this size is solved in every step. */
  private static final int MAX_COLS = 400;

  /** Rounds have three steps each. */
  private static final int MAX_ROUNDS = 25;

  /** Rounds end when a step changes no variance by more than this share. */
  private static final double ACCURACY = 1e-4;

  /** The noise is at least this share of a column's variance. */
  private static final double LEAST = .005;

  private final double[] variances;
  private final boolean isDetermined;

  private FactorNoise(double[] variances, boolean isDetermined) {
    this.variances = variances;
    this.isDetermined = isDetermined;
  }

  /** Returns σ_d² for each column. */
  double[] variances() {
    return variances;
  }

  /**
   * Returns whether the steps have come to rest. With more factors than the data have, or with few
   * rows, the likelihood is so flat that hundreds of steps still change a variance.
   */
  boolean isDetermined() {
    return isDetermined;
  }

  /** Returns why it cannot be estimated, as one line; null if it can. */
  static @Nullable String refusal(Rows x, int k) {
    if (x.facts().missing() > 0) {
      return "entries of X are missing";
    }
    if (x.cols() > MAX_COLS) {
      return "X has %,d columns; their noise is estimated for up to %,d"
          .formatted(x.cols(), MAX_COLS);
    }
    if (k >= x.cols()) {
      return "K is %d, but X has only %d columns".formatted(k, x.cols());
    }
    return x.cols() > x.rows() - k
        ? "X has %,d rows; the noise of %,d columns needs at least %,d"
            .formatted(x.rows(), x.cols(), x.cols() + k)
        : null;
  }

  /**
   * Estimates the noise, if nothing {@linkplain #refusal refuses} that.
   *
   * @param x N×D
   * @param k K
   */
  static FactorNoise of(Backend backend, Rows x, int k, StopSignal stop) {
    return of(covariance(backend, x, stop), k, backend.algebra(), stop);
  }

  private static Dense covariance(Backend backend, Rows x, StopSignal stop) {
    double[] mean =
        x instanceof SparseRows sparse ? sparse.columnMeans() : x.matrix().columnMeans(stop);
    // Sparse rows keep their zeros: their mean is a term of rank one.
    Rows centred = x.isSparse() ? x : new ColumnTerms(mean, null, Double.NaN).without(x.matrix());
    Moments.Limits limits = new Moments.Limits();
    Dense gram;
    try (LoadedData loaded = new LoadedData(backend, centred)) {
      ResidentRows rows = loaded.rows(List.of(limits), stop);
      try (Moments moments = rows.open(limits, stop)) {
        gram = moments.columnGram().copy();
      }
    }
    int d = x.cols();
    double[] values = gram.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] / x.rows() - (x.isSparse() ? mean[i / d] * mean[i % d] : 0);
    }
    return gram;
  }

  /** Estimates Ψ for a covariance C, D×D. */
  static FactorNoise of(Dense covariance, int k, Algebra algebra, StopSignal stop) {
    int d = covariance.rows();
    double[] total = new double[d];
    Arrays.setAll(total, j -> covariance.get(j, j));
    double largest = Arrays.stream(total).max().orElse(0);
    if (largest == 0) {
      return new FactorNoise(total, true);
    }
    double[] psi = start(covariance, total, largest, algebra);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      double[] first = next(covariance, total, largest, psi, k, stop);
      if (isNear(psi, first)) {
        return new FactorNoise(first, true);
      }
      double[] second = next(covariance, total, largest, first, k, stop);
      if (isNear(first, second)) {
        return new FactorNoise(second, true);
      }
      double[] far = extrapolated(psi, first, second);
      Arrays.setAll(far, j -> bounded(far[j], total[j], largest));
      psi = next(covariance, total, largest, far, k, stop);
    }
    return new FactorNoise(psi, false);
  }

  private static boolean isNear(double[] psi, double[] next) {
    double change = 0;
    for (int j = 0; j < psi.length; j++) {
      change = Math.max(change, Math.abs(Math.log(next[j] / psi[j])));
    }
    return change < ACCURACY;
  }

  /**
   * Extrapolates two steps, by logarithms: x + 2αr + α²v with r the first step, v what the second
   * differs from it by, and α = |r|/|v| from 1 to 10⁶ (Varadhan &amp; Roland 2008, SqS3).
   */
  private static double[] extrapolated(double[] psi, double[] first, double[] second) {
    double[] r = new double[psi.length];
    double[] v = new double[psi.length];
    double rr = 0;
    double vv = 0;
    for (int j = 0; j < r.length; j++) {
      r[j] = Math.log(first[j] / psi[j]);
      v[j] = Math.log(second[j] / first[j]) - r[j];
      rr += r[j] * r[j];
      vv += v[j] * v[j];
    }
    double alpha = vv > 0 ? Math.max(1, Math.min(1e6, Math.sqrt(rr / vv))) : 1;
    double[] far = new double[psi.length];
    Arrays.setAll(far, j -> psi[j] * Math.exp(alpha * (2 * r[j] + alpha * v[j])));
    return far;
  }

  /** Returns what the other columns do not explain of each, 1 / (C⁻¹)_dd. */
  private static double[] start(Dense covariance, double[] total, double largest, Algebra algebra) {
    int d = total.length;
    Dense ridged = covariance.copy();
    Dense identity = new Dense(d, d);
    for (int j = 0; j < d; j++) {
      ridged.set(j, j, ridged.get(j, j) + 1e-9 * largest);
      identity.set(j, j, 1);
    }
    double[] psi = new double[d];
    Dense inverse = algebra.solve(ridged, identity);
    for (int j = 0; j < d; j++) {
      psi[j] = bounded(1 / inverse.get(j, j), total[j], largest);
    }
    return psi;
  }

  private static double bounded(double psi, double total, double largest) {
    double least = Math.max(LEAST * total, 1e-12 * largest);
    return Math.max(least, Math.min(psi, Math.max(total, least)));
  }

  private static double[] next(
      Dense covariance, double[] total, double largest, double[] psi, int k, StopSignal stop) {
    stop.check();
    int d = total.length;
    Dense scaled = new Dense(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        scaled.set(i, j, covariance.get(i, j) / Math.sqrt(psi[i] * psi[j]));
      }
    }
    SymmetricEigen leading = SymmetricEigen.leading(scaled, k, stop::check);
    double[] next = new double[d];
    for (int j = 0; j < d; j++) {
      double common = 0;
      for (int a = 0; a < k; a++) {
        double v = leading.vectors().get(a, j);
        common += Math.max(0, leading.values()[a] - 1) * v * v;
      }
      next[j] = bounded(total[j] - common * psi[j], total[j], largest);
    }
    return next;
  }
}
