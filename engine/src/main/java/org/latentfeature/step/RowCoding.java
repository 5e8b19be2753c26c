package org.latentfeature.step;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.step.coding.FittedCodes;
import org.latentfeature.step.coding.RowCoder;
import org.latentfeature.step.coding.RowEncoder;

/**
 * How {@link Factorisation#code} and {@link Factorisation#encode} code rows.
 *
 * @param fresh whether rows are encoded anew, as by {@link Factorisation#encode}; otherwise from
 *     their present codes, as by {@link Factorisation#refine}
 * @param exactColumns maximum columns of a search that does not give up
 * @param restarts random starts of each row that is encoded anew and whose search gave up
 * @param seed of these
 * @param worst number of rows of largest error to keep
 * @param fitted further codes to start from; null if there are none
 */
public record RowCoding(
    boolean fresh,
    int exactColumns,
    int restarts,
    long seed,
    int worst,
    @Nullable FittedCodes fitted)
    implements Serializable {

  /**
   * From the present codes.
   *
   * @param exactColumns maximum columns of an exact search
   * @param worst number of rows of largest error to keep
   */
  public static RowCoding refining(int exactColumns, int worst) {
    return new RowCoding(false, exactColumns, 0, 0, worst, null);
  }

  /**
   * Anew.
   *
   * @param exactColumns maximum columns of an exact search
   * @param restarts random starts of each row
   * @param seed of these
   * @param worst number of rows of largest error to keep
   */
  public static RowCoding encoding(int exactColumns, int restarts, long seed, int worst) {
    return new RowCoding(true, exactColumns, restarts, seed, worst, null);
  }

  /** Anew, from codes of {@code known} too. */
  public RowCoding startingFrom(@Nullable FittedCodes known) {
    return new RowCoding(fresh, exactColumns, restarts, seed, worst, known);
  }

  /** Returns this coding without random starts. */
  public RowCoding withoutRestarts() {
    return new RowCoding(fresh, exactColumns, 0, seed, worst, fitted);
  }

  /**
   * Returns the encoder that codes rows anew.
   *
   * @param coder of the rows
   * @param k features
   */
  public RowEncoder encoder(RowCoder coder, int k) {
    return new RowEncoder(coder, k, k <= exactColumns, restarts, seed, fitted);
  }
}
