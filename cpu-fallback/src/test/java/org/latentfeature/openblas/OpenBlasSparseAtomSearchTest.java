package org.latentfeature.openblas;

import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.SparseSource;

final class OpenBlasSparseAtomSearchTest extends AtomSearchContract {
  OpenBlasSparseAtomSearchTest() {
    super(new SparseSource(new OpenBlasProvider()));
  }
}
