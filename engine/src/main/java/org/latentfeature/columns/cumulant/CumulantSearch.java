package org.latentfeature.columns.cumulant;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Polar;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.cumulant.CumulantAscent.Ascended;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * The spectral estimate of independent binary features (Tung &amp; Smola 2014), restated in
 * cumulants: ascents from random starts. Each ends at groups of rows, from which columns are read
 * out. Directions that show no two groups are redrawn, and the ascent continues.
 */
public final class CumulantSearch {

  private static final long PURPOSE = 0xc0b;

  /** Rounds between checks of the groups. */
  private static final int LOOK = 8;

  /** Mean κ₄ below which most prevalences are near ½, between 0.31 and 0.69. */
  private static final double NEAR_HALF = -1.35;

  /** Noise may differ between columns. */
  private static final double MARGIN = 1.5;

  /** Share of the squares of a zero column that single precision may leave. */
  private static final double ROUNDING = 1e-12;

  /**
   * The data to search.
   *
   * @param backend of the rows
   * @param rows the data
   * @param x the same data
   * @param spectrum of these
   * @param k K, at most min(N, D)
   * @param cols number of columns of the original data that are not all zero
   */
  public record Request(
      Backend backend, ResidentRows rows, Matrix x, Spectrum spectrum, int k, int cols) {}

  private final SignalRows y;
  private final ReadOut readOut;
  private final Algebra algebra;
  private final long seed;
  private final StopSignal stop;
  private final Predicate<BinaryMatrix> isEnough;

  private CumulantSearch(
      SignalRows y,
      ReadOut readOut,
      Algebra algebra,
      long seed,
      StopSignal stop,
      Predicate<BinaryMatrix> isEnough) {
    this.y = y;
    this.readOut = readOut;
    this.algebra = algebra;
    this.seed = CounterRandom.stream(seed, PURPOSE);
    this.stop = stop;
    this.isEnough = isEnough;
  }

  /**
   * Searches until {@code isEnough} accepts, or all starts have ended.
   *
   * @param starts number of starts of each of the two kinds of ascent
   * @param seed of the starts
   * @param isEnough receives the columns of each ascent, K or fewer
   */
  public static void search(
      Request request, int starts, long seed, StopSignal stop, Predicate<BinaryMatrix> isEnough) {
    Algebra algebra = request.backend().algebra().pausing(stop::check);
    double[] mean = request.x().columnMeans(stop);
    Spectrum centred = request.spectrum().centred(mean);
    Spectrum.Leading leading = centred.leading(request.k());
    boolean constant = false;
    if (request.k() > 1) {
      Spectrum.Leading fewer = centred.leading(request.k() - 1);
      constant = leading.sum() - fewer.sum() <= noise(request);
      leading = constant ? fewer : leading;
    }
    @Nullable Matrix signal =
        SignalWhitening.of(request.rows(), centred, leading, mean, request.cols(), algebra, stop);
    if (signal == null) {
      boolean unused =
          isEnough.test(
              BinaryMatrix.ofColumns(
                  request.rows().rows(), List.of(BitVector.ones(request.rows().rows()))));
      return;
    }
    try (SignalRows y = new SignalRows(request.backend(), signal, stop);
        ReadOut readOut = new ReadOut(request.rows(), y.dimensions(), constant, stop)) {
      new CumulantSearch(y, readOut, algebra, seed, stop, isEnough).run(starts);
    }
  }

  /**
   * Upper limit of the squared singular value after the K-th if it is noise: if the K-th is no
   * larger after centring, centring removed the feature of all rows.
   */
  private static double noise(Request request) {
    Spectrum.Leading leading = request.spectrum().leading(request.k());
    int n = request.rows().rows();
    double variance =
        leading.rest()
            / (Math.max(1.0, n - request.k()) * Math.max(1, request.cols() - request.k()));
    double largest = Math.sqrt(n) + Math.sqrt(request.cols());
    return MARGIN * variance * largest * largest + ROUNDING * leading.sum();
  }

  /**
   * Bytes on the device for N×D {@code rows}, besides the rows.
   *
   * @param k K
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    long projecting =
        backend.bytesNeeded(rows, cols, List.of(new Projections.Limits(k)))
            - backend.bytesNeeded(rows, cols, List.of());
    return Math.max(
        projecting,
        SignalRows.bytesNeeded(backend, rows, k) + ReadOut.bytesNeeded(backend, rows, cols, k));
  }

  /** Starts of both kinds in turn, first those of the kind that suits the cumulants. */
  private void run(int starts) {
    Ascended[] kinds =
        meanFourth() < NEAR_HALF
            ? new Ascended[] {Ascended.NEGATIVE_FOURTH, Ascended.J}
            : new Ascended[] {Ascended.J, Ascended.NEGATIVE_FOURTH};
    for (int start = 0; start < 2 * starts; start++) {
      if (isFound(kinds[start % 2], CounterRandom.stream(seed, start))) {
        return;
      }
    }
  }

  /** The average of κ₄: in a random direction u it is Σ κ₄(k) u_k⁴, and E u_k⁴ = 3/(K(K + 2)). */
  private double meanFourth() {
    int k = y.dimensions();
    Dense any = Polar.factor(algebra, drawn(seed, 0));
    Dense fourth = y.fourth(any);
    double sum = 0;
    for (int i = 0; i < k; i++) {
      sum += fourth.rowDot(i, any, i);
    }
    return sum * (k + 2) / (3.0 * k);
  }

  /** Runs one start; returns whether its columns are accepted. */
  private boolean isFound(Ascended kind, long stream) {
    int k = y.dimensions();
    CumulantAscent ascent = new CumulantAscent(y, algebra, kind, drawn(stream, 0));
    int before = k;
    for (int draw = 1; ; draw++) {
      TwoGroups groups = end(ascent);
      if (isEnough.test(readOut.columns(groups.columns()))) {
        return true;
      }
      int unclear = groups.unclear();
      if (unclear == 0 || unclear >= before) {
        return false;
      }
      before = unclear;
      ascent.redraw(groups.clear(), drawn(stream, draw));
    }
  }

  /** Ascends until no direction moves, or all groups are clear and do not change. */
  private TwoGroups end(CumulantAscent ascent) {
    @Nullable TwoGroups before = null;
    for (int round = 1; ; round++) {
      stop.check();
      boolean last = ascent.step();
      if (last || round % LOOK == 0) {
        TwoGroups groups = TwoGroups.of(y.project(ascent.directions()));
        if (last
            || (before != null
                && groups.unclear() == 0
                && groups.columns().equals(before.columns()))) {
          return groups;
        }
        before = groups;
      }
    }
  }

  private Dense drawn(long stream, int draw) {
    int k = y.dimensions();
    long normal = CounterRandom.stream(stream, draw);
    Dense a = new Dense(k, k);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        a.set(i, j, CounterRandom.normal(normal, i, j));
      }
    }
    return a;
  }
}
