package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendException;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;

/** The Latent Feature Lasso (Yen et al., ICML 2017), from a matrix to a factorisation. */
public final class LatentFeatureLasso {

  /** Work that {@link FeatureExchange} may spend on one K; of the order of a second. */
  private static final double EXCHANGE = 5e8;

  /** Rounds of refinement that show whether a convex fit has found the truth. */
  private static final int SETTLING_ROUNDS = 4;

  /** Greedy steps that the path gives the convex fit at each K; it starts from the K before. */
  private static final int PROPOSAL_STEPS = 8;

  private final Backend backend;
  private final LassoOptions options;

  /** An estimator that runs its heavy steps on {@code backend}, which stays the caller's. */
  public LatentFeatureLasso(Backend backend, LassoOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * Fits X ≈ Z W with K features. Without a given penalty the convex fit ends as soon as its
   * rounding leaves no more error than the truth would (see {@link SpectralFloor}), or its
   * objective has levelled out; only if it never does the former, and the method allows, the path
   * is tried too.
   *
   * <p>Stopped by its listener or time limit, a fit returns the best so far, which may have fewer
   * than K features. So may one by {@link Method#PAPER}, whose convex fit may hold fewer atoms.
   *
   * @param x N×D, not all zero, N at least K; read only, and unchanged during the call
   * @throws IllegalArgumentException if an entry of {@code x} is not finite, all are zero, or K > N
   * @throws org.latentfeature.backend.OutOfBackendMemoryException before any work, if it does not
   *     fit
   * @throws UnfinishedFitException if the backend fails once there is something to keep
   */
  public FitResult fit(Matrix x, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    PreparedData data = prepare(x, monitor);
    BestSoFar sofar = new BestSoFar(options.k());
    LassoFit found;
    try {
      found = fit(data, monitor, sofar);
    } catch (BackendException e) {
      Factors best = sofar.get().orElseThrow(() -> e);
      try (Backend host = Backends.host(0)) {
        LassoFit rest = new LassoFit(data.restore(best, host), Double.NaN, false);
        throw new UnfinishedFitException(e, result(x, rest, "failed", monitor));
      }
    }
    Factors restored = data.restore(found.factors(), backend);
    return result(
        x,
        new LassoFit(restored, found.mu() / data.scale(), found.settled()),
        monitor.ended(),
        monitor);
  }

  private LassoFit fit(PreparedData data, FitMonitor monitor, BestSoFar sofar) {
    try (CheckedSession session = open(data)) {
      Run run = new Run(session, data, monitor, sofar);
      LassoFit lasso =
          switch (options.method()) {
            case PATH -> null;
            case PAPER -> run.published();
            case LASSO, BEST -> run.lasso();
          };
      if (lasso != null && (options.method() != Method.BEST || lasso.settled())) {
        return lasso;
      }
      Factors best = run.path();
      return lasso != null && lasso.factors().squaredError() <= best.squaredError()
          ? new LassoFit(run.exchange(lasso.factors()), lasso.mu(), false)
          : new LassoFit(best, Double.NaN, false);
    }
  }

  private static FitResult result(Matrix x, LassoFit fit, String ended, FitMonitor monitor) {
    return new FitResult(
        fit.factors().z(),
        fit.factors().w(),
        Math.sqrt(fit.factors().squaredError() / x.size()),
        Double.isNaN(fit.mu()) ? "path" : "lasso",
        fit.mu(),
        ended,
        monitor.trace(),
        monitor.seconds());
  }

  /**
   * A factorisation for each K from 1 to {@code options.k()}, each the better of what growing the
   * one before it and what the convex fit at that K's default penalty lead to.
   *
   * <p>With {@link Method#PAPER}, the K best atoms of one convex fit for each K as far as there are
   * atoms; without a given penalty it has that of {@code options.k()}.
   *
   * @param x as in {@link #fit}
   */
  public PathResult path(Matrix x, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    PreparedData data = prepare(x, monitor);
    List<PathResult.Point> points = new ArrayList<>();
    try (CheckedSession session = open(data)) {
      Run run = new Run(session, data, monitor, new BestSoFar(0));
      SpectralFloor floor = run.floor();
      boolean paper = options.method() == Method.PAPER;
      for (Factors f : paper ? run.publishedPath() : run.everyPath()) {
        int k = f.z().cols();
        Factors restored = data.restore(f, backend);
        points.add(
            new PathResult.Point(
                k,
                restored.z(),
                restored.w(),
                Math.sqrt(restored.squaredError() / x.size()),
                data.rmse(floor.squaredError(k)),
                run.secondsAt(k)));
      }
    }
    return new PathResult(List.copyOf(points), monitor.ended(), monitor.trace());
  }

  private PreparedData prepare(Matrix x, FitMonitor monitor) {
    if (options.k() > x.rows()) {
      throw new IllegalArgumentException(
          "K is %d, but X has only %d rows; ask for at most that many features"
              .formatted(options.k(), x.rows()));
    }
    return monitor.time("prepare", () -> PreparedData.of(x, backend));
  }

  /** Most atoms of the convex fit beside the path, which only proposes. */
  private int mostProposed() {
    return 4 * options.k() + 64;
  }

  private CheckedSession open(PreparedData data) {
    return CheckedSession.open(backend, data.x(), options.limits());
  }

  /**
   * A rounded and refined convex fit.
   *
   * @param settled whether it leaves no more than the truth would
   */
  private record LassoFit(Factors factors, double mu, boolean settled) {}

  /** One fit on one session. */
  private final class Run {

    private final CheckedSession session;
    private final PreparedData data;
    private final FitMonitor monitor;
    private final Refinement refinement;
    private final GreedyAtom search;
    private final FeaturePath path;
    private final FeatureExchange exchange;
    private final List<Double> secondsAt = new ArrayList<>();
    private @Nullable SpectralFloor floor;

    Run(CheckedSession session, PreparedData data, FitMonitor monitor, BestSoFar sofar) {
      this.session = session;
      this.data = data;
      this.monitor = monitor;
      refinement = new Refinement(session, monitor::stop, sofar);
      search = new GreedyAtom(session, options, monitor);
      path = new FeaturePath(session, refinement, search);
      exchange = new FeatureExchange(data.x(), refinement, path, monitor, options.seed());
    }

    SpectralFloor floor() {
      if (floor == null) {
        floor = monitor.time("spectrum", () -> SpectralFloor.of(session, data.original().cols()));
      }
      return floor;
    }

    private ConvexFit convexFit(int mostAtoms) {
      return new ConvexFit(session, backend.algebra(), options, monitor, search, data, mostAtoms);
    }

    /** The best of the penalties' convex fits, each rounded to K atoms and refined. */
    LassoFit lasso() {
      int k = options.k();
      boolean open = options.penalty() == null;
      double[] penalties = PenaltySequence.of(options.penalty(), session, search, k, data.scale());
      ConvexFit convex = convexFit(options.mostAtoms());
      LassoFit best = null;
      for (double mu : penalties) {
        Levelling levelling = new Levelling(() -> convex.objective(mu));
        BooleanSupplier enough = () -> open && (settles(convex, k) || levelling.isReached());
        if (!convex.run(mu, options.maxSteps(), enough)) {
          monitor.stepLimit();
        }
        Factors rounded =
            monitor.time("refine", () -> path.grow(refinement.run(convex.best(k)), k, monitor));
        boolean settled = floor().isReached(rounded.squaredError(), k);
        if (best != null && rounded.squaredError() >= best.factors().squaredError()) {
          break;
        }
        best = new LassoFit(rounded, mu, settled);
        // The path will do better than any penalty where there is no truth to find.
        boolean enoughForBest = options.method() == Method.BEST && !floor().hasGap(k);
        if (settled || enoughForBest || convex.isFull() || monitor.stop()) {
          break;
        }
      }
      return Objects.requireNonNull(best, "there is always a penalty");
    }

    /** The convex fit as published: at one penalty, its K largest atoms, nothing refined. */
    LassoFit published() {
      double mu = penalty();
      return new LassoFit(largest(publishedFit(mu), options.k()), mu, false);
    }

    /** The K largest atoms of one convex fit, for each K that it has atoms for. */
    List<Factors> publishedPath() {
      ConvexFit convex = publishedFit(penalty());
      List<Factors> models = new ArrayList<>();
      int most = Math.max(1, Math.min(options.k(), convex.size()));
      for (int k = 1; k <= most; k++) {
        models.add(largest(convex, k));
        secondsAt.add(monitor.elapsed());
      }
      return models;
    }

    /**
     * The penalty given, or the second of the default sequence: the first counts on refinement, and
     * without it leaves even a problem without noise unsolved.
     */
    private double penalty() {
      double[] sequence =
          PenaltySequence.of(options.penalty(), session, search, options.k(), data.scale());
      return sequence[Math.min(1, sequence.length - 1)];
    }

    private ConvexFit publishedFit(double mu) {
      ConvexFit convex = convexFit(options.mostAtoms());
      if (!convex.run(mu, options.maxSteps(), () -> false)) {
        monitor.stepLimit();
      }
      return convex;
    }

    /** As many of the {@code k} largest atoms as there are; where there are none, one feature. */
    private Factors largest(ConvexFit convex, int k) {
      return path.grow(refinement.fit(convex.best(k)), 1, monitor);
    }

    private boolean settles(ConvexFit convex, int k) {
      if (convex.size() < k) {
        return false;
      }
      Factors rounded =
          monitor.time("refine", () -> refinement.run(convex.best(k), SETTLING_ROUNDS));
      return floor().isReached(rounded.squaredError(), k);
    }

    /** The path to K alone. */
    Factors path() {
      List<Factors> all = everyPath(null);
      return all.get(all.size() - 1);
    }

    /** The path with the convex fit's proposal at every K, unless the method is the path alone. */
    List<Factors> everyPath() {
      return everyPath(options.method() == Method.PATH ? null : convexFit(mostProposed()));
    }

    private List<Factors> everyPath(@Nullable ConvexFit convex) {
      List<Factors> models = new ArrayList<>();
      Factors last = path.empty();
      for (int k = 1; k <= options.k() && (k == 1 || !monitor.stop()); k++) {
        Factors from = last;
        Factors best = monitor.time("grow", () -> path.grow(from));
        if (convex != null) {
          best = better(best, proposal(convex, k));
        }
        last = exchange(best);
        models.add(last);
        secondsAt.add(monitor.elapsed());
        monitor.step(
            "path",
            k,
            k,
            last.squaredError() / (2 * session.rows() * data.scale() * data.scale()),
            Double.NaN,
            data.rmse(last.squaredError()));
        if (convex != null) {
          proposeBelow(convex, models);
        }
      }
      shrink(models);
      return models;
    }

    /** The convex fit at the penalty for K, from the atoms of the penalty before it. */
    private Factors proposal(ConvexFit convex, int k) {
      if (!convex.isFull()) {
        double mu =
            options.penalty() == null
                ? PenaltySequence.first(session, k)
                : PenaltySequence.of(options.penalty(), session, search, k, data.scale())[0];
        convex.run(mu, PROPOSAL_STEPS, () -> settles(convex, k));
      }
      return monitor.time("refine", () -> path.grow(refinement.run(convex.best(k)), k, monitor));
    }

    /**
     * What the convex fit at K proposes for fewer features. The default penalty falls as 1/√K, so
     * the second and third penalties of a fit with K/4 or K/16 features are the first of one with
     * K.
     */
    private void proposeBelow(ConvexFit convex, List<Factors> models) {
      int k = models.size();
      for (int share = 4; share <= 16 && k % share == 0; share *= 4) {
        int fewer = k / share;
        Factors rounded = monitor.time("refine", () -> refinement.run(convex.best(fewer)));
        models.set(fewer - 1, better(models.get(fewer - 1), rounded));
      }
    }

    /** From the largest K down: a model less its weakest feature may beat the one before it. */
    private void shrink(List<Factors> models) {
      for (int k = models.size() - 1; k >= 1 && !monitor.stop(); k--) {
        Factors larger = models.get(k);
        BinaryMatrix rest = larger.z().without(FeatureExchange.weakestFirst(larger)[0]);
        Factors smaller = monitor.time("refine", () -> refinement.run(rest));
        models.set(k - 1, better(models.get(k - 1), smaller));
      }
    }

    private static Factors better(Factors a, Factors b) {
      boolean comparable = a.z().cols() == b.z().cols();
      return comparable && b.squaredError() < a.squaredError() ? b : a;
    }

    Factors exchange(Factors from) {
      return monitor.time(
          "exchange", () -> exchange.improve(from, EXCHANGE / Math.max(1, from.z().cols() / 8.0)));
    }

    double secondsAt(int k) {
      return secondsAt.get(k - 1);
    }
  }
}
