package org.latentfeature.openblas;

import org.latentfeature.many.ManyFitsContract;

final class OpenBlasManyFitsTest extends ManyFitsContract {
  OpenBlasManyFitsTest() {
    super(new OpenBlasProvider());
  }
}
