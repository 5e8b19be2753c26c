package org.latentfeature.lasso.estimator;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.backend.Workload;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.identifiability.Preference;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.scale.Extendable;
import org.latentfeature.fit.scale.SampledFit;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptionTable;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Variant;
import org.latentfeature.lasso.Verified;
import org.latentfeature.lasso.variant.VariantLasso;
import org.latentfeature.lasso.variant.Views;

/**
 * The {@link org.latentfeature.fit.estimator.Estimator} of the latent feature lasso; {@link
 * LatentFeatureLasso} fits.
 */
public final class LassoEstimator implements Extendable<LassoOptions, LassoModel> {

  @Override
  public String name() {
    return Estimators.DEFAULT;
  }

  @Override
  public ModelKind<LassoModel> kind() {
    return LassoModel.KIND;
  }

  @Override
  public OptionTable<LassoOptions> table() {
    return LassoOptionTable.ALL;
  }

  @Override
  public LassoOptions defaults(int k) {
    return LassoOptions.of(k);
  }

  /** Variants are fitted in memory. */
  @Override
  public Set<Accepts> accepts(LassoOptions options) {
    Set<Accepts> all = EnumSet.allOf(Accepts.class);
    if (!options.variant().isPlain() || options.view().isOther()) {
      all.remove(Accepts.FILES);
    }
    return all;
  }

  @Override
  public long bytesNeeded(
      Backend backend, int rows, int cols, FitRequest<LassoOptions, LassoModel> request) {
    LassoOptions options = request.options();
    Variant variant = options.view().of(options.variant());
    LassoOptions searched = options.withVariant(Variant.PLAIN);
    long plain =
        LatentFeatureLasso.bytesNeeded(
            backend,
            VariantLasso.searchedRows(request.weights(), rows),
            variant.intercept() ? cols + 1 : cols,
            variant.intercept() ? searched.withK(options.k() + 1) : searched);
    boolean isSparse = backend instanceof SparseBackend;
    if (!VariantLasso.isPlain(searched.withVariant(variant), request.weights())) {
      return isSparse ? plain + VariantLasso.refinedBytes(backend, rows, cols, options) : plain;
    }
    boolean isViewed =
        request.start() == null && !isSparse && Views.isSearched(rows, cols, options);
    return isViewed ? plain + Views.bytesNeeded(backend, rows, cols, options) : plain;
  }

  @Override
  public long bytesNeeded(Backend backend, Rows x, FitRequest<LassoOptions, LassoModel> request) {
    if (x instanceof FileRows file && !isSampled(x, request)) {
      requireAccepted(x, request);
      return request.start() == null
          ? LatentFeatureLasso.bytesNeeded(backend, file, request.options())
          : LatentFeatureLasso.startedBytes(backend, x, request.options());
    }
    long needed = Extendable.super.bytesNeeded(backend, x, request);
    if (!x.isSparse()) {
      return needed;
    }
    if (request.start() != null) {
      return Math.max(needed, LatentFeatureLasso.startedBytes(backend, x, request.options()));
    }
    LassoOptions options = request.options();
    Variant variant = options.view().of(options.variant());
    if (!(x instanceof SparseRows sparse)) {
      return needed;
    }
    if (!VariantLasso.isPlain(options.withVariant(variant), request.weights())) {
      // The rows that are searched are a copy of X.
      return needed + SparseRows.bytes(x.rows(), (long) sparse.entries() + x.rows());
    }
    return Views.isSearched(sparse, options) && backend.sparse() instanceof SparseBackend steps
        ? Math.max(needed, Views.sparseBytes(steps, sparse, options))
        : needed;
  }

  /**
   * Returns the bytes that a fit takes if all columns of sparse rows are verified at once, as where
   * their singular values have a clear gap: later searches take more, up to {@link
   * #bytesNeeded(Backend, Rows, FitRequest)}. For dense rows, files and variants, that is returned.
   *
   * @param x the rows, N×D
   */
  public long settledBytes(Backend backend, Rows x, FitRequest<LassoOptions, LassoModel> request) {
    LassoOptions options = request.options();
    boolean isPlain =
        request.start() == null
            && VariantLasso.isPlain(
                options.withVariant(options.view().of(options.variant())), request.weights());
    boolean isSampled = isSampled(x, request);
    if (!isPlain
        || !x.isSparse()
        || (x instanceof FileRows && !isSampled)
        || !(backend.sparse() instanceof SparseBackend sparse)) {
      return bytesNeeded(backend, x, request);
    }
    IntToLongFunction fit =
        rows -> LatentFeatureLasso.settledBytes(sparse, rows, x.cols(), options);
    return isSampled ? SampledFit.bytesNeeded(backend, x, request, fit) : fit.applyAsLong(x.rows());
  }

