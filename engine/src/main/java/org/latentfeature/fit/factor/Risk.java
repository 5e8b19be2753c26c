package org.latentfeature.fit.factor;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.step.RowCoding;

/**
 * The risk of a dictionary on rows, as Theorem 3 of Yen et al. 2017 has it: the mean over rows x of
 * ½ min over z in {0,1}^K of ‖x − Wᵀz‖², in the squared units of W.
 *
 * @param value the risk, or an upper bound where the codes of some rows are not proven
 * @param proven number of rows of which no code is better
 */
public record Risk(double value, long proven) {

  /**
   * The risk of {@code w} (K×D) on rows (N×D) by the codes of {@link FactorCoder#encode}.
   *
   * @param seed of the random starts
   */
  public static Risk of(Backend backend, Rows x, Dense w, long seed) {
    return of(backend, x, w, FactorCoder.coding(seed));
  }

  /**
   * The risk of a model's dictionary on rows that are {@linkplain FactorModel#prepared prepared}:
   * over their known entries, in the columns that the fit learned.
   *
   * @param seed of the random starts
   */
  public static Risk of(Backend backend, Rows x, FactorModel model, long seed) {
    LearnedColumns learned = LearnedColumns.of(model.w());
    return of(
        backend, learned.of(x), learned.dictionary(), new ModelCoding(model, seed).of(x.rows()));
  }

  private static Risk of(Backend backend, Rows x, Dense w, RowCoding how) {
    if (x instanceof FileRows) {
      CodedRows coded = FactorCoder.code(backend, x, w, how);
      return of(x, coded.rmse() * coded.rmse() * x.facts().known(), coded.proven().orElse(0));
    }
    FactorCoder.Encoded encoded = FactorCoder.encode(backend, x, w, how);
    return of(x, Rmse.squaredError(x, encoded.z(), w), encoded.proven());
  }

  private static Risk of(Rows x, double squaredError, long proven) {
    return new Risk(squaredError / (2.0 * x.rows()), proven);
  }
}
