package org.latentfeature.fit.factor;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.fit.sequence.SwitchRates;
import org.latentfeature.step.coding.Codes;

/**
 * Codes of new rows in order of time, by the W and the noise of a model and the rates at which its
 * own codes switch. The rows are a sequence of their own: its first row follows none.
 */
record OrderedCoder(FactorModel model, Backend backend, long seed) implements Coder {

  /** The noise of a model without any is this share of the mean square of W. */
  private static final double LEAST_NOISE = 1e-12;

  @Override
  public CodedRows code(Rows x, WorkListener listener) {
    if (!(x instanceof Matrix dense)) {
      throw new DataException(
          "the model was %s%s, so that rows must be dense and in memory; %s"
              .formatted(Phrase.FITTED_WITH, FactorModel.ORDER, Phrase.DENSE_IN_MEMORY));
    }
    return code(dense, listener);
  }

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    requireComplete(x);
    listener.onWork("coding rows", 0, 0);
    BinaryMatrix z = posterior(x, start(x)).z();
    return CodedRows.binary(z, Rmse.noisy(x, z, model.w()));
  }

  /** The posterior of each bit, given all rows. */
  @Override
  public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    requireComplete(x);
    listener.onWork("weighing the features of rows", 0, 0);
    OrderedRows.Posterior posterior = posterior(x, coded.z());
    return Codes.weighted(posterior.on());
  }

  private OrderedRows.Posterior posterior(Matrix x, BinaryMatrix start) {
    double least = LEAST_NOISE * model.w().squaredNorm() / model.w().values().length;
    return OrderedRows.posterior(
        x,
        model.w(),
        Math.max(Math.max(least, Double.MIN_NORMAL), SoftCodes.variance(model)),
        SwitchRates.of(model.z()),
        start,
        backend.info().threads(),
        StopSignal.NEVER);
  }

  /** Codes of each row by itself, where the search begins with codes. */
  private BinaryMatrix start(Matrix x) {
    return model.w().rows() <= OrderedRows.SUMMED_FEATURES
        ? BinaryMatrix.empty(x.rows())
        : FactorCoder.encode(backend, x, model.w(), seed);
  }

  private static void requireComplete(Matrix x) {
    x.facts().requireFinite("X");
    if (x.facts().missing() > 0) {
      throw new DataException(
          "rows in order of time must be complete, but %,d entries are missing; fill them, or fit without the option order"
              .formatted(x.facts().missing()));
    }
  }
}
