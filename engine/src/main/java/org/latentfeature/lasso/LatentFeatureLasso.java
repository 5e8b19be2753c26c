package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/** The Latent Feature Lasso (Yen et al., ICML 2017), from a matrix to a factorisation. */
public final class LatentFeatureLasso {

  private final Backend backend;
  private final LassoOptions options;

  /** An estimator that runs its heavy steps on {@code backend}, which stays the caller's. */
  public LatentFeatureLasso(Backend backend, LassoOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * Fits X ≈ Z W with K features.
   *
   * @param x N×D, finite, not all zero, N at least K
   */
  public FitResult fit(Matrix x, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    PreparedData data = monitor.time("prepare", () -> PreparedData.of(x, backend));
    int k = options.k();
    int most = 12 * k + 256;
    Factors best = null;
    double mu = Double.NaN;
    String how = "path";
    SessionLimits limits =
        new SessionLimits(most, options.rank(), options.candidates(), options.hyperplanes());
    try (CheckedSession s = CheckedSession.open(backend, data.x(), limits)) {
      Refinement refinement = new Refinement(s, EXACT);
      GreedyAtom search = new GreedyAtom(s, options, monitor);
      if (options.method() != Method.PATH) {
        ConvexFit convex = new ConvexFit(s, backend.algebra(), options, monitor, search, most);
        double scale = Math.sqrt(s.rows()) * featureNorm(s, k) / s.rows();
        double[] tail =
            options.penalty() == null
                ? monitor.time("svd", s::squaredSingularValues)
                : new double[0];
        double accept = 0;
        for (int i = k; i < tail.length; i++) {
          accept += tail[i];
        }
        accept *= 1.03 * x.cols() / Math.max(1, x.cols() - k);
        double[] mus =
            options.penalty() instanceof Penalty.Absolute a
                ? new double[] {a.mu()}
                : new double[] {3 * scale, 1.5 * scale, 0.75 * scale};
        for (double m : mus) {
          double acc = accept;
          convex.run(
              m,
              () ->
                  acc > 0
                      && convex.size() >= k
                      && monitor.time("refine", () -> refinement.run(convex.best(k), Integer.getInteger("rr",4))).squaredError()
                          <= acc);
          BinaryMatrix z = convex.best(k);
          Factors f = monitor.time("refine", () -> refinement.run(z));
          if (DEBUG)
            System.err.printf(
                "mu %.4g atoms %d rounded %.6g refined %.6g accept %.6g%n",
                m, convex.size(), refinement.fit(z).squaredError(), f.squaredError(), accept);
          if (best == null || f.squaredError() < best.squaredError()) {
            best = f;
            mu = m;
            how = "lasso";
          }
          if (best.squaredError() <= accept) break;
        }
      }
      if (options.method() == Method.PATH) {
        FeaturePath path = new FeaturePath(s, refinement, search, monitor);
        List<Factors> all = path.run(refinement.fit(BinaryMatrix.empty(s.rows())), k, ATT, TRY);
        best = all.get(all.size() - 1);
      }
    }
    if (best == null) throw new IllegalStateException();
    double rmse = Math.sqrt(best.squaredError() / ((double) x.rows() * x.cols()));
    return new FitResult(
        best.z(), best.w(), rmse, how, mu, monitor.ended(), monitor.trace(), monitor.seconds());
  }

  static final boolean DEBUG = Boolean.getBoolean("dbg");
  static final int EXACT = Integer.getInteger("exact", 8);
  static final int ATT = Integer.getInteger("att", 3);
  static final int TRY = Integer.getInteger("try", 3);

  private static double featureNorm(CheckedSession s, int k) {
    boolean[] ones = new boolean[s.rows()];
    java.util.Arrays.fill(ones, true);
    s.replace(BinaryMatrix.ofColumns(s.rows(), List.of(BitVector.of(ones))));
    Dense sum = s.products(0).cross();
    double spread = s.squaredNorm() - sum.squaredNorm() / s.rows();
    return Math.sqrt(4 * spread / s.rows() / k);
  }

  /** A factorisation for each K from 1 to {@code options.k()}. */
  public PathResult path(Matrix x, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    PreparedData data = monitor.time("prepare", () -> PreparedData.of(x, backend));
    int k = options.k();
    SessionLimits limits =
        new SessionLimits(k, options.rank(), options.candidates(), options.hyperplanes());
    List<PathResult.Point> points = new ArrayList<>();
    try (CheckedSession s = CheckedSession.open(backend, data.x(), limits)) {
      Refinement refinement = new Refinement(s, EXACT);
      GreedyAtom search = new GreedyAtom(s, options, monitor);
      FeaturePath path = new FeaturePath(s, refinement, search, monitor);
      double[] values = s.squaredSingularValues();
      List<Factors> all = path.run(refinement.fit(BinaryMatrix.empty(s.rows())), k, ATT, TRY);
      double cells = (double) x.rows() * x.cols();
      for (int i = 0; i < all.size(); i++) {
        double tail = 0;
        for (int j = i + 1; j < values.length; j++) tail += values[j];
        points.add(
            new PathResult.Point(
                i + 1,
                all.get(i).z(),
                all.get(i).w(),
                Math.sqrt(all.get(i).squaredError() / cells),
                Math.sqrt(tail / cells),
                monitor.elapsed()));
      }
    }
    return new PathResult(points, monitor.ended(), monitor.trace());
  }
}
