package org.latentfeature.scale;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.model.Manifest;

/**
 * An estimator that fits a sample of the rows of large data, codes all rows for what it found, and
 * refines both. W has K·D entries, and needs only as many rows as determine it; the code of a row
 * is a matter of that row alone.
 *
 * @param estimator that fits the sample, and all rows where no sample is taken
 * @param size of the sample
 */
public record SampledEstimator<O extends FitOptions, M extends FactorModel>(
    Extendable<O, M> estimator, SampleSize size) implements BySample<O, M> {

  /** The stage of a trace in which all rows are coded, round after round. */
  public static final String EXTEND = "extend";

  /** Name of the figure of the number of rows that were fitted first. */
  public static final String SAMPLE_ROWS = "sample_rows";

  /**
   * Returns a warning about a model of a sample: how few of its features a second sample had too.
   *
   * @return one line; null if there were all of them, or no second sample
   */
  public static @Nullable String doubt(Manifest manifest) {
    Double returned = manifest.figures().get(SampledFit.RETURNED);
    Double rows = manifest.figures().get(SAMPLE_ROWS);
    return returned == null || rows == null || returned >= manifest.features()
        ? null
        : "%,.0f of %,d features came back from a second sample of %,.0f rows: there may be no exact ground truth"
            .formatted(returned, manifest.features(), rows);
  }

  /** Rounds over all rows that the fit of such a model took. */
  public static long rounds(Manifest manifest) {
    return manifest.trace().stream().filter(point -> point.stage().equals(EXTEND)).count();
  }

  @Override
  public long bytesNeeded(Backend backend, Rows x, O options) {
    if (!isSampled(x, options) || (x instanceof SparseRows && !allowsSparse())) {
      return estimator.bytesNeeded(backend, x, options);
    }
    // The larger of what is open while a sample is fitted, and while all rows are coded.
    Backend own = x instanceof SparseRows ? backend.sparse() : backend;
    int sample = Math.min(x.rows(), 2 * size.first(options.k()));
    int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
    return Math.max(
        estimator.bytesNeeded(own, sample, x.cols(), options),
        own.bytesNeeded(loaded, x.cols(), LoadedRows.limits(options.k() + SampledFit.SPARE)));
  }

  @Override
  public Set<String> unsampled() {
    return estimator.unsampled();
  }

  /** Rows with missing entries are all fitted, unless a size is given. */
  @Override
  public boolean isSampled(Rows x, O options) {
    return estimator.isExtendable(options)
        && size.isSample(x, options.k())
        && (!size.equals(SampleSize.AUTO) || x.facts().missing() == 0);
  }

  @Override
  public Fitted<M> fit(
      AllRows x, Backend backend, O options, FitListener listener, Checkpoints<M> checkpoints) {
    size.requireSample(options.k());
    if (!estimator.isExtendable(options)) {
      Set<String> wrong = new TreeSet<>(unsampled());
      wrong.retainAll(options.words().keySet());
      throw new IllegalArgumentException(
          "a fit of %s by a sample minimises the plain squared error of all rows; drop %s"
              .formatted(name(), wrong.isEmpty() ? "the weights" : String.join(" and ", wrong)));
    }
    return new SampledFit<>(estimator, options, size, x, backend, listener, checkpoints).run();
  }
}
