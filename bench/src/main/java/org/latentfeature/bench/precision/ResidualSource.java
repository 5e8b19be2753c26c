package org.latentfeature.bench.precision;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;

/** Products of the residuals of some rows X. */
@FunctionalInterface
interface ResidualSource {

  /** Those of A = X − Z V. */
  RowProducts of(BinaryMatrix z, Dense v);
}
