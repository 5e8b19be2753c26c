package org.latentfeature.fit.factor;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.FittedCodes;

/**
 * How rows are coded for a model: where searches may give up, from the codes of its fit, too, which
 * are looked through when they are first needed. Use it from one thread.
 */
final class ModelCoding {

  private final BinaryMatrix z;
  private final int exactColumns;
  private final RowCoding how;
  private @Nullable FittedCodes fitted;

  ModelCoding(FactorModel model, long seed) {
    this(model.z(), FactorCoder.EXACT_COLUMNS, seed);
  }

  /**
   * For a model of these codes.
   *
   * @param z the codes of its fit
   * @param exactColumns maximum features for which searches do not give up
   */
  ModelCoding(BinaryMatrix z, int exactColumns, long seed) {
    this.z = z;
    this.exactColumns = exactColumns;
    how = RowCoding.encoding(exactColumns, FactorCoder.RESTARTS, seed, 0);
  }

  /** How {@code count} rows are coded. */
  RowCoding of(int count) {
    if (z.cols() <= exactColumns) {
      return how;
    }
    FittedCodes known = fitted;
    if (known == null) {
      known = FittedCodes.of(z);
      fitted = known;
    }
    return how.startingFrom(known.forRows(count));
  }
}
