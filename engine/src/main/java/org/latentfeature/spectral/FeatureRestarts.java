package org.latentfeature.spectral;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * Refinements from other codes, on a sample of the rows: from those found, with one or two features
 * replaced by the residual of a random row; and from random codes.
 */
public final class FeatureRestarts {

  /** Rows of a sample. */
  private static final int SAMPLE = 10_000;

  private static final int TRIAL_ROUNDS = 8;

  /** A trial continues if after its first rounds it is within this share of the best. */
  private static final double PROMISING = 0.05;

  private static final double PREVALENCE = 0.3;
  private static final long PURPOSE = 0x4e57;

  private final CodeRefinement refinement;
  private final ResidentRows rows;
  private final int k;
  private final long seed;
  private long draws;

  private FeatureRestarts(CodeRefinement refinement, ResidentRows rows, int k, long seed) {
    this.refinement = refinement;
    this.rows = rows;
    this.k = k;
    this.seed = CounterRandom.stream(seed, PURPOSE);
  }

  private static List<Limits<?>> limits(int k) {
    return List.of(new Incidence.Limits(k), new Factorisation.Limits(k));
  }

  /** Bytes that restarts with {@code k} features take, the rows of their sample among them. */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    return backend.bytesNeeded(Math.min(rows, SAMPLE), cols, limits(k));
  }

  /**
   * The best dictionary of at most {@code most} restarts; null if none is better than that of
   * {@code from}.
   *
   * @param k number of features
   * @param sigma σ; restarts stop once the error is no larger than that of the ground truth
   */
  public static @Nullable Dense dictionary(
      FactorFit fit, Factors from, int k, double sigma, int most, long seed) {
    StopSignal stop = fit.monitor().signal();
    int n = fit.rows().rows();
    int count = Math.min(n, SAMPLE);
    int[] some = IntStream.range(0, count).map(i -> (int) ((long) i * n / count)).toArray();
    Matrix x = fit.rows().copy(some);
    try (LoadedData data = new LoadedData(fit.backend(), x)) {
      ResidentRows rows = data.rows(limits(k), stop);
      try (Opened opened = new Opened(rows, stop)) {
        CodeRefinement refinement =
            new CodeRefinement(
                data,
                rows,
                opened.open(new Factorisation.Limits(k)),
                opened.open(new Incidence.Limits(k)),
                any -> {});
        FeatureRestarts restarts = new FeatureRestarts(refinement, rows, k, seed);
        double squaredNorm = x.facts().squaredNorm();
        int cols = fit.data().noisyCols();
        Factors best = restarts.padded(from);
        boolean isBetter = false;
        boolean isTrue = false;
        for (int trial = 0; trial < most && !isTrue && !stop.isSet(); trial++) {
          Factors tried =
              trial % 3 == 2 ? restarts.random() : restarts.exchanged(best, 1 + trial % 2);
          if (tried.squaredError() < (1 + PROMISING) * best.squaredError()) {
            tried = refinement.descend(tried);
          }
          if (tried.squaredError() < best.squaredError()) {
            best = tried;
            isBetter = true;
            isTrue =
                best.squaredError()
                    <= TrueError.of(best.z(), best.w(), sigma, cols, squaredNorm).most();
          }
        }
        return isBetter ? best.w() : null;
      }
    }
  }

  /** From the dictionary of {@code from}, with random columns up to K. */
  private Factors padded(Factors from) {
    BinaryMatrix none =
        BinaryMatrix.ofColumns(
            rows.rows(),
            IntStream.range(0, from.z().cols())
                .mapToObj(c -> BitVector.of(new boolean[rows.rows()]))
                .toList());
    Factors known =
        from.z().cols() == 0 ? refinement.empty() : refinement.run(none, from.w(), TRIAL_ROUNDS);
    if (known.z().cols() == k) {
      return refinement.descend(known);
    }
    List<BitVector> more =
        IntStream.range(known.z().cols(), k).mapToObj(c -> randomColumn()).toList();
    List<BitVector> all = Stream.concat(known.z().columns().stream(), more.stream()).toList();
    return refinement.run(BinaryMatrix.ofColumns(rows.rows(), all));
  }

  private Factors random() {
    return refinement.run(
        BinaryMatrix.ofColumns(
            rows.rows(), IntStream.range(0, k).mapToObj(c -> randomColumn()).toList()),
        TRIAL_ROUNDS);
  }

  private BitVector randomColumn() {
    boolean[] bits = new boolean[rows.rows()];
    long column = draws++;
    for (int i = 0; i < bits.length; i++) {
      bits[i] = CounterRandom.uniform(seed, i, column) < PREVALENCE;
    }
    return BitVector.of(bits);
  }

  private Factors exchanged(Factors from, int count) {
    Dense w = from.w().copy();
    BinaryMatrix z = from.z();
    float[] row = new float[rows.cols()];
    for (int c = 0; c < Math.min(count, k); c++) {
      int feature = draw(k);
      int n = draw(rows.rows());
      rows.copy(new int[] {n}).getRow(0, row);
      for (int j = 0; j < row.length; j++) {
        double rest = row[j];
        for (int f = 0; f < k; f++) {
          if (f != feature && z.get(n, f)) {
            rest -= w.get(f, j);
          }
        }
        w.set(feature, j, rest);
      }
      z = z.replace(feature, BitVector.of(new boolean[rows.rows()]));
    }
    return refinement.run(z, w, TRIAL_ROUNDS);
  }

  private int draw(int below) {
    return (int) (CounterRandom.uniform(seed, draws++, 1) * below);
  }
}
