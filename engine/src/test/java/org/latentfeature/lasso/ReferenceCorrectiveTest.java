package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceCorrectiveTest extends CorrectiveContract {
  ReferenceCorrectiveTest() {
    super(new ReferenceProvider());
  }
}
