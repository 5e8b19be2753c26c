package org.latentfeature.step;

/**
 * How {@link Factorisation#code} codes rows.
 *
 * @param fresh whether rows are encoded anew, as by {@link Factorisation#encode}; otherwise from
 *     their present codes, as by {@link Factorisation#refine}
 * @param exactColumns maximum columns of an exact search
 * @param restarts random starts of each row that is encoded anew
 * @param seed of these
 * @param worst number of rows of largest error to keep
 */
public record RowCoding(boolean fresh, int exactColumns, int restarts, long seed, int worst) {

  /**
   * From the present codes.
   *
   * @param exactColumns maximum columns of an exact search
   * @param worst number of rows of largest error to keep
   */
  public static RowCoding refining(int exactColumns, int worst) {
    return new RowCoding(false, exactColumns, 0, 0, worst);
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
    return new RowCoding(true, exactColumns, restarts, seed, worst);
  }
}
