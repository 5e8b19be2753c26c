package org.latentfeature.openblas;

import org.latentfeature.backend.Resources;
import org.latentfeature.linalg.AlgebraContract;

final class OpenBlasAlgebraTest extends AlgebraContract {
  OpenBlasAlgebraTest() {
    super(new OpenBlasProvider().open(Resources.DEFAULT).algebra());
  }
}
