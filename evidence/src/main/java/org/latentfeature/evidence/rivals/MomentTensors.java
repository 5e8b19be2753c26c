package org.latentfeature.evidence.rivals;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigen;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;

/**
 * The spectral estimate of the linear Gaussian Indian buffet process by Tung &amp; Smola (NIPS
 * 2014): x = Wᵀz + e with independent z_k ~ Bernoulli(π_k) and e ~ N(0, σ² I). Rows are centred and
 * whitened by the covariance of the signal,
 *
 * <pre>
 *   S₂ = E (x−μ)(x−μ)ᵀ − σ² I = Σ π_k(1−π_k) w_k w_kᵀ,    y = S₂^(−½) (x−μ)
 *   S₃ = E y⊗y⊗y = Σ (1−2π_k)/√(π_k(1−π_k)) v_k⊗v_k⊗v_k
 *   S₄ = cumulant of order 4 = Σ (1/(π_k(1−π_k)) − 6) v_k⊗v_k⊗v_k⊗v_k
 * </pre>
 *
 * <p>with orthonormal v_k. Eigenvectors are found one after the other, by power iterations from
 * random starts and deflation, of S₃ while its eigenvalues stand out of sampling errors, then of
 * S₄: a feature that half of the rows have shows in that alone. An eigenvalue gives π_k, the
 * whitening undone gives w_k. The third moment does not tell a feature from its complement; the
 * mean, Σ π_k w_k, does.
 */
final class MomentTensors {

  /** Random starts of an eigenvector. */
  private static final int STARTS = 10;

  /** Power iterations of each start, and of the best one at most. */
  private static final int TRIAL = 15;

  private static final int MOST = 200;

  /** 1 − |cosine| of two iterates, below which they count as one. */
  private static final double SAME = 1e-10;

  /** Standard deviations of a third moment's sampling error by which an eigenvalue stands out. */
  private static final double CLEAR = 5;

  /** Variances of the signal below this share of the largest count as 0. */
  private static final double NONE = 1e-9;

  private final Dense y;
  private final Dense noise;
  private final RandomStream random;
  private final StopSignal stop;
  private final List<double[]> found = new ArrayList<>();
  private final List<Double> third = new ArrayList<>();
  private final List<Double> fourth = new ArrayList<>();

  private MomentTensors(Dense y, Dense noise, RandomStream random, StopSignal stop) {
    this.y = y;
    this.noise = noise;
    this.random = random;
    this.stop = stop;
  }

  /**
   * The dictionary, of at most as many features as rows of {@code basis}: fewer where the signal
   * varies in fewer directions.
   *
   * @param rows P, N×K: the centred rows in the coordinates of {@code basis}
   * @param basis orthonormal rows, K×D, that span the signal
   * @param mean of the rows, μ
   * @param variance σ²
   * @param counted whether {@link #count} says how many features there are
   * @param random of the starts
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  static Dense dictionary(
      Dense rows,
      Dense basis,
      double[] mean,
      double variance,
      boolean counted,
      RandomStream random,
      StopSignal stop) {
    int k = basis.rows();
    Dense covariance = rows.transpose().times(rows);
    for (int i = 0; i < covariance.values().length; i++) {
      covariance.values()[i] /= rows.rows();
    }
    SymmetricEigen eigen = SymmetricEigen.leading(covariance, k, stop::check);
    int most = counted ? count(eigen.values(), variance) : k;
    int rank = 0;
    while (rank < most
        && eigen.values()[rank] - variance > NONE * eigen.values()[0]
        && eigen.values()[rank] > 0) {
      rank++;
    }
    Dense whitening = new Dense(rank, k);
    Dense back = new Dense(rank, k);
    Dense noise = new Dense(rank, rank);
    for (int r = 0; r < rank; r++) {
      double size = Math.sqrt(eigen.values()[r] - variance);
      noise.set(r, r, variance / (size * size));
      for (int j = 0; j < k; j++) {
        whitening.set(r, j, eigen.vectors().get(r, j) / size);
        back.set(r, j, eigen.vectors().get(r, j) * size);
      }
    }
    MomentTensors tensors =
        new MomentTensors(rows.times(whitening.transpose()), noise, random, stop);
    Dense w = new Dense(rank, basis.cols());
    double[] shares = new double[rank];
    for (int r = 0; r < rank; r++) {
      double[] v = tensors.next();
      double half = tensors.half();
      shares[r] = half;
      Dense direction = Dense.wrap(1, rank, v).times(back).times(basis);
      for (int d = 0; d < basis.cols(); d++) {
        w.set(r, d, direction.get(0, d) / Math.sqrt(half * (1 - half)));
      }
    }
    orient(w, shares, mean);
    return w;
  }

  /**
   * The number of features that Tung and Smola read off the spectrum: that at which the ratio of an
   * eigenvalue of the covariance to the next one is largest. The noise follows the last.
   *
   * @param eigenvalues in descending order
   * @param noise mean of the eigenvalues that are not among them
   */
  static int count(double[] eigenvalues, double noise) {
    int count = 0;
    double largest = 0;
    double floor = NONE * eigenvalues[0];
    for (int r = 0; r < eigenvalues.length; r++) {
      double next = r + 1 < eigenvalues.length ? eigenvalues[r + 1] : noise;
      double ratio = Math.max(eigenvalues[r], floor) / Math.max(next, floor);
      if (ratio > largest) {
        largest = ratio;
        count = r + 1;
      }
    }
    return count;
  }

