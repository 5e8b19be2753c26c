package org.latentfeature.spectral;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * Features of binary codes from the first three moments of the data (Jaffe, Weiss, Carmi, Kluger
 * &amp; Nadler, ICML 2018): a feature of K is an eigenpair of the whitened third moment, and all
 * eigenpairs are candidates (docs/spectral.md).
 */
public final class TensorEigenpairs {

  /** Most features: each one more doubles the eigenpairs that there may be. */
  public static final int MOST_FEATURES = 16;

  /** Fewest rows, for each pair of features, from which third moments tell anything. */
  private static final int ROWS = 10;

  /** The condition number that independent directions must keep. */
  private static final double CONDITION = 20;

  /** Noise below this share of the variance of the rows is rounding: there is none. */
  private static final double NOISELESS = 1e-9;

  /** Variance of rows below this share of their squares is rounding: they are all the same. */
  private static final double CONSTANT = 1e-12;

  /** Standard errors of a moment by which λ of a feature that all rows have may be below 1. */
  private static final double DEVIATIONS = 5;

  private static final double DEPENDENT = 1e-14;

  /** Eigenvalues below this share of the largest are rounding errors of X, or of its file. */
  private static final double ROUNDING = 1e-11;

  private final MomentWhitening whitening;
  private final double sigma;
  private final List<Candidate> candidates;
  private final int starts;

  private TensorEigenpairs(
      MomentWhitening whitening, double sigma, List<Candidate> candidates, int starts) {
    this.whitening = whitening;
    this.sigma = sigma;
    this.candidates = candidates;
    this.starts = starts;
  }

  /**
   * Options.
   *
   * @param k K; null to count components by {@link KritchmanNadler}
   * @param sigma σ; null to estimate it
   * @param published whether all starts are made that the paper makes, and λ &lt; 1 dropped
   * @param seed of the random starts
   */
  public record Request(
      @Nullable Integer k, @Nullable Double sigma, boolean published, long seed) {}

  /**
   * Finds candidates.
   *
   * @param backend that the rows are on
   * @param rows of X, N×D
   * @param x the same rows on the host
   * @param cols how many columns the data as given have, of which X may be a reduction
   * @throws IllegalArgumentException if there cannot be K features, with what was seen: all rows
   *     are the same, too few rows or columns, or an eigenvalue that is not above the noise
   */
  public static TensorEigenpairs of(
      Backend backend, ResidentRows rows, Matrix x, int cols, Request request, StopSignal stop) {
    Algebra algebra = backend.algebra().pausing(stop::check);
    int threads = Math.max(1, backend.info().threads());
    Integer given = request.k();
    if (given != null) {
      requirePossible("K is " + given, given, x.rows(), cols);
    }
    RowMoments moments = RowMoments.of(rows, x, stop);
    KritchmanNadler noise = noise(moments, cols, request, algebra);
    int k = noise.components();
    requirePossible("K is estimated as " + k, k, x.rows(), cols);
    double variance = noise.variance();
    MomentWhitening whitening = MomentWhitening.of(moments, k, variance, stop);
    boolean isNoiseless = request.sigma() == null && variance <= NOISELESS * moments.variance();
    double sigma = isNoiseless ? 0 : Math.sqrt(variance);
    try (WhitenedSample sample = new WhitenedSample(backend, rows, moments, whitening, stop)) {
      EigenpairSearch search =
          EigenpairSearch.of(
              sample.tensor(variance),
              request.published() ? 1 : 1 - DEVIATIONS / Math.sqrt(x.rows()),
              request.published()
                  ? EigenpairSearch.Effort.PUBLISHED
                  : EigenpairSearch.Effort.UNTIL_IN_VAIN,
              request.seed(),
              threads,
              stop);
      return new TensorEigenpairs(
          whitening,
          sigma,
          CandidateScores.of(sample, whitening, search.pairs(), sigma, threads, stop),
          search.starts());
    }
  }

  /** Refuses a K for which there are too few rows or columns, or too many eigenpairs. */
  private static void requirePossible(String said, int k, int rows, int cols) {
    if (k > MOST_FEATURES) {
      throw new IllegalArgumentException(
          ("%s, but at most %d features are searched for: a tensor may have 2^K eigenpairs, "
                  + "each reached from a random start; use 'lfm fit', whose estimators lasso and "
                  + "cumulants have no such limit")
              .formatted(said, MOST_FEATURES));
    }
    if (k >= cols) {
      throw new IllegalArgumentException(
          ("%s, but X has %d column%s that %s not all zero; the noise is estimated outside the "
                  + "K leading dimensions: pass a smaller -k, or use 'lfm fit'")
              .formatted(said, cols, cols == 1 ? "" : "s", cols == 1 ? "is" : "are"));
    }
    if (rows < ROWS * k * k) {
      throw new IllegalArgumentException(
          ("%s, but X has %d rows; third moments of so many features need at least %d·K² = %d "
                  + "rows: pass a smaller -k, or use 'lfm fit'")
              .formatted(said, rows, ROWS, ROWS * k * k));
    }
  }

