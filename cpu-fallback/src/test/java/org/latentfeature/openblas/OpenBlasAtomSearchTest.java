package org.latentfeature.openblas;

import org.latentfeature.backend.contract.AtomSearchContract;

final class OpenBlasAtomSearchTest extends AtomSearchContract {
  OpenBlasAtomSearchTest() {
    super(new OpenBlasProvider());
  }
}
