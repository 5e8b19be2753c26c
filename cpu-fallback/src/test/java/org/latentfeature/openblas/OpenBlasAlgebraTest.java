package org.latentfeature.openblas;

import org.latentfeature.linalg.AlgebraContract;

final class OpenBlasAlgebraTest extends AlgebraContract {
  OpenBlasAlgebraTest() {
    super(new OpenBlasProvider().open(0).algebra());
  }
}
