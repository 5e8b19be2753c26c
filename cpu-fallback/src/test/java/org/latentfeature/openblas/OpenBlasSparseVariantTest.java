package org.latentfeature.openblas;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.variant.SparseVariantContract;

/** The reference runs the same contract in the short tests. */
@Tag("whole")
final class OpenBlasSparseVariantTest extends SparseVariantContract {
  OpenBlasSparseVariantTest() {
    super(new OpenBlasProvider());
  }
}
