package org.latentfeature.openblas;

import org.latentfeature.lasso.variant.SparseVariantContract;

final class OpenBlasSparseVariantTest extends SparseVariantContract {
  OpenBlasSparseVariantTest() {
    super(new OpenBlasProvider());
  }
}
