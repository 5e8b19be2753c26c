package org.latentfeature.lasso;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.lasso.relaxation.AtomBound;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.Rounding;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Certifies the optimality gap of a factorisation's Z at one penalty. The convex fit continues from
 * the columns of Z until it levels out; its residual, scaled by {@link AtomBound} to be feasible
 * for the dual, gives a lower bound of all objectives. Objectives, residual and bound are computed
 * in double precision on the original data, not on a reduced form, with a margin for rounding
 * errors.
 */
public final class Certifier {

  /** Longer unit vectors bring the sweeps nearer to the SDP's value. */
  private static final int RANK = 24;

  private static final double SWEEP_TOLERANCE = 1e-6;

  private static final int MOST_SWEEPS = 500;

  /** Maximum number of sweeps over rows that are read again for each sweep. */
  private static final int MOST_READ_SWEEPS = 8;

  /**
   * Maximum number of rounds over rows on other machines, whose vectors turn all at once: after 8
   * the bound of noise was 7 % above the best (4000×30, rank 24), after 32 .8 %.
   */
  private static final int MOST_ROUNDS = 32;

  /** Share of a time limit for the convex fit; the rest is for the bound. */
  private static final double CONVEX_SHARE = 0.5;

  private static final long SWEEPS = 1;
  private static final long PLANES = 2;

  private final Backend backend;
  private final LassoOptions options;

