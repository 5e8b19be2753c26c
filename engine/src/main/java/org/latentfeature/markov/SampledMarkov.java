package org.latentfeature.markov;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.AllRows;
import org.latentfeature.scale.BySample;
import org.latentfeature.scale.Checkpoints;
import org.latentfeature.scale.SampleSize;

/**
 * Markov latent feature models of large data: batch inference of a sample, with all its searches,
 * and from its model on batch steps over all rows ({@link MarkovExtension}).
 *
 * @param size of the sample
 */
public record SampledMarkov(SampleSize size) implements BySample<MarkovOptions, MarkovModel> {

  private static final MarkovEstimator WHOLE = new MarkovEstimator();

  @Override
  public String name() {
    return WHOLE.name();
  }

  @Override
  public ModelKind<MarkovModel> kind() {
    return WHOLE.kind();
  }

  @Override
  public OptionTable<MarkovOptions> table() {
    return WHOLE.table();
  }

  @Override
  public MarkovOptions defaults(int k) {
    return WHOLE.defaults(k);
  }

  @Override
  public boolean isWeighted() {
    return WHOLE.isWeighted();
  }

  @Override
  public boolean allowsMissing() {
    return WHOLE.allowsMissing();
  }

  @Override
  public boolean samplesMissing() {
    return true;
  }

  @Override
  public boolean allowsFiles(MarkovOptions options) {
    return WHOLE.allowsFiles(options) || !size.equals(SampleSize.ALL);
  }

  /** Of all rows, since where they are decides whether a sample is taken. */
  @Override
  public long bytesNeeded(Backend backend, int rows, int cols, MarkovOptions options) {
    return WHOLE.bytesNeeded(backend, rows, cols, options);
  }

  /** The same of rows that are where they are. */
  @Override
  public long bytesNeeded(Backend backend, Rows x, MarkovOptions options) {
    if (!isSampled(x, options)) {
      return WHOLE.bytesNeeded(backend, x, options);
    }
    int sample = Math.min(x.rows(), size.first(options.k()));
    int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
    return bytesNeeded(backend, Math.max(sample, loaded), x.cols(), options);
  }

  /** Not where inference is stochastic, which is one for large data. */
  @Override
  public boolean isSampled(Rows x, MarkovOptions options) {
    return options.inference() instanceof Inference.Batch && size.isSample(x, options.k());
  }

  @Override
  public Fitted<MarkovModel> fit(LoadedData data, MarkovOptions options, FitListener listener) {
    return isSampled(data.source(), options)
        ? fit(AllRows.of(data), data.backend(), options, listener, Checkpoints.none())
        : WHOLE.fit(data, options, listener);
  }

  @Override
  public Fitted<MarkovModel> fit(
      AllRows x,
      Backend backend,
      MarkovOptions options,
      FitListener listener,
      Checkpoints<MarkovModel> checkpoints) {
    size.requireSample(options.k());
    if (!(options.inference() instanceof Inference.Batch)) {
      throw new IllegalArgumentException(
          "stochastic inference goes over single rows; drop inference=stochastic, since a fit by a sample needs as few rounds over all rows");
    }
    return new MarkovExtension(x, backend, options, size, listener, checkpoints).run();
  }
}
