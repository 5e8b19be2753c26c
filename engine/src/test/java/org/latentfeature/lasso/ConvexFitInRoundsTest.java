package org.latentfeature.lasso;

import java.util.concurrent.atomic.AtomicLong;
import org.latentfeature.backend.contract.InRounds;
import org.latentfeature.backend.reference.ReferenceProvider;

final class ConvexFitInRoundsTest extends ConvexFitContract {
  ConvexFitInRoundsTest() {
    super(new InRounds(new ReferenceProvider(), 3, new AtomicLong()));
  }
}
