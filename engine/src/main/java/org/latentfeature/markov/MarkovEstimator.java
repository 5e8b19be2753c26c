package org.latentfeature.markov;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.Provenance;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.BySample;
import org.latentfeature.scale.Samplable;
import org.latentfeature.scale.SampleSize;
import org.latentfeature.step.PathCoder;

/**
 * The {@link org.latentfeature.estimator.Estimator} of Markov latent feature models; {@link
 * MarkovLatentFeatures} fits them.
 */
public final class MarkovEstimator implements Samplable<MarkovOptions, MarkovModel> {

  @Override
  public BySample<MarkovOptions, MarkovModel> bySample(SampleSize size) {
    return new SampledMarkov(size);
  }

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

  @Override
  public boolean allowsMissing() {
    return true;
  }

  /** Stochastic inference reads batches. */
  @Override
  public boolean allowsFiles(MarkovOptions options) {
    return options.inference() instanceof Inference.Stochastic;
  }

  @Override
  public long bytesNeeded(Backend backend, Rows x, MarkovOptions options) {
    MarkovLatentFeatures.requireLoaded(x, options);
    return x instanceof FileRows && options.inference() instanceof Inference.Stochastic by
        ? bytesNeeded(backend, by.batch() + FileBatches.BLOCK, x.cols(), options)
        : Samplable.super.bytesNeeded(backend, x, options);
  }

  @Override
  public long bytesNeeded(Backend backend, int rows, int cols, MarkovOptions options) {
    return backend.bytesNeeded(rows, cols, List.of(new PathCoder.Limits(options.k())));
  }

  @Override
  public Fitted<MarkovModel> fit(LoadedData data, MarkovOptions options, FitListener listener) {
    try {
      return fitted(new MarkovLatentFeatures(data.backend(), options).fit(data, listener));
    } catch (UnfinishedFitException e) {
      throw e.map(MarkovResult.class, MarkovEstimator::fitted);
    }
  }

  private static Fitted<MarkovModel> fitted(MarkovResult result) {
    return fitted(
        result,
        Map.of(),
        from ->
            MarkovModel.of(
                from.software(),
                result,
                result.origin().options(),
                from.standardisation(),
                from.backend(),
                from.data()));
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
