package org.latentfeature.openblas;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.SparseSource;

@Tag("whole")
final class OpenBlasSparseAtomSearchTest extends AtomSearchContract {
  OpenBlasSparseAtomSearchTest() {
    super(new SparseSource(new OpenBlasProvider()));
  }
}
