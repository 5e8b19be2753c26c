package org.latentfeature.ibp.bpmeans;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.scale.BinaryFactorEstimator;

/** Features from rows of the residual, refined and exchanged ({@link BpMeansSearch}). */
public final class BpMeansEstimator extends BinaryFactorEstimator<BpMeansOptions> {

  static final OptionTable<BpMeansOptions> OPTIONS =
      new OptionTable<>(
          BpMeansOptions.of(1),
          List.of(
              FitOption.whole(
                  "restarts",
                  1,
                  "Number of random seedings, and of exchanges of features of the best result at most",
                  BpMeansOptions::restarts,
                  BpMeansOptions::withRestarts),
              FitOption.positive(
                      "lambda2",
                      "L",
                      "What each feature must lower the squared error by, in squared units of X; "
                          + "the data then choose K, up to -k",
                      BpMeansOptions::lambda2,
                      BpMeansOptions::withLambda2)
                  .unset("none")
                  .otherwise("none: K features")));

  /** Stateless. */
  public BpMeansEstimator() {
    super("bp-means", OPTIONS, BpMeansOptions::of);
  }

  /** The first restart begins with the codes of a start, of which K columns at most are used. */
  @Override
  public Set<Accepts> accepts(BpMeansOptions options) {
    return EnumSet.of(Accepts.SAMPLE, Accepts.CHECKPOINTS, Accepts.START);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, BpMeansOptions options) {
    return BpMeansSearch.bytesNeeded(rows, cols);
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<BpMeansOptions, BinaryFactorModel> request) {
    BpMeansOptions options = request.options();
    BinaryMatrix start = request.startCodes(fit.data().original());
    double squared = fit.data().scale() * fit.data().scale();
    Double given = options.lambda2();
    double lambda2 = given == null ? 0 : given * squared;
    BpMeansSearch search =
        new BpMeansSearch(
            new BpMeansSearch.Request(
                fit.x(),
                fit.refinement(),
                options.k(),
                lambda2,
                start == null ? null : first(start, options.k()),
                options.restarts(),
                options.seed()));
    Factors best = fit.monitor().time(name(), () -> searched(search, fit));
    if (best.z().cols() == 0) {
      throw new IllegalArgumentException(
          "lambda2 is %s, but no feature lowers the squared error of X, %s, by as much; choose a smaller one"
              .formatted(given, fit.data().squaredNorm() / squared));
    }
    return new FactorFit.Found(
        best,
        name(),
        given == null ? Map.of() : Map.of("objective", search.objective(best) / squared));
  }

  private static BinaryMatrix first(BinaryMatrix z, int k) {
    return z.select(IntStream.range(0, Math.min(k, z.cols())).toArray());
  }

  /** Runs the search, and returns the best of the restarts that ended if it is stopped. */
  private static Factors searched(BpMeansSearch search, FactorFit fit) {
    try {
      search.run(fit.monitor().signal(), (factors, restart) -> fit.step(restart, factors));
    } catch (StoppedException e) {
      if (!search.hasBest()) {
        throw e;
      }
    }
    return search.best();
  }
}