  /** K and σ², as asked for or estimated. */
  private static KritchmanNadler noise(
      RowMoments moments, int cols, Request request, Algebra algebra) {
    double[] centred = spectrum(moments.covariance(), cols, algebra);
    if (!(centred[0] > CONSTANT * moments.squares())) {
      throw new IllegalArgumentException(
          "all rows of X are equal, so features cannot be told apart");
    }
    Integer given = request.k();
    int k = given != null ? given : count(moments, centred, algebra);
    Double sigma = request.sigma();
    double variance =
        sigma != null
            ? sigma * sigma
            : KritchmanNadler.variance(centred, moments.rows(), Math.min(k, cols - 1));
    return new KritchmanNadler(k, variance);
  }

  private static int count(RowMoments moments, double[] centred, Algebra algebra) {
    int k = KritchmanNadler.of(centred, moments.rows()).components();
    // Features of which each row has exactly one vary in K − 1 dimensions, and span K.
    double[] raw = spectrum(moments.second(), centred.length, algebra);
    if (KritchmanNadler.of(raw, moments.rows()).components() > k
        && (k + 1 == raw.length || raw[k] >= Spectrum.GAP * raw[k + 1])) {
      k++;
    }
    if (k == 0) {
      throw new IllegalArgumentException(
          "no eigenvalue of the covariance of X exceeds the level of noise; if there are "
              + "features, pass their number with -k");
    }
    return k;
  }

  /** Eigenvalues without those that are rounding errors, and 0 for columns that were left out. */
  private static double[] spectrum(Dense moment, int cols, Algebra algebra) {
    double[] found = algebra.eigenvalues(moment);
    double[] values = Arrays.copyOf(found, Math.max(cols, found.length));
    for (int j = 0; j < values.length; j++) {
      values[j] = values[j] > ROUNDING * values[0] ? values[j] : 0;
    }
    return values;
  }

  /**
   * Maximum bytes on the device for N×D {@code rows}, besides the rows.
   *
   * @param k K
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    List<Limits<?>> moments = List.of(new Moments.Limits());
    long second =
        backend.bytesNeeded(rows, cols, moments) - backend.bytesNeeded(rows, cols, List.of());
    return Math.max(second, WhitenedSample.bytesNeeded(backend, rows, cols, k));
  }

  /** K. */
  public int size() {
    return whitening.size();
  }

  /** σ, given or estimated; 0 where there is no noise. */
  public double sigma() {
    return sigma;
  }

  /** All candidates, the best score first. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /** Random starts that were made. */
  public int starts() {
    return starts;
  }

  /**
   * The first K of {@code order} whose directions are independent: one is passed over if with those
   * before it the condition number, of directions of norm 1, were above 20. Fewer if there are no
   * more.
   */
  public List<Candidate> independent(List<Candidate> order) {
    List<Candidate> kept = new ArrayList<>();
    for (Candidate candidate : order) {
      if (kept.size() == size()) {
        break;
      }
      kept.add(candidate);
      if (condition(kept) > CONDITION) {
        kept.remove(kept.size() - 1);
      }
    }
    return kept;
  }

  private double condition(List<Candidate> some) {
    Dense directions = directions(some);
    for (int i = 0; i < some.size(); i++) {
      double norm = directions.rowNorm(i);
      for (int j = 0; j < directions.cols(); j++) {
        directions.values()[i * directions.cols() + j] /= norm;
      }
    }
    double[] squares = Algebra.JAVA.eigenvalues(directions.timesTransposed(directions));
    double least = squares[squares.length - 1];
    return least > 0 ? Math.sqrt(squares[0] / least) : Double.POSITIVE_INFINITY;
  }

  /** The directions v of {@code some}, rows of D entries. */
  public Dense directions(List<Candidate> some) {
    Dense y = new Dense(some.size(), size());
    for (int c = 0; c < some.size(); c++) {
      System.arraycopy(some.get(c).coordinates(), 0, y.values(), c * size(), size());
    }
    return y.times(whitening.directions());
  }

  /** The dictionary W of {@code some}: the pseudoinverse of their directions, rows of D entries. */
  public Dense dictionary(List<Candidate> some) {
    Dense directions = directions(some);
    return PivotedCholesky.of(directions.timesTransposed(directions), DEPENDENT).solve(directions);
  }
}
