package org.latentfeature.markov;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.fit.FitListener;
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

  @Override
  public MarkovEstimator estimator() {
    return new MarkovEstimator();
  }

  @Override
  public boolean samplesMissing() {
    return true;
  }

  @Override
  public long bytesNeeded(Backend backend, Rows x, MarkovOptions options) {
    if (!isSampled(x, options)) {
      return estimator().bytesNeeded(backend, x, options);
    }
    int sample = Math.min(x.rows(), size.first(options.k()));
    int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
    return bytesNeeded(backend, Math.max(sample, loaded), x.cols(), options);
  }

  /**
   * Not where inference is stochastic, which is one for large data; and, unless a sample is asked
   * for, not of rows in memory: the model of a sample may be much poorer than that of all.
   */
  @Override
  public boolean isSampled(Rows x, MarkovOptions options) {
    return options.inference() instanceof Inference.Batch
        && size.isSample(x, options.k())
        && (x instanceof FileRows || !size.equals(SampleSize.USUAL));
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