  /** Certifies fits made with {@code options}; the caller closes {@code backend}. */
  public Certifier(Backend backend, LassoOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * The certificate of {@code z}. Half of the options' time limit is for the convex fit, the rest
   * for the bound. If the time limit, the listener or an interruption of the calling thread (whose
   * flag stays set) stops it, the bound is looser but still valid. Besides the memory on the device
   * it takes 8·N·D bytes for two residuals, and up to 56·m² bytes of the Java heap, m = min(N+1, D)
   * up to 4096. Of sparse rows no residual is kept: each pass of the bound, about twenty, or five
   * hundred if m is above 4096, computes one row after another. Nor is it of rows in a file: each
   * greedy step reads the file five times and the rest another twenty times. Of rows on other
   * machines it is added up there.
   *
   * @param x N×D, the data of the fit
   * @param z N×K
   * @param mu the penalty; NaN for the first that a fit with these options tries
   * @throws IllegalArgumentException if the penalty is not above 0, or so large that its square is
   *     not finite
   * @throws StoppedException if it was stopped before the objective of {@code z} was computed
   */
  public Certificate certify(Rows x, BinaryMatrix z, double mu, FitListener listener) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return certify(data, z, mu, listener);
    }
  }

  /**
   * Certifies {@code z} on {@code loaded} data, which the fit may also have used.
   *
   * @param mu the penalty; NaN for the first that a fit with these options tries
   */
  public Certificate certify(LoadedData loaded, BinaryMatrix z, double mu, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    StopSignal stop = monitor.signal();
    PreparedData data = monitor.time("prepare", () -> PreparedData.of(loaded, stop));
    stop.check();
    LassoSteps.Room room = room(options, z.cols());
    try (LassoSteps steps = new LassoSteps(data.fitted().rows(room.limits(), stop), room, stop)) {
      SearchOptions effort = options.effort(data.whole());
      GreedyAtom greedy = new GreedyAtom(steps::search, effort, options.seed(), monitor);
      double scaled =
          Double.isNaN(mu)
              ? PenaltySequence.of(options.penalty(), steps, greedy, options.k(), data.rows())[0]
              : mu * data.scale();
      requireUsable(scaled, data);
      ConvexFit convex =
          new ConvexFit(
              steps, backend.algebra(), options, monitor, greedy, data.rows(), room.atoms());
      convex.start(scaled, distinct(z));
      ExactResidual own =
          ExactResidual.of(data.whole(), convex.columns(), convex.coefficients(), stop);
      Proof proof = new Proof(data, scaled, own.objective(scaled));
      try {
        Levelling levelling = new Levelling(() -> convex.objective(scaled));
        monitor.within(
            CONVEX_SHARE, () -> convex.run(scaled, options.maxSteps(), levelling::isReached));
        return proof.of(steps.search(), convex, stop);
      } catch (StoppedException e) {
        return proof.of(own, z.cols(), AtomBound.ofLengths(own.a(), StopSignal.NEVER), 0);
      }
    }
  }

  /**
   * Maximum bytes of a certificate of such a fit to {@code x} on the device of {@code backend}, see
   * {@link Backend#bytesNeeded}; of rows in a file those of a block.
   */
  public static long bytesNeeded(Backend backend, Rows x, LassoOptions options) {
    LassoSteps.Room room = room(options, options.k());
    if (x.isSparse()) {
      return (x instanceof FileRows file ? file.bytesAtOnce() : 0)
          + backend
              .sparse()
              .bytesNeeded(
                  x instanceof FileRows file ? file.blockRows() : x.rows(),
                  x.cols(),
                  room.limits());
    }
    int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
    return PreparedData.bytesNeeded(
        backend, loaded, x.cols(), (n, d) -> backend.bytesNeeded(n, d, room.limits()), 1);
  }

  /** Returns room for the atoms of the convex fit and its initial columns. */
  private static LassoSteps.Room room(LassoOptions options, int columns) {
    return new LassoSteps.Room(options.mostAtoms() + columns, 1, RANK, options.search());
  }

  private static int mostSweeps(Rows x) {
    if (x.isInMemory()) {
      return MOST_SWEEPS;
    }
    return x instanceof RemoteRows ? MOST_ROUNDS : MOST_READ_SWEEPS;
  }

  private static void requireUsable(double mu, PreparedData data) {
    double price = data.whole().rows() * mu * mu;
    if (!(price > 0 && price < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a penalty of "
              + mu / data.scale()
              + " gives no bound; it must be above 0, and its square finite");
    }
  }

  /** The bound at one penalty, in the units of the prepared data. */
  private final class Proof {

    private final PreparedData data;
    private final double mu;
    private final double objective;

    Proof(PreparedData data, double mu, double objective) {
      this.data = data;
      this.mu = mu;
      this.objective = objective;
    }

    /** From the convex fit. */
    Certificate of(AtomSearch search, ConvexFit convex, StopSignal stop) {
      convex.showResidual(mu);
      SearchOptions effort = options.effort(data.whole());
      search.sweep(
          RANK,
          SWEEP_TOLERANCE,
          mostSweeps(data.whole()),
          stream(SWEEPS),
          new Rounding(effort.hyperplanes(), stream(PLANES)));
      List<ScoredAtom> found = search.choose(1, effort.polishPasses());
      ExactResidual exact =
          ExactResidual.of(data.whole(), convex.columns(), convex.coefficients(), stop);
      // Vectors of reduced rows are those of all columns, their sums are not.
      Dense sums =
          ExactResidual.isKept(data.whole())
              ? AtomBound.sums(exact.a(), search.vectors().toDense(), stop)
              : search.vectors().sums().sums();
      AtomBound bound = AtomBound.of(exact.a(), sums, backend.algebra(), stop);
      // On a tiny residual only the empty atom may be found.
      double best = found.isEmpty() ? 0 : exact.score(found.get(0).z(), stop);
      return of(exact, convex.size(), bound, best);
    }

    /** From one residual: a bound on its atoms and the best known atom. */
    Certificate of(ExactResidual exact, int columns, AtomBound bound, double best) {
      double threshold = mu * data.whole().rows();
      double largest = Math.sqrt(bound.squared());
      double lower = exact.dual().value(threshold / largest);
      double units = data.scale() * data.scale();
      return new Certificate(
          mu / data.scale(),
          objective / units,
          exact.objective(mu) / units,
          columns,
          lower / units,
          largest / threshold,
          Math.sqrt(best) / threshold,
          bound.failure());
    }
  }

  /** Not the streams of {@link GreedyAtom}, which are numbered from 0. */
  private long stream(long purpose) {
    return CounterRandom.stream(CounterRandom.stream(options.seed(), -1), purpose);
  }

  private static List<BitVector> distinct(BinaryMatrix z) {
    return z.columns().stream().filter(c -> c.count() > 0).distinct().toList();
  }
}
