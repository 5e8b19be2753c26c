package org.latentfeature.fit.estimator;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.backend.Workload;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;

/**
 * A fit as a value: the estimator, its options, and what else it is to heed. The data are not part
 * of it: how much memory a request needs is asked before they are loaded, and many data may be
 * fitted alike. The {@code with…} methods return a request of which one part is changed.
 *
 * @param estimator that fits
 * @param options of the fit
 * @param listener receives every step, and may stop the fit
 * @param weights of rows and columns
 * @param start the model whose features the fit begins with; null for none
 * @param sample how many rows are fitted before the fit is extended to all
 * @param checkpoints where a long fit leaves what it has, and goes on from
 */
public record FitRequest<O extends FitOptions, M extends Model>(
    Estimator<O, M> estimator,
    O options,
    FitListener listener,
    Weights weights,
    @Nullable FactorModel start,
    SampleSize sample,
    Checkpoints<M> checkpoints) {

  /** A fit of all rows, which weigh the same, with nothing but its options. */
  public FitRequest(Estimator<O, M> estimator, O options) {
    this(
        estimator,
        options,
        FitListener.SILENT,
        Weights.NONE,
        null,
        SampleSize.ALL,
        Checkpoints.none());
  }

  /** Returns this request with options that {@code change} makes of those it has. */
  public FitRequest<O, M> with(UnaryOperator<O> change) {
    return withOptions(change.apply(options));
  }

  /** Returns this request with other options. */
  public FitRequest<O, M> withOptions(O value) {
    return new FitRequest<>(estimator, value, listener, weights, start, sample, checkpoints);
  }

  /** Returns this request for a model of X ≈ Z W alone, see {@link Estimator#plain}. */
  public FitRequest<O, M> plain() {
    return with(estimator::plain);
  }

  /**
   * Returns this request with another seed and time limit.
   *
   * @param timeLimit of a fit; null for none
   */
  @SuppressWarnings("unchecked") // Options make options of their own class.
  public FitRequest<O, M> with(long seed, @Nullable Duration timeLimit) {
    return withOptions((O) options.withSeed(seed).withTimeLimit(timeLimit));
  }

  /** Returns this request with another listener. */
  public FitRequest<O, M> withListener(FitListener value) {
    return new FitRequest<>(estimator, options, value, weights, start, sample, checkpoints);
  }

  /** Returns this request with other weights of rows and columns. */
  public FitRequest<O, M> withWeights(Weights value) {
    return new FitRequest<>(estimator, options, listener, value, start, sample, checkpoints);
  }

  /**
   * Returns this request with a start.
   *
   * @param value the model whose features the fit begins with; null for none
   */
  public FitRequest<O, M> withStart(@Nullable FactorModel value) {
    return new FitRequest<>(estimator, options, listener, weights, value, sample, checkpoints);
  }

  /** Returns this request with another sample. */
  public FitRequest<O, M> withSample(SampleSize value) {
    return new FitRequest<>(estimator, options, listener, weights, start, value, checkpoints);
  }

  /** Returns this request with other checkpoints. */
  public FitRequest<O, M> withCheckpoints(Checkpoints<M> value) {
    return new FitRequest<>(estimator, options, listener, weights, start, sample, value);
  }

  /** Returns whether the estimator accepts {@code what} of a fit with these options. */
  public boolean accepts(Accepts what) {
    return estimator.accepts(options).contains(what);
  }

  /** Returns whether X may stay in its file: a sample of it is fitted, or it is read by blocks. */
  public boolean allowsFiles() {
    return accepts(Accepts.FILES) || (accepts(Accepts.SAMPLE) && !sample.equals(SampleSize.ALL));
  }

  /**
   * See {@link Estimator#bytesNeeded}.
   *
   * @param rows N
   * @param cols D
   */
  public long bytesNeeded(Backend backend, int rows, int cols) {
    return estimator.bytesNeeded(backend, rows, cols, this);
  }

  /**
   * See {@link Estimator#bytesNeeded(Backend, Rows, FitRequest)}.
   *
   * @param x the rows, N×D
   */
  public long bytesNeeded(Backend backend, Rows x) {
    return estimator.bytesNeeded(backend, x, this);
  }

  /**
   * {@code backend} if it holds a fit of {@code x}; otherwise the same in blocks of rows, if those
   * fit it and the estimator's steps work on them ({@link StreamedBackend#roomFor}).
   */
  public Backend roomFor(Backend backend, Rows x) {
    return accepts(Accepts.FILES)
        ? StreamedBackend.roomFor(backend, x, other -> estimator.bytesNeeded(other, x, this))
        : backend;
  }

  /**
   * Compares the memory of a fit of {@code x} with that of the backend.
   *
   * @throws OutOfBackendMemoryException with both numbers, if it does not suffice
   */
  public void requireMemory(Backend backend, Rows x) {
    MemoryNeed.require("a fit", backend, x, bytesNeeded(backend, x));
  }

  /**
   * See {@link Estimator#workload}.
   *
   * @param rows N
   * @param cols D
   */
  public Workload workload(int rows, int cols) {
    return estimator.workload(rows, cols, options);
  }

  /**
   * The codes of the start, if there is one, for a fit that goes on from them.
   *
   * @return N×K₀ incidence; null for no start
   * @throws IllegalArgumentException with both shapes, if it is a model of other rows than {@code
   *     x}
   */
  public @Nullable BinaryMatrix startCodes(Rows x) {
    if (start == null) {
      return null;
    }
    if (start.z().rows() != x.rows() || start.w().cols() != x.cols()) {
      throw new IllegalArgumentException(
          "the start is a model of %,d × %,d, but X is %,d × %,d; fit it to these data first"
              .formatted(start.z().rows(), start.w().cols(), x.rows(), x.cols()));
    }
    return start.z();
  }

  /**
   * {@link #fit(Backend, Rows)} on the backend that finishes such a fit first, on all processors.
   */
  public Fitted<M> fit(Rows x) {
    Workload work = workload(x.rows(), x.cols());
    try (Backend backend = Backends.open(Backends.AUTO, Resources.DEFAULT, work).backend()) {
      return fit(backend, x);
    }
  }

  /**
   * {@link #fit(LoadedData)} to {@code x}, which is loaded for this fit alone: as a whole, or in
   * blocks of rows where the backend does not hold it and the estimator can work on them.
   *
   * @param backend that fits; the caller closes it
   * @throws OutOfBackendMemoryException with both numbers, if the memory does not suffice
   */
  public Fitted<M> fit(Backend backend, Rows x) {
    Backend room = roomFor(backend, x);
    requireMemory(room, x);
    try (LoadedData data = new LoadedData(room, x)) {
      return fit(data);
    }
  }

  /**
   * Fits a model to {@code data}, see {@link Estimator#fit(LoadedData, FitRequest)}.
   *
   * @throws org.latentfeature.data.DataException naming an entry of dense X that must be a fill
   *     value, or a column of which single precision holds too little, or if there are not as many
   *     weights as rows and columns
   * @throws IllegalArgumentException if the estimator does not accept a part of the request
   */
  public Fitted<M> fit(LoadedData data) {
    requireAccepted();
    weights.requireFor(data.source().rows(), data.source().cols());
    if (data.source() instanceof Matrix x) {
      EntrySizes.requirePlausible(x, "X");
      EntrySizes.requireHeld(x, "X");
    }
    return estimator.fit(data, this);
  }

  private void requireAccepted() {
    requireAccepted(weights.isNone(), Accepts.WEIGHTS);
    requireAccepted(start == null, Accepts.START);
    requireAccepted(sample.kind() != SampleSize.Kind.GIVEN, Accepts.SAMPLE);
    requireAccepted(!checkpoints.isKept(), Accepts.CHECKPOINTS);
  }

  private void requireAccepted(boolean isUnused, Accepts what) {
    if (!isUnused && !accepts(what)) {
      throw new IllegalArgumentException(
          "estimator %s takes no %s; drop it, or use another estimator"
              .formatted(estimator.name(), what.phrase()));
    }
  }
}
