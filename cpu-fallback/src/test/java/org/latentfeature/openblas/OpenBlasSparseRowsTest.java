package org.latentfeature.openblas;

import org.latentfeature.backend.contract.SparseRowsContract;

final class OpenBlasSparseRowsTest extends SparseRowsContract {
  OpenBlasSparseRowsTest() {
    super(new OpenBlasProvider());
  }
}