  /** Finds the next eigenvector, of the tensor whose eigenvalue is the clearer one. */
  private double[] next() {
    double[] best = new double[y.cols()];
    boolean isThird = true;
    double most = -1;
    for (int order = 3; order <= 4; order++) {
      for (int start = 0; start < STARTS; start++) {
        double[] v = iterate(start(), order, TRIAL);
        double value = Math.abs(eigenvalue(v, order));
        if (value > most && (order == 3) == isThird) {
          most = value;
          best = v;
        }
      }
      if (most > CLEAR * Math.sqrt(15.0 / y.rows())) {
        break;
      }
      isThird = false;
      most = -1;
    }
    double[] v = iterate(best, isThird ? 3 : 4, MOST);
    double skewness = eigenvalue(v, 3);
    double kurtosis = eigenvalue(v, 4);
    if (skewness < 0) {
      for (int i = 0; i < v.length; i++) {
        v[i] = -v[i];
      }
    }
    found.add(v);
    third.add(isThird ? Math.abs(skewness) : 0);
    fourth.add(kurtosis);
    return v;
  }

  /** The share of ones, at most ½, of the eigenvector found last. */
  private double half() {
    double skewness = third.get(third.size() - 1);
    double least = 1.0 / y.rows();
    if (skewness > 0) {
      return Math.max(least, 0.5 * (1 - skewness / Math.sqrt(4 + skewness * skewness)));
    }
    double product = Math.min(0.25, 1 / Math.max(4, fourth.get(fourth.size() - 1) + 6));
    return Math.max(least, 0.5 * (1 - Math.sqrt(1 - 4 * product)));
  }

  private double[] start() {
    double[] v = new double[y.cols()];
    for (int i = 0; i < v.length; i++) {
      v[i] = random.nextGaussian();
    }
    return v;
  }

  private double[] iterate(double[] from, int order, int most) {
    double[] v = unit(from);
    for (int step = 0; step < most; step++) {
      stop.check();
      double[] next = unit(product(v, order));
      boolean same = 1 - Math.abs(dot(v, next)) < SAME;
      v = next;
      if (same) {
        break;
      }
    }
    return v;
  }

  private double eigenvalue(double[] v, int order) {
    return dot(v, product(v, order));
  }

  /** S(·, v, v) or S(·, v, v, v), less what was found before. */
  private double[] product(double[] v, int order) {
    int n = y.rows();
    int k = y.cols();
    double[] sums = new double[k];
    double[] values = y.values();
    for (int i = 0; i < n; i++) {
      double along = 0;
      for (int j = 0; j < k; j++) {
        along += values[i * k + j] * v[j];
      }
      double weight = order == 3 ? along * along : along * along * along;
      for (int j = 0; j < k; j++) {
        sums[j] += weight * values[i * k + j];
      }
    }
    double spread = 0;
    for (int j = 0; j < k; j++) {
      sums[j] /= n;
      spread += v[j] * v[j] * (1 + noise.get(j, j));
    }
    if (order == 4) {
      for (int j = 0; j < k; j++) {
        sums[j] -= 3 * spread * v[j] * (1 + noise.get(j, j));
      }
    }
    for (int f = 0; f < found.size(); f++) {
      double[] u = found.get(f);
      double along = dot(u, v);
      double value =
          order == 3 ? third.get(f) * along * along : fourth.get(f) * along * along * along;
      for (int j = 0; j < k; j++) {
        sums[j] -= value * u[j];
      }
    }
    return sums;
  }

  private static double[] unit(double[] v) {
    double norm = Math.sqrt(dot(v, v));
    double[] unit = v.clone();
    for (int i = 0; i < unit.length; i++) {
      unit[i] /= norm == 0 ? 1 : norm;
    }
    return unit;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * Turns features into their complements, −w with the share 1 − π, where the mean says so: Σ π_k
   * w_k − μ is the sum of those that are to be turned.
   */
  private static void orient(Dense w, double[] shares, double[] mean) {
    int k = w.rows();
    Dense gram = w.times(w.transpose());
    Dense right = new Dense(k, 1);
    double scale = 0;
    for (int j = 0; j < k; j++) {
      scale = Math.max(scale, gram.get(j, j));
      double sum = 0;
      for (int d = 0; d < w.cols(); d++) {
        double over = -mean[d];
        for (int l = 0; l < k; l++) {
          over += shares[l] * w.get(l, d);
        }
        sum += w.get(j, d) * over;
      }
      right.set(j, 0, sum);
    }
    for (int j = 0; j < k; j++) {
      gram.set(j, j, gram.get(j, j) + NONE * scale);
    }
    Dense turned = Algebra.JAVA.solve(gram, right);
    for (int j = 0; j < k; j++) {
      if (turned.get(j, 0) > 0.5) {
        for (int d = 0; d < w.cols(); d++) {
          w.set(j, d, -w.get(j, d));
        }
      }
    }
  }
}
