package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.backend.blocks.RowsInParts;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.Parts;
import org.latentfeature.step.ResidentRows;

/** A backend that processes rows block by block on another backend. */
public final class BlockedBackend implements BackendOver {

  private final Backend backend;
  private final int blocks;

  /** Divides rows into {@code blocks} blocks on {@code backend}; closing this closes it too. */
  public BlockedBackend(Backend backend, int blocks) {
    this.backend = backend;
    this.blocks = blocks;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    PartLayout layout = PartLayout.of(rows, blocks);
    long sum = 0;
    for (int p = 0; p < layout.count(); p++) {
      sum += backend.bytesNeeded(layout.rows(p), cols, opened);
    }
    return sum;
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new RowsInParts(
        x,
        first,
        PartLayout.of(x.rows(), blocks),
        Parts.IN_ORDER,
        backend.algebra(),
        (part, rows, number) -> backend.load(rows, number, stop));
  }

  @Override
  public String toString() {
    return backend + " in %d blocks".formatted(blocks);
  }
}
