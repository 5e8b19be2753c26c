package org.latentfeature.backend.contract;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendOver;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.blocks.StreamedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SparseRowsBlocks;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** A provider's backend on sparse rows that are read block by block, 64 rows at a time. */
public record StreamedSparse(BackendProvider provider) implements ProviderOver {

  @Override
  public Backend open(Resources resources) {
    return new Reading(provider.open(resources));
  }

  /** Reads rows that it is given as if they were in a file of sparse rows. */
  private record Reading(Backend backend) implements BackendOver {

    @Override
    public boolean offers(Limits<?> limits) {
      return backend.sparse().offers(limits);
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
      List<? extends Limits<?>> offered = opened.stream().filter(this::offers).toList();
      return backend.sparse().bytesNeeded(rows, cols, offered);
    }

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      return StreamedRows.of(
          new FileRows(new SparseRowsBlocks(SparseSource.of(x)), 1, WorkListener.SILENT),
          backend.algebra(),
          (block, number) -> backend.load((SparseRows) block, first + number, stop));
    }
  }
}
