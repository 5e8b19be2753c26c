package org.latentfeature.openblas;

import org.latentfeature.backend.contract.MissingRowsContract;

final class OpenBlasMissingRowsTest extends MissingRowsContract {
  OpenBlasMissingRowsTest() {
    super(new OpenBlasProvider());
  }
}
