package org.latentfeature.columns.vertex;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.scale.BinaryFactorEstimator;

/**
 * Binary columns from the vertices of {0,1}^N nearest the span of X's columns (MF-Binary, Slawski,
 * Hein &amp; Lutsik 2013): {@link VertexSearch} finds them.
 */
public final class VertexEstimator extends BinaryFactorEstimator<VertexOptions> {

  static final OptionTable<VertexOptions> OPTIONS =
      new OptionTable<>(
          VertexOptions.of(2),
          List.of(
              FitOption.whole(
                  "row-sets",
                  1,
                  "Maximum number of disjoint sets of K rows that determine vertices; the best one is "
                      + "kept, and the search stops when a set repeats the columns of another",
                  VertexOptions::rowSets,
                  VertexOptions::withRowSets),
              FitOption.flag(
                  "independent",
                  "Skip vertices that depend linearly on nearer ones",
                  VertexOptions::independent,
                  VertexOptions::withIndependent),
              FitOption.flag(
                  "affine",
                  "Constrain each column of W to sum to 1",
                  VertexOptions::affine,
                  VertexOptions::withAffine),
              FitOption.flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  VertexOptions::refine,
                  VertexOptions::withRefine)));

  /** Stateless. */
  public VertexEstimator() {
    super("mf-binary", OPTIONS, VertexOptions::of);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, VertexOptions options) {
    int k = Math.min(options.k(), Math.min(rows, cols));
    // An affine fit has its rows once more, centred.
    long centred = options.affine() ? backend.bytesNeeded(rows, cols, List.of()) : 0;
    return centred
        + LeadingSpan.bytesNeeded(backend, rows, cols, k)
        + VertexFit.bytesNeeded(rows, k);
  }

  @Override
  public LeastSquares leastSquares(VertexOptions options) {
    return options.affine() ? LeastSquares.AFFINE : LeastSquares.FREE;
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<VertexOptions, BinaryFactorModel> request) {
    VertexOptions options = request.options();
    return new VertexFit(fit, options).run(name());
  }
}
