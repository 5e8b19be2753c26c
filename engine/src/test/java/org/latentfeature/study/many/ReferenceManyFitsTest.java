package org.latentfeature.study.many;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceManyFitsTest extends ManyFitsContract {
  ReferenceManyFitsTest() {
    super(new ReferenceProvider());
  }
}
