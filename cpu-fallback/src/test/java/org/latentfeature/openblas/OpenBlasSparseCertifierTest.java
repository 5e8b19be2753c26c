package org.latentfeature.openblas;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.SparseCertifierContract;

/** The reference runs the same contract in the short tests. */
@Tag("whole")
final class OpenBlasSparseCertifierTest extends SparseCertifierContract {
  OpenBlasSparseCertifierTest() {
    super(new OpenBlasProvider());
  }
}
