package org.latentfeature.openblas;

import org.latentfeature.study.many.ManyFitsContract;

final class OpenBlasManyFitsTest extends ManyFitsContract {
  OpenBlasManyFitsTest() {
    super(new OpenBlasProvider());
  }
}
