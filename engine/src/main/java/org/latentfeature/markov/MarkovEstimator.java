package org.latentfeature.markov;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.scale.AllRows;
import org.latentfeature.fit.scale.Samplable;
import org.latentfeature.step.PathCoder;

/**
 * The {@link org.latentfeature.fit.estimator.Estimator} of Markov latent feature models; {@link
 * MarkovLatentFeatures} fits them.
 */
public final class MarkovEstimator implements Samplable<MarkovOptions, MarkovModel> {

  @Override
  public String name() {
    return "markov";
  }

  @Override
  public ModelKind<MarkovModel> kind() {
    return MarkovModel.KIND;
  }

  @Override
  public OptionTable<MarkovOptions> table() {
    return MarkovOptionTable.ALL;
  }

  @Override
  public MarkovOptions defaults(int k) {
    return MarkovOptions.of(k);
  }

  @Override
  public boolean isWeighted() {
    return true;
  }

  /** Stochastic inference reads batches. */
  @Override
  public Set<Accepts> accepts(MarkovOptions options) {
    return options.inference() instanceof Inference.Stochastic
        ? EnumSet.of(Accepts.MISSING, Accepts.SAMPLE, Accepts.CHECKPOINTS, Accepts.FILES)
        : EnumSet.of(Accepts.MISSING, Accepts.SAMPLE, Accepts.CHECKPOINTS);
  }

  @Override
  public boolean samplesMissing() {
    return true;
  }

  /**
   * Not where inference is stochastic, which is one for large data; and, unless a sample is asked
   * for, not of rows in memory: the model of a sample may be much poorer than that of all.
   */
  @Override
  public boolean isSampled(Rows x, FitRequest<MarkovOptions, MarkovModel> request) {
    return request.options().inference() instanceof Inference.Batch
        && request.sample().isSample(x, request.options().k())
        && (x instanceof FileRows || !request.sample().equals(SampleSize.USUAL));
  }

  @Override
  public long bytesNeeded(Backend backend, Rows x, FitRequest<MarkovOptions, MarkovModel> request) {
    MarkovOptions options = request.options();
    if (isSampled(x, request)) {
      int sample = Math.min(x.rows(), request.sample().first(options.k()));
      int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
      return bytesNeeded(backend, Math.max(sample, loaded), x.cols(), request);
    }
    MarkovLatentFeatures.requireLoaded(x, options);
    return x instanceof FileRows && options.inference() instanceof Inference.Stochastic by
        ? bytesNeeded(backend, by.batch() + FileBatches.BLOCK, x.cols(), request)
        : Samplable.super.bytesNeeded(backend, x, request);
  }

  @Override
  public long bytesNeeded(
      Backend backend, int rows, int cols, FitRequest<MarkovOptions, MarkovModel> request) {
    return backend.bytesNeeded(rows, cols, List.of(new PathCoder.Limits(request.options().k())));
  }

  @Override
  public Fitted<MarkovModel> fitAll(
      LoadedData data, FitRequest<MarkovOptions, MarkovModel> request) {
    try {
      return fitted(
          new MarkovLatentFeatures(data.backend(), request.options())
              .fit(data, request.listener()));
    } catch (UnfinishedFitException e) {
      throw e.map(MarkovResult.class, MarkovEstimator::fitted);
    }
  }

  @Override
  public Fitted<MarkovModel> fitSample(
      AllRows x, Backend backend, FitRequest<MarkovOptions, MarkovModel> request) {
    request.sample().requireSample(request.options().k());
    if (!(request.options().inference() instanceof Inference.Batch)) {
      throw new IllegalArgumentException(
          "stochastic inference goes over single rows; drop inference=stochastic, since a fit by a sample needs as few rounds over all rows");
    }
    return new MarkovExtension(x, backend, request).run();
  }

  private static Fitted<MarkovModel> fitted(MarkovResult result) {
    return fitted(
        result, Map.of(), from -> MarkovModel.of(result, result.origin().options(), from));
  }

  /**
   * A result with further findings.
   *
   * @param more findings, by name
   * @param maker makes the model
   */
  static Fitted<MarkovModel> fitted(
      MarkovResult result, Map<String, Long> more, Function<Provenance, MarkovModel> maker) {
    double bound = result.lowerBound();
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("used", result.used());
    findings.put("sigma", Math.sqrt(result.parameters().variance()));
    findings.put("lower_bound", Double.isNaN(bound) ? null : bound);
    findings.putAll(more);
    return new Fitted<>(
        result.parameters().features(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        result.origin(),
        maker);
  }
}
