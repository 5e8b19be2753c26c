package org.latentfeature.columns.difference;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.scale.BinaryFactorEstimator;

/**
 * Estimates features from the most frequent differences of rows, by {@link DifferenceSearch}: K may
 * exceed D.
 */
public final class DifferenceEstimator extends BinaryFactorEstimator<DifferenceOptions> {

  /** Figure: pairs of rows that differ by the feature that fewest do. */
  static final String VOTES = "votes";

  /** Figure: the most pairs that differ by what is no sum of features. */
  static final String NEXT_VOTES = "next_votes";

  static final OptionTable<DifferenceOptions> OPTIONS =
      new OptionTable<>(DifferenceOptions.of(1), List.of());

  /** Stateless. */
  public DifferenceEstimator() {
    super("differences", OPTIONS, DifferenceOptions::of);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, DifferenceOptions options) {
    return DifferenceSearch.bytesNeeded(rows, cols, options.k());
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<DifferenceOptions, BinaryFactorModel> request) {
    DifferenceOptions options = request.options();
    int d = fit.rows().cols();
    if (d > DifferenceSearch.MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "X has %,d columns, but differences of rows are counted for up to %d; use estimator lasso"
              .formatted(d, DifferenceSearch.MOST_COLUMNS));
    }
    EntrySizes.requireVaried(fit.x(), "differences of rows");
    DifferenceSearch.Result found = fit.monitor().time("differences", () -> search(fit, options));
    Factors end = fit.monitor().time("refine", () -> fit.refinement().run(found.z()));
    fit.step(1, end);
    return new FactorFit.Found(
        end, name(), Map.of(VOTES, (double) found.votes(), NEXT_VOTES, (double) found.nextVotes()));
  }

  private static DifferenceSearch.Result search(FactorFit fit, DifferenceOptions options) {
    DifferenceSearch.Result found =
        DifferenceSearch.search(
            fit.x(),
            options.k(),
            options.seed(),
            Math.max(1, fit.backend().info().threads()),
            fit.monitor().signal());
    if (found == null) {
      throw new IllegalArgumentException(
          "K is %d, but fewer differences of the %,d rows stand out; choose a smaller K, more rows, or"
                  .formatted(options.k(), fit.rows().rows())
              + " use estimator lasso");
    }
    return found;
  }
}
