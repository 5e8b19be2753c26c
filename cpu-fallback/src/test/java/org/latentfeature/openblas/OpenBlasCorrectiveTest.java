package org.latentfeature.openblas;

import org.latentfeature.lasso.CorrectiveContract;

final class OpenBlasCorrectiveTest extends CorrectiveContract {
  OpenBlasCorrectiveTest() {
    super(new OpenBlasProvider());
  }
}
