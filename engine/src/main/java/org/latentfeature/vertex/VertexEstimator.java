package org.latentfeature.vertex;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.FitRequest;
import org.latentfeature.factor.BinaryFactorModel;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.factor.LeastSquares;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Range;
import org.latentfeature.fit.ValueType;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.FactorEstimator;

/**
 * Binary columns from the vertices of {0,1}^N nearest the span of X's columns (MF-Binary, Slawski,
 * Hein &amp; Lutsik 2013): {@link VertexSearch} finds them.
 */
public final class VertexEstimator extends FactorEstimator<VertexOptions, BinaryFactorModel> {

  static final OptionTable<VertexOptions> OPTIONS =
      new OptionTable<>(
          List.of(
              FitOption.<VertexOptions, Integer>of(
                      "row-sets",
                      "N",
                      ValueType.WHOLE,
                      "Maximum number of disjoint sets of K rows that determine vertices; the best one is "
                          + "kept, and the search stops when a set repeats the columns of another",
                      "10",
                      VertexOptions::rowSets,
                      VertexOptions::withRowSets)
                  .in(Range.atLeast(1)),
              FitOption.<VertexOptions, Boolean>of(
                  "independent",
                  "true|false",
                  ValueType.FLAG,
                  "Skip vertices that depend linearly on nearer ones",
                  "true",
                  VertexOptions::independent,
                  VertexOptions::withIndependent),
              FitOption.<VertexOptions, Boolean>of(
                  "affine",
                  "true|false",
                  ValueType.FLAG,
                  "Constrain each column of W to sum to 1",
                  "false",
                  VertexOptions::affine,
                  VertexOptions::withAffine),
              FitOption.<VertexOptions, Boolean>of(
                  "refine",
                  "true|false",
                  ValueType.FLAG,
                  "Refine by alternating codes and dictionary",
                  "true",
                  VertexOptions::refine,
                  VertexOptions::withRefine)));

  private static final ModelKind<BinaryFactorModel> KIND =
      FactorModel.kind(
          "mf-binary", (manifest, z, w, terms) -> new BinaryFactorModel(manifest, z, w));

  @Override
  public String name() {
    return "mf-binary";
  }

  @Override
  public ModelKind<BinaryFactorModel> kind() {
    return KIND;
  }

  @Override
  public OptionTable<VertexOptions> table() {
    return OPTIONS;
  }

  @Override
  public VertexOptions defaults(int k) {
    return VertexOptions.of(k);
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

  @Override
  protected BinaryFactorModel model(Manifest manifest, FactorFit.Result result) {
    return new BinaryFactorModel(manifest, result.factors().z(), result.factors().w());
  }

  @Override
  public BinaryFactorModel extended(
      BinaryFactorModel sample, Manifest manifest, BinaryMatrix z, Dense w) {
    return new BinaryFactorModel(manifest, z, w);
  }
}
