package org.latentfeature.openblas;

import org.latentfeature.backend.contract.ServingContract;

final class OpenBlasServingTest extends ServingContract {
  /** Some products of these data are shared among threads, others are not. */
  OpenBlasServingTest() {
    super(new OpenBlasProvider(), 700, 300);
  }
}
