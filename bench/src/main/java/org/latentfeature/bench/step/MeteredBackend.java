package org.latentfeature.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.bench.BorrowedBackend;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.ResidentRows;

/**
 * A backend that remembers the rows that it was loaded with, to add up what was counted on them;
 * also on those that are closed, since some steps load rows of their own.
 */
final class MeteredBackend extends BorrowedBackend {

  private final CountingAlgebra algebra;
  private final List<ResidentRows> loaded = new ArrayList<>();

  /** Counts what is done through {@code backend}, which stays the caller's. */
  MeteredBackend(Backend backend) {
    super(backend);
    algebra = new CountingAlgebra(backend.algebra());
  }

  /** All the work so far. */
  CountedWork work() {
    CountedWork sum = new CountedWork(0, algebra.flops(), 0);
    for (ResidentRows rows : loaded) {
      sum = sum.plus(CountedWork.of(rows.counters().steps().values(), rows.rows(), rows.cols()));
    }
    return sum;
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    ResidentRows rows = backend.load(x, first, stop);
    loaded.add(rows);
    return rows;
  }

  @Override
  public Algebra algebra() {
    return algebra;
  }
}