  @Override
  public Fitted<LassoModel> fitAll(LoadedData data, FitRequest<LassoOptions, LassoModel> request) {
    FactorModel start = request.start();
    if (start != null) {
      return new StartedFit(start).run(data, request);
    }
    LassoOptions options = request.options();
    View view = options.view();
    LassoOptions viewed = options.withVariant(view.of(options.variant()));
    Weights weights = weights(view, request.weights());
    try {
      return fitted(
          VariantLasso.isPlain(viewed, weights)
              ? new LatentFeatureLasso(data.backend(), options)
                  .fit(data, Views.of(data, options), request.listener())
              : VariantLasso.fit(data, viewed, weights, request.listener()));
    } catch (UnfinishedFitException e) {
      throw e.map(LassoResult.class, LassoEstimator::fitted);
    }
  }

  /** Returns the weights in a view. */
  private static Weights weights(View view, Weights given) {
    if (given.noise() && view == View.PLAIN) {
      throw new OptionException(
          "view",
          "is plain, but weights by the noise of columns ask for the scaled view; drop one of the two");
    }
    if (view.isScaled() && given.cols() != null) {
      throw new OptionException(
          "view",
          "is %s, whose weights of columns are of their noise, but others are given; drop one of the two"
              .formatted(view.word()));
    }
    return view.isScaled() ? new Weights(given.rows(), null, true) : given;
  }

  /**
   * No other view of X is searched, and no other factorisation chosen among equals, unless the
   * options ask for one.
   */
  @Override
  public LassoOptions plain(LassoOptions options) {
    LassoOptions plain =
        options.prefer() == defaults(options.k()).prefer()
            ? options.withPrefer(Preference.ANY)
            : options;
    return plain.view() == View.AUTO && plain.variant().isPlain()
        ? plain.withView(View.PLAIN)
        : plain;
  }

  @Override
  public Workload workload(int rows, int cols, LassoOptions options) {
    return Workload.fit(rows, cols, options.k());
  }

  /** Weights and variants know no extension. */
  @Override
  public boolean isExtendable(FitRequest<LassoOptions, LassoModel> request) {
    return request.options().variant().isPlain()
        && !request.options().view().isOther()
        && Extendable.super.isExtendable(request);
  }

  @Override
  public Set<String> unsampled() {
    Set<String> names = new TreeSet<>(Variant.NAMES);
    names.add("view");
    return names;
  }

  @Override
  public LassoModel extended(LassoModel sample, Manifest manifest, BinaryMatrix z, Dense w) {
    return new LassoModel(manifest, z, w);
  }

  /** Puts what shows that the features are right: their differences, or else their columns. */
  private static void putVerified(Verified verified, Map<String, @Nullable Object> findings) {
    if (verified.differences() != null) {
      findings.put("settled_by", verified.differences());
      return;
    }
    findings.put("verified", verified.columns());
    if (verified.columns() > 0) {
      findings.put("verified_residual", verified.residual());
    }
    if (verified.untried() != null) {
      findings.put("unverified", verified.untried());
    }
  }

  static Fitted<LassoModel> fitted(LassoResult result) {
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    Double least = result.figures().get(SpectralFloor.LEAST_RMSE);
    if (least != null) {
      findings.put(SpectralFloor.LEAST_RMSE, least);
    }
    findings.put("method", result.method());
    if (result.terms() != ColumnTerms.NONE) {
      findings.put(FactorModel.VIEW, result.terms().view());
    }
    putVerified(result.verified(), findings);
    result.figures().forEach(findings::put);
    if (result.undetermined() > 0) {
      findings.put("undetermined_bits", result.undetermined());
      double bits = (double) result.z().rows() * result.z().cols();
      findings.put("undetermined_share", result.undetermined() / bits);
    }
    return new Fitted<>(
        result.z().cols(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        result.origin(),
        from -> model(result, from),
        result.relaxation() == null ? null : from -> model(result.relaxed().orElseThrow(), from));
  }

  private static LassoModel model(LassoResult result, Provenance from) {
    return LassoModel.of(result, result.origin().options(), from);
  }
}
