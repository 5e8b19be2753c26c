package org.latentfeature.admixture;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.spectral.Eigenpair;
import org.latentfeature.spectral.EigenpairSearch;

/**
 * Shares of ancestral populations in individuals (Jaffe et al. 2018, section 5): x_ij in {0, ½, 1}
 * is half the number of alleles that individual j has at locus i, 2x_ij ~ Binomial(2, (Z W)_ij).
 * The columns of W lie on the simplex; a population is an eigenpair of the whitened third moment,
 * whose noisy entries are completed, and of all sets of K the most likely is taken.
 */
final class EigenpairShares {

  /** Most sets of candidates that are compared. */
  private static final int MOST_SETS = 2_000;

  /** Squared pivots below this share of the largest are dependences. */
  private static final double DEPENDENT = 1e-10;

  /**
   * The result.
   *
   * @param shares W, K×D, with columns on the simplex
   * @param candidates number of eigenpairs
   */
  record Found(Dense shares, int candidates) {}

  private EigenpairShares() {}

  /**
   * Halves of the counts, M×N, with the mean of the locus where one is missing; ½ where all are, as
   * cross-validation may leave a locus.
   */
  static Matrix halves(AlleleCounts counts) {
    Matrix x = Matrix.allocate(counts.loci(), counts.individuals());
    float[] row = new float[counts.individuals()];
    for (int j = 0; j < x.rows(); j++) {
      double sum = 0;
      int known = 0;
      for (int i = 0; i < row.length; i++) {
        int count = counts.get(i, j);
        row[i] = count == AlleleCounts.MISSING ? Float.NaN : count / 2f;
        sum += count == AlleleCounts.MISSING ? 0 : row[i];
        known += count == AlleleCounts.MISSING ? 0 : 1;
      }
      float mean = known == 0 ? .5f : (float) (sum / known);
      for (int i = 0; i < row.length; i++) {
        row[i] = Float.isNaN(row[i]) ? mean : row[i];
      }
      x.setRow(j, row);
    }
    return x;
  }

  /**
   * Finds the shares.
   *
   * @param data N loci × D individuals, entries from 0 to 1
   * @param k K populations, at least 2 and less than D
   * @param seed of the starts of Newton's method
   * @throws IllegalArgumentException if there are no K of them
   */
  static Found of(LoadedData data, int k, long seed, StopSignal stop) {
    int threads = Math.max(1, data.backend().info().threads());
    AdmixtureMoments moments = AdmixtureMoments.of(data, k, stop);
    List<Eigenpair> pairs =
        EigenpairSearch.of(
                moments.tensor(), 0, EigenpairSearch.Effort.UNTIL_IN_VAIN, seed, threads, stop)
            .pairs();
    if (pairs.size() < k) {
      throw new IllegalArgumentException(
          ("the third moment has %d eigenpairs, fewer than %d populations; pass more loci or "
                  + "fewer populations")
              .formatted(pairs.size(), k));
    }
    Dense directions = new Dense(pairs.size(), k);
    for (int c = 0; c < pairs.size(); c++) {
      for (int a = 0; a < k; a++) {
        directions.set(c, a, pairs.get(c).vector()[a] / pairs.get(c).lambda());
      }
    }
    AdmixtureLikelihood likelihood = new AdmixtureLikelihood(data.x());
    @Nullable Dense best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (int[] set : sets(pairs.size(), k)) {
      stop.check();
      Dense shares = shares(directions.selectRows(set), moments.loadings());
      double value = shares == null ? Double.NEGATIVE_INFINITY : likelihood.of(shares);
      if (value > most) {
        most = value;
        best = shares;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "no %d eigenpairs of the third moment are independent; pass fewer populations"
              .formatted(k));
    }
    return new Found(best, pairs.size());
  }

  /**
   * W = Y⁻ᵀ K' for whitened directions Y (K×K), each row scaled so that the columns add up to 1 as
   * well as they can, on the simplex; null if the directions depend on each other. Frequencies are
   * no bits, so that an eigenvalue does not tell the scale.
   */
  private static @Nullable Dense shares(Dense directions, Dense loadings) {
    PivotedCholesky factor = PivotedCholesky.of(directions.timesTransposed(directions), DEPENDENT);
    if (factor.rank() < directions.rows()) {
      return null;
    }
    // Y⁻ᵀ = (Y Yᵀ)⁻¹ Y.
    Dense w = factor.solve(directions).times(loadings);
    Dense sums = new Dense(w.rows(), 1);
    for (int a = 0; a < w.rows(); a++) {
      for (int j = 0; j < w.cols(); j++) {
        sums.set(a, 0, sums.get(a, 0) + w.get(a, j));
      }
    }
    Dense scales = PivotedCholesky.of(w.timesTransposed(w), DEPENDENT).solve(sums);
    for (int a = 0; a < w.rows(); a++) {
      for (int j = 0; j < w.cols(); j++) {
        w.set(a, j, w.get(a, j) * scales.get(a, 0));
      }
    }
    Simplex.project(w, 0);
    return w;
  }

  /** All sets of {@code k} of the first {@code n} numbers, or of fewer where they are too many. */
  private static List<int[]> sets(int n, int k) {
    int of = n;
    while (of > k && binomial(of, k) > MOST_SETS) {
      of--;
    }
    List<int[]> all = new ArrayList<>();
    grow(all, new int[k], 0, 0, of);
    return all;
  }

  private static void grow(List<int[]> all, int[] set, int size, int from, int n) {
    if (size == set.length) {
      all.add(set.clone());
      return;
    }
    for (int next = from; next < n; next++) {
      set[size] = next;
      grow(all, set, size + 1, next + 1, n);
    }
  }

  private static double binomial(int n, int k) {
    double value = 1;
    for (int i = 1; i <= k; i++) {
      value *= (double) (n - k + i) / i;
    }
    return value;
  }
}
