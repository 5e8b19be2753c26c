package org.latentfeature.lasso;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.backend.CounterRandom;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.relaxation.AtomBound;

/**
 * Proves how far a factorisation's Z is from the best possible at one penalty. The convex fit goes
 * on from the columns of Z until it has levelled out; its residual, scaled until it is feasible for
 * the dual by {@link AtomBound}, bounds all objectives from below. Where X was reduced to fewer
 * columns (see {@link LatentFeatureLasso}) the statement is about the reduced X, which has the same
 * objectives up to single precision.
 */
public final class Certifier {

  /** The longer the unit vectors, the nearer their sweeps come to the SDP's value. */
  private static final int RANK = 24;

  private static final double SWEEP_TOLERANCE = 1e-6;

  private static final int MOST_SWEEPS = 500;

  private static final long SWEEPS = 1;
  private static final long PLANES = 2;

  private final Backend backend;
  private final LassoOptions options;

  /** Certifies fits made with {@code options}; {@code backend} stays the caller's. */
  public Certifier(Backend backend, LassoOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * The certificate of {@code z}. Stopped by its listener it is looser, but no less true.
   *
   * @param x N×D, as the fit had it
   * @param z N×K
   * @param mu the penalty, above 0; NaN for the first that a fit with these options tries
   * @throws IllegalArgumentException if {@code mu} is not above 0
   */
  public Certificate certify(Matrix x, BinaryMatrix z, double mu, FitListener listener) {
    if (mu <= 0) {
      throw new IllegalArgumentException(
          "the penalty is " + mu + "; only above 0 does it bound anything");
    }
    FitMonitor monitor = new FitMonitor(listener, null);
    PreparedData data = monitor.time("prepare", () -> PreparedData.of(x, backend));
    int most = options.mostAtoms() + z.cols();
    SearchOptions search = options.search();
    SessionLimits limits = new SessionLimits(most, RANK, search.candidates(), search.hyperplanes());
    try (CheckedSession session = CheckedSession.open(backend, data.x(), limits)) {
      GreedyAtom greedy = new GreedyAtom(session, options, monitor);
      double scaled =
          Double.isNaN(mu)
              ? PenaltySequence.of(options.penalty(), session, greedy, options.k(), data.scale())[0]
              : mu * data.scale();
      ConvexFit convex =
          new ConvexFit(session, backend.algebra(), options, monitor, greedy, data, most);
      double objective = convex.objective(scaled, distinct(z));
      Levelling levelling = new Levelling(() -> convex.objective(scaled));
      convex.run(scaled, options.maxSteps(), levelling::isReached);
      return certificate(session, data, convex, scaled, objective);
    }
  }

  private Certificate certificate(
      CheckedSession session, PreparedData data, ConvexFit convex, double mu, double objective) {
    double threshold = mu * session.rows();
    Matrix a = convex.residual(mu);
    session.sweep(RANK, SWEEP_TOLERANCE, MOST_SWEEPS, stream(SWEEPS));
    AtomBound bound = AtomBound.of(a, session.vectors(), backend.algebra());
    SearchOptions search = options.search();
    double best =
        session
            .round(search.hyperplanes(), 1, search.polishPasses(), stream(PLANES))
            .get(0)
            .score();
    DualPoint dual = DualPoint.of(a, data.x());
    double largest = Math.sqrt(bound.squared());
    double units = data.scale() * data.scale();
    return new Certificate(
        mu / data.scale(),
        objective / units,
        convex.objective(mu) / units,
        convex.size(),
        dual.value(threshold / largest) / units,
        largest / threshold,
        Math.sqrt(best) / threshold,
        bound.failure());
  }

  /** Not the streams of {@link GreedyAtom}, which are numbered from 0. */
  private long stream(long purpose) {
    return CounterRandom.stream(CounterRandom.stream(options.seed(), -1), purpose);
  }

  private static List<BitVector> distinct(BinaryMatrix z) {
    return z.columns().stream().filter(c -> c.count() > 0).distinct().toList();
  }
}
