package org.latentfeature.fit.factor;

import org.jspecify.annotations.Nullable;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.FittedCodes;

/**
 * How rows are coded for a model: where searches may give up, from the codes of its fit, too, which
 * are looked through when they are first needed. Use it from one thread.
 */
final class ModelCoding {

  private final FactorModel model;
  private final RowCoding how;
  private @Nullable FittedCodes fitted;

  ModelCoding(FactorModel model, long seed) {
    this.model = model;
    how = FactorCoder.coding(seed);
  }

  /** How {@code count} rows are coded. */
  RowCoding of(int count) {
    if (model.w().rows() <= FactorCoder.EXACT_COLUMNS) {
      return how;
    }
    FittedCodes known = fitted;
    if (known == null) {
      known = FittedCodes.of(model.z());
      fitted = known;
    }
    return how.startingFrom(known.forRows(count));
  }
}
