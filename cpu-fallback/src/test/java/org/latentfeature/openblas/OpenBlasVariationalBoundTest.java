package org.latentfeature.openblas;

import org.latentfeature.ibp.variational.VariationalBoundContract;

final class OpenBlasVariationalBoundTest extends VariationalBoundContract {
  OpenBlasVariationalBoundTest() {
    super(new OpenBlasProvider(), 1e-9);
  }
}
