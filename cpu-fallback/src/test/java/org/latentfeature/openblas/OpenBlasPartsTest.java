package org.latentfeature.openblas;

import org.latentfeature.backend.contract.PartsContract;

final class OpenBlasPartsTest extends PartsContract {

  OpenBlasPartsTest() {
    super(new OpenBlasProvider());
  }

  /** Within a block of rows sums are in single precision. */
  @Override
  protected double rounding() {
    return 1e-6;
  }
}
