package org.latentfeature.openblas;

import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.AlgebraContract;

final class OpenBlasAlgebraTest extends AlgebraContract {
  OpenBlasAlgebraTest() {
    super(new OpenBlasProvider().open(Resources.DEFAULT).algebra());
  }
}
